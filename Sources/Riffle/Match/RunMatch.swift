/// A term matched by several consecutive words.
struct RunMatch: Hashable {
  enum Way: Hashable {
    /// First letters of all the words of the field.
    case initialsOfTitle
    /// First letters of some words.
    case initialsOfPart
    /// Two whole words.
    case split
    /// Beginnings of words.
    case chunks
  }

  var way: Way
  var cost: UInt32
  /// Index of the last word.
  var last: Int
  /// The words in their order and how many bytes are taken of each; only when asked for.
  var pieces: [Piece] = []

  struct Piece: Hashable {
    let word: Int
    let length: Int
  }
}

/// Looks for a term in the beginnings of consecutive words.
///
/// A run may step over a compound as one word or through its parts.
struct RunMatcher {
  private let term: [UInt8]
  private let letterCount: Int
  private let costs: CostTable

  init(_ term: Term, costs: CostTable) {
    self.term = term.bytes
    letterCount = term.length
    self.costs = costs
  }

  /// The cheapest run that begins at the word with index `first`, the one with the longest beginnings of equals.
  ///
  /// - Complexity: O(`term.count`² × words reached); most words are turned down by their first letter.
  func match(
    at first: Int, in layout: borrowing ItemLayout, letters: Span<UInt8>, keepsPieces: Bool = false
  ) -> RunMatch? {
    let word = layout.words[first]
    guard term.count >= 2, word.length > 0, letters[Int(word.start)] == term[0],
      word.kind != .extra, word.kind != .extraAcross, Int(word.next) < layout.words.count,
      layout.words[Int(word.next)].field == word.field
    else { return nil }
    var search = Search(startsField: word.firstUnit == 0, keepsPieces: keepsPieces)
    extend(
      from: first, offset: 0, words: 0, oneLetterChunks: 0, allInitials: true, wholeWords: true,
      layout, letters, &search)
    return search.best
  }

  private struct Search {
    let startsField: Bool
    let keepsPieces: Bool
    var best: RunMatch?
    var path: [RunMatch.Piece] = []
    /// What has been tried: (word, offset) and what the chunks of one letter on the way there cost.
    var tried: [Int: UInt32] = [:]
  }

  private func extend(
    from index: Int, offset: Int, words: Int, oneLetterChunks: UInt32, allInitials: Bool, wholeWords: Bool,
    _ layout: borrowing ItemLayout, _ letters: Span<UInt8>, _ search: inout Search
  ) {
    let word = layout.words[index]
    let remaining = term.count - offset
    var common = 0
    let limit = min(remaining, Int(word.length))
    let start = Int(word.start)
    while common < limit, letters[start + common] == term[offset + common] { common += 1 }
    guard common > 0 else { return }
    let key = (index << 9 | offset) << 2 | (allInitials ? 1 : 0) | (wholeWords ? 2 : 0)
    if words >= 2 {
      if let earlier = search.tried[key], earlier <= oneLetterChunks { return }
      search.tried[key] = oneLetterChunks
    }
    let firstLength = utf8Length(lead: term[offset])
    var length = common
    while length > 0 {
      defer { length -= 1 }
      // A chunk ends where a scalar ends.
      if length < remaining, term[offset + length] & 0xC0 == 0x80 { continue }
      let isInitial = length == firstLength
      let isWhole = length == Int(word.length)
      var ones = oneLetterChunks
      if isInitial, !isWhole { ones += words == 0 ? costs.oneLetterChunk : costs.laterOneLetterChunk }
      if search.keepsPieces { search.path.append(RunMatch.Piece(word: index, length: length)) }
      defer { if search.keepsPieces { search.path.removeLast() } }
      if length == remaining {
        if words >= 1 {
          finish(
            last: index, words: words + 1, oneLetterChunks: ones, allInitials: allInitials && isInitial,
            wholeWordsBefore: wholeWords, isWhole: isWhole, layout, &search)
        }
        continue
      }
      for next in nexts(of: index, layout) {
        extend(
          from: next, offset: offset + length, words: words + 1, oneLetterChunks: ones,
          allInitials: allInitials && isInitial, wholeWords: wholeWords && isWhole, layout, letters, &search)
      }
    }
  }

  /// The word after the one at `index`, and its first parts if it is a compound.
  private func nexts(of index: Int, _ layout: borrowing ItemLayout) -> Range<Int> {
    let word = layout.words[index]
    let next = Int(word.next)
    guard next < layout.words.count, layout.words[next].field == word.field else { return 0..<0 }
    var end = next + 1
    while layout.words[end - 1].kind == .compound || layout.words[end - 1].kind == .inner { end += 1 }
    return next..<end
  }

  private func finish(
    last: Int, words: Int, oneLetterChunks: UInt32, allInitials: Bool, wholeWordsBefore: Bool, isWhole: Bool,
    _ layout: borrowing ItemLayout, _ search: inout Search
  ) {
    let end = layout.words[last]
    let way: RunMatch.Way
    let cost: UInt32
    if wholeWordsBefore && isWhole && words == 2 {
      way = .split
      cost = costs.split
    } else if allInitials {
      let isAll =
        end.field != .searchText && end.endUnit == layout.unitCounts[Int(end.field.rawValue)]
        && search.startsField
      way = isAll && letterCount >= 3 ? .initialsOfTitle : .initialsOfPart
      cost = letterCount == 2 ? costs.twoInitials : isAll ? costs.initialsOfTitle : costs.initialsOfPart
    } else {
      way = .chunks
      cost = (wholeWordsBefore ? costs.splitPrefix : costs.chunks) + oneLetterChunks
    }
    if cost < search.best?.cost ?? .max {
      search.best = RunMatch(way: way, cost: cost, last: last, pieces: search.path)
    }
  }
}

func utf8Length(lead: UInt8) -> Int {
  lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
}
