/// A term matched by several consecutive words.
struct RunMatch: Hashable {
  enum Way: Hashable {
    /// First letters of all the words of the phrase: in titles and readings, of the field.
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
/// A run may step over a compound as one word or through its parts. A class, because whoever asks it copies it.
final class RunMatcher: Sendable {
  private let term: [UInt8]
  private let letterCount: Int
  private let costs: CostTable

  /// Whether a term can be a run at all.
  static func canMatch(_ term: Term) -> Bool { 2...TermMatcher.longestLoose ~= term.length }

  init(_ term: Term, costs: CostTable) {
    self.term = term.bytes
    letterCount = term.length
    self.costs = costs
  }

  /// The cheapest run that begins at the word with index `first`, the one with the longest beginnings of equals.
  ///
  /// - Parameter memo: what is known of the item from other first words; empty for a new item or term.
  /// - Complexity: O(words reached × `term.count` × length of a word), for all first words together;
  ///   most are turned down by their first letter.
  func match(
    at first: Int, in layout: borrowing ItemLayout, letters: Span<UInt8>, memo: inout RunMemo,
    keepsPieces: Bool = false
  ) -> RunMatch? {
    let word = layout.words[first]
    guard 2...TermMatcher.longestLoose ~= letterCount, word.length > 0, letters[Int(word.start)] == term[0],
      word.kind != .extra, word.kind != .extraAcross, !word.endsPhrase
    else { return nil }
    var best: Beginning?
    var length = commonLength(first, 0, layout, letters)
    while length > 0 {
      defer { length -= 1 }
      guard let piece = piece(first, 0, length, layout), !piece.isLast else { continue }
      for next in nexts(of: first, layout) {
        let rest = rest(from: next, offset: length, depth: 1, layout, letters, &memo)
        for kind in RunKind.allCases where rest[kind] < RunRest.none {
          guard let (way, cost) = run(kind, startsWith: piece, word, rest[kind]), cost < best?.cost ?? .max
          else { continue }
          best = Beginning(kind: kind, way: way, cost: cost, length: length, next: next, rest: rest[kind])
        }
      }
    }
    return best.map { follow($0, from: first, keepsPieces, layout, letters, &memo) }
  }

  // MARK: - Pieces

  /// As much of the term as one word takes.
  private struct Piece {
    let isInitial: Bool
    let isWhole: Bool
    let isLast: Bool
    let endsPhrase: Bool

    /// How many chunks of one letter it is: what is whole is none.
    var ones: UInt16 { isInitial && !isWhole ? 1 : 0 }
  }

  /// How much of the word the term goes on with at `offset`.
  private func commonLength(
    _ index: Int, _ offset: Int, _ layout: borrowing ItemLayout, _ letters: Span<UInt8>
  ) -> Int {
    let word = layout.words[index]
    let start = Int(word.start)
    let limit = min(term.count - offset, Int(word.length))
    var common = 0
    while common < limit, letters[start + common] == term[offset + common] { common += 1 }
    return common
  }

  /// `nil` if the piece would end inside a scalar.
  private func piece(_ index: Int, _ offset: Int, _ length: Int, _ layout: borrowing ItemLayout) -> Piece? {
    let end = offset + length
    if end < term.count, term[end] & 0xC0 == 0x80 { return nil }
    let word = layout.words[index]
    return Piece(
      isInitial: length == utf8Length(lead: term[offset]), isWhole: length == Int(word.length),
      isLast: end == term.count, endsPhrase: word.endsPhrase)
  }

  /// The word after the one at `index`, and its first parts if it is a compound.
  private func nexts(of index: Int, _ layout: borrowing ItemLayout) -> Range<Int> {
    let word = layout.words[index]
    if word.endsPhrase { return 0..<0 }
    let next = Int(word.next)
    var end = next + 1
    while layout.words[end - 1].kind == .compound || layout.words[end - 1].kind == .inner { end += 1 }
    return next..<end
  }

  // MARK: - Costs

  private struct Beginning {
    let kind: RunKind
    let way: RunMatch.Way
    let cost: UInt32
    let length: Int
    let next: Int
    let rest: UInt16
  }

  /// What a run is and costs, given its first piece and what follows.
  private func run(
    _ kind: RunKind, startsWith piece: Piece, _ word: ItemLayout.Word, _ rest: UInt16
  ) -> (way: RunMatch.Way, cost: UInt32)? {
    let ones = UInt32(rest) * costs.laterOneLetterChunk
    switch kind {
    case .split:
      return piece.isWhole ? (.split, costs.split) : nil
    case .initials:
      guard piece.isInitial else { return nil }
      let isAll = rest == 0 && word.startsPhrase
      if word.field == .searchText, !isAll { return nil }
      if letterCount == 2 { return (.initialsOfPart, costs.twoInitials) }
      return isAll ? (.initialsOfTitle, costs.initialsOfTitle) : (.initialsOfPart, costs.initialsOfPart)
    case .wholeWords:
      // In a description nearly any letters begin some words.
      guard word.field != .searchText else { return nil }
      return piece.isWhole && letterCount > 2 ? (.chunks, costs.splitPrefix + ones) : nil
    case .chunks:
      guard letterCount > 2, word.field != .searchText else { return nil }
      return (.chunks, costs.chunks + UInt32(piece.ones) * costs.oneLetterChunk + ones)
    }
  }

  /// What a piece that is not the first adds to ``RunRest``.
  private func count(_ kind: RunKind, _ piece: Piece) -> UInt16 {
    switch kind {
    case .split: piece.isLast && piece.isWhole ? 0 : RunRest.none
    case .initials: piece.isInitial ? (piece.isLast && !piece.endsPhrase ? 1 : 0) : RunRest.none
    case .wholeWords: piece.isLast || piece.isWhole ? piece.ones : RunRest.none
    case .chunks: piece.ones
    }
  }

  /// What the term from `offset` on costs, when it goes on with the word at `index`.
  private func rest(
    from index: Int, offset: Int, depth: Int, _ layout: borrowing ItemLayout, _ letters: Span<UInt8>,
    _ memo: inout RunMemo
  ) -> RunRest {
    if depth > 1, let known = memo.rest(from: index, offset) { return known }
    var rest = RunRest()
    var length = commonLength(index, offset, layout, letters)
    while length > 0 {
      defer { length -= 1 }
      guard let piece = piece(index, offset, length, layout) else { continue }
      if piece.isLast {
        for kind in RunKind.allCases { rest.take(count(kind, piece), kind) }
        continue
      }
      for next in nexts(of: index, layout) {
        let later = self.rest(from: next, offset: offset + length, depth: depth + 1, layout, letters, &memo)
        for kind in RunKind.allCases where kind != .split { rest.take(later[kind] + count(kind, piece), kind) }
      }
    }
    if depth > 1 { memo.insert(rest, from: index, offset, wordCount: layout.words.count, letterCount: term.count) }
    return rest
  }

  /// Walks the run again that begins so.
  private func follow(
    _ beginning: Beginning, from first: Int, _ keepsPieces: Bool, _ layout: borrowing ItemLayout,
    _ letters: Span<UInt8>, _ memo: inout RunMemo
  ) -> RunMatch {
    var run = RunMatch(way: beginning.way, cost: beginning.cost, last: beginning.next)
    if keepsPieces { run.pieces.append(RunMatch.Piece(word: first, length: beginning.length)) }
    var offset = beginning.length
    var left = beginning.rest
    while offset < term.count {
      guard let step = step(beginning.kind, from: run.last, offset, left, layout, letters, &memo) else { break }
      if keepsPieces { run.pieces.append(RunMatch.Piece(word: run.last, length: step.length)) }
      offset += step.length
      left = step.left
      run.last = step.next ?? run.last
    }
    return run
  }

  /// The longest piece, and the word after it, with which what is left can be reached.
  private func step(
    _ kind: RunKind, from index: Int, _ offset: Int, _ left: UInt16, _ layout: borrowing ItemLayout,
    _ letters: Span<UInt8>, _ memo: inout RunMemo
  ) -> (length: Int, next: Int?, left: UInt16)? {
    var length = commonLength(index, offset, layout, letters)
    while length > 0 {
      defer { length -= 1 }
      guard let piece = piece(index, offset, length, layout) else { continue }
      let count = count(kind, piece)
      guard count <= left else { continue }
      if piece.isLast {
        if count == left { return (length, nil, 0) }
        continue
      }
      for next in nexts(of: index, layout) {
        let later = rest(from: next, offset: offset + length, depth: 2, layout, letters, &memo)
        if later[kind] == left - count { return (length, next, later[kind]) }
      }
    }
    return nil
  }
}
