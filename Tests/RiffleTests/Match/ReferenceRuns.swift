@testable import Riffle

/// All ways to cut a term into beginnings of consecutive words, tried one after another: what
/// ``RunMatcher`` is held equal to.
struct ReferenceRuns {
  typealias Piece = RunMatch.Piece

  let term: Term
  let costs: CostTable
  let layout: ItemLayout
  let letters: [UInt8]

  init(_ term: Term, in item: ScoredItem, costs: CostTable) {
    self.term = term
    self.costs = costs
    layout = item.scratch.layout
    letters = item.item.letters
  }

  /// What the cheapest run from a word on costs; `nil` if there is none.
  func cheapest(from first: Int) -> UInt32? { runs(from: first, offset: 0).compactMap { cost(of: $0)?.cost }.min() }

  private func runs(from index: Int, offset: Int) -> [[Piece]] {
    let word = layout.words[index]
    guard word.kind != .extra, word.kind != .extraAcross else { return [] }
    var runs: [[Piece]] = []
    var length = 0
    for scalar in String(decoding: letters[word.range], as: UTF8.self).unicodeScalars {
      length += String(scalar).utf8.count
      guard term.bytes[offset...].starts(with: letters[word.range].prefix(length)) else { break }
      let piece = Piece(word: index, length: length)
      if offset + length == term.bytes.count {
        runs.append([piece])
      } else {
        for next in layout.words.indices where follows(next, index) {
          runs += self.runs(from: next, offset: offset + length).map { [piece] + $0 }
        }
      }
    }
    return runs
  }

  /// Words are consecutive if no unit and no list mark lies between them, however they are put together.
  private func follows(_ next: Int, _ index: Int) -> Bool {
    layout.words[next].field == layout.words[index].field
      && layout.words[next].firstUnit == layout.words[index].endUnit && phrase(of: next) == phrase(of: index)
  }

  /// The number of words up to a word's unit that begin a phrase in units of their own.
  private func phrase(of index: Int) -> Int {
    let word = layout.words[index]
    return Set(
      layout.words.filter { $0.field == word.field && $0.startsPhrase && $0.firstUnit <= word.firstUnit }
        .map(\.firstUnit)
    ).count
  }

  /// What a run of two words or more costs, by the contract: the cheapest of what it can be called.
  func cost(of run: [Piece]) -> (cost: UInt32, way: RunMatch.Way)? {
    guard run.count >= 2 else { return nil }
    var offset = 0
    var isInitial: [Bool] = []
    var isWhole: [Bool] = []
    for piece in run {
      let scalar = String(decoding: term.bytes[offset...], as: UTF8.self).unicodeScalars.first
      isInitial.append(piece.length == scalar.map { String($0).utf8.count })
      isWhole.append(piece.length == Int(layout.words[piece.word].length))
      offset += piece.length
    }
    if run.count == 2, isWhole == [true, true] { return (costs.split, .split) }
    let isHidden = layout.words[run[0].word].field == .searchText
    var ways: [(cost: UInt32, way: RunMatch.Way)] = []
    if !isInitial.contains(false), !isHidden || isWholePhrase(run) {
      if term.length == 2 { return (costs.twoInitials, .initialsOfPart) }
      ways.append(
        isWholePhrase(run) ? (costs.initialsOfTitle, .initialsOfTitle) : (costs.initialsOfPart, .initialsOfPart))
    }
    let isOfWholeWords = !isWhole.dropLast().contains(false)
    if term.length > 2, !isHidden {
      var cost = isOfWholeWords ? costs.splitPrefix : costs.chunks
      for place in run.indices where isInitial[place] && !isWhole[place] {
        cost += place == 0 ? costs.oneLetterChunk : costs.laterOneLetterChunk
      }
      ways.append((cost, .chunks))
    }
    return ways.min { $0.cost < $1.cost }
  }

  private func isWholePhrase(_ run: [Piece]) -> Bool {
    guard let first = run.first, let last = run.last else { return false }
    let (field, number) = (layout.words[first.word].field, phrase(of: first.word))
    let words = layout.words.indices.filter { layout.words[$0].field == field && phrase(of: $0) == number }
    return words.map { layout.words[$0].firstUnit }.min() == layout.words[first.word].firstUnit
      && words.map { layout.words[$0].endUnit }.max() == layout.words[last.word].endUnit
  }
}
