/// The beginnings of two neighbouring words, and of the word after them: the key of a posting list of ``PairPostings``.
///
/// Keys are ordered by the first bytes of both words, then by the second byte of the first word.
struct PairKey: Sendable, Hashable, Comparable {
  /// From bit 32 down a byte each: the first byte of the first word, that of the next, the second byte of the first word,
  /// that of the next, 0 if a word has only one; and the first byte of the word after these, 0 if there is none.
  let bits: UInt64

  /// No byte of UTF-8: stands for the inside of a word of which only the first letter counts, if that is one byte.
  static let initialsOnly: UInt8 = 0xFF
  /// The same where function words lie between the words of the key.
  static let acronymOnly: UInt8 = 0xFE

  init(bits: UInt64) { self.bits = bits }

  /// - Parameters:
  ///   - head: the first bytes of the first word, the first one lowest, zeros after a shorter word; see ``WordKey``.
  ///   - next: those of the word after it.
  ///   - later: those of the word after that, 0 if there is none.
  @inline(__always)
  init(head: UInt64, next: UInt64, later: UInt64) {
    bits = (head & 0xFF) << 32 | (next & 0xFF) << 24 | (head & 0xFF00) << 8 | next & 0xFF00 | later & 0xFF
  }

  /// The first two words of a phrase of a search text, of which nothing but initials counts.
  @inline(__always)
  init(initials head: UInt64, next: UInt64, later: UInt64) {
    @inline(__always)
    func initial(_ head: UInt64) -> UInt64 {
      head & 0xFF < 0x80 ? head & 0xFF | UInt64(PairKey.initialsOnly) << 8 : head
    }
    self.init(head: initial(head), next: initial(next), later: later)
  }

  /// Two words of which nothing but initials counts, with function words beside the second one left out; `nil` unless both begin
  /// with letters of ASCII.
  @inline(__always)
  init?(acronym head: UInt64, next: UInt64, later: UInt64) {
    guard head & 0xFF < 0x80, next & 0xFF < 0x80 else { return nil }
    self.init(
      head: head & 0xFF | UInt64(PairKey.acronymOnly) << 8, next: next & 0xFF | UInt64(PairKey.acronymOnly) << 8,
      later: later)
  }

  var lead: UInt8 { UInt8(truncatingIfNeeded: bits >> 32) }
  var next: UInt8 { UInt8(truncatingIfNeeded: bits >> 24) }
  var inside: UInt8 { UInt8(truncatingIfNeeded: bits >> 16) }
  var nextInside: UInt8 { UInt8(truncatingIfNeeded: bits >> 8) }
  var laterLead: UInt8 { UInt8(truncatingIfNeeded: bits) }

  static func < (a: PairKey, b: PairKey) -> Bool { a.bits < b.bits }

  /// A key with the row of a batch that holds it, and how well the first word stands there.
  struct Entry: Sendable {
    /// The key in bits 24 to 63, the row in bits 8 to 23, the ``Place`` below.
    let bits: UInt64

    var key: PairKey { PairKey(bits: bits >> 24) }
    var row: UInt32 { UInt32(truncatingIfNeeded: bits >> 8) & 0xFFFF }
    var place: UInt8 { UInt8(truncatingIfNeeded: bits) }

    /// - Parameter row: less than ``ItemBatch/maximumCount``.
    @inline(__always)
    init(_ key: PairKey, row: Int, place: Place) {
      bits = key.bits << 24 | UInt64(truncatingIfNeeded: row) << 8 | UInt64(place.rawValue)
    }
  }
}

extension PairKey {
  /// Adds the keys of one field.
  ///
  /// - Parameters:
  ///   - layout: that of the field, whose words lie in `letters`.
  ///   - row: within the batch.
  ///   - titleCount: how many counted words the title has.
  ///   - titleStart: the unit of the title that counts as its start.
  static func append(
    _ layout: borrowing ItemLayout, letters: [UInt8], row: Int, titleCount: Int32, titleStart: Int32,
    to entries: inout [Entry]
  ) {
    let letters = letters.span
    @inline(__always)
    func head(_ word: ItemLayout.Word) -> UInt64 {
      var head: UInt64 = 0
      if word.length > 1 { head = UInt64(letters[Int(word.start) + 1]) << 8 }
      if word.length > 0 { head |= UInt64(letters[Int(word.start)]) }
      return head
    }
    func isFunctionWord(_ index: Int) -> Bool {
      layout.words[index].kind == .simple
        && FunctionWords.contains(letters.extracting(layout.words[index].range))
    }
    let words = layout.words.span
    let fewestTitleWords = layout.fewestTitleWords(titleCount)
    for index in words.indices where !words[index].kind.isExtra {
      // In a search text, only the initials of whole phrases have pairs.
      if words[index].endsPhrase || words[index].field == .searchText && !words[index].startsPhrase { continue }
      let place = Place(
        words[index], titleCount: words[index].field == .title ? fewestTitleWords : titleCount, titleStart: titleStart,
        nameTerms: .max)
      var next = Int(words[index].next)
      var last: PairKey?
      // A run goes on with the next word or, if that is a compound, with its first parts.
      while next < words.count {
        let later = words[next].endsPhrase ? 0 : head(words[Int(words[next].next)])
        let key =
          words[index].field == .searchText
          ? PairKey(initials: head(words[index]), next: head(words[next]), later: later)
          : PairKey(head: head(words[index]), next: head(words[next]), later: later)
        if key != last, words[index].length > 0, words[next].length > 0 {
          entries.append(Entry(key, row: row, place: place))
        }
        last = key
        guard words[next].kind == .compound || words[next].kind == .inner else { break }
        next += 1
      }
      PairKey.forEachAcronymPair(
        of: index, isFunctionWord: isFunctionWord,
        next: { words[$0].endsPhrase ? nil : Int(words[$0].next) },
        firstParts: { layout.wordAndFirstParts($0) },
        body: { next, later in
          guard words[index].length > 0, words[next].length > 0 else { return }
          let later = later.map { head(words[$0]) } ?? 0
          let key = PairKey(acronym: head(words[index]), next: head(words[next]), later: later)
          if let key { entries.append(Entry(key, row: row, place: place)) }
        })
    }
  }

  /// Calls `body` with the second word of each pair that an acronym may hold, and the word behind it, if function words are left
  /// out before or behind the second.
  ///
  /// - Parameters:
  ///   - first: the first word of the pairs.
  ///   - next: returns the word behind one in its phrase.
  ///   - firstParts: returns a word and, if it is a compound, its first parts.
  @inline(__always)
  static func forEachAcronymPair(
    of first: Int, isFunctionWord: (Int) -> Bool, next: (Int) -> Int?, firstParts: (Int) -> Range<Int>,
    body: (_ next: Int, _ later: Int?) -> Void
  ) {
    var second = next(first)
    for skipped in 0...FunctionWords.mostInRow {
      guard let word = second else { return }
      for part in firstParts(word) {
        var later = next(part)
        if skipped > 0 { body(part, later) }
        for _ in 0..<FunctionWords.mostInRow {
          guard let left = later, isFunctionWord(left), let beyond = next(left) else { break }
          body(part, beyond)
          later = beyond
        }
      }
      guard isFunctionWord(word) else { return }
      second = next(word)
    }
  }
}

extension ItemLayout {
  /// A word and, if it is a compound, its first parts.
  func wordAndFirstParts(_ index: Int) -> Range<Int> {
    var end = index + 1
    while words[end - 1].kind == .compound || words[end - 1].kind == .inner { end += 1 }
    return index..<end
  }

  /// How few words a run may go through the title with: fewer than it counts if it is one compound of compounds.
  fileprivate func fewestTitleWords(_ titleCount: Int32) -> Int32 {
    let title = words.prefix { $0.field == .title }
    guard title.first?.kind == .compound, title.contains(where: { $0.kind == .inner }),
      !title.dropFirst().contains(where: { $0.kind == .simple || $0.kind == .compound })
    else { return titleCount }
    // From each word on, itself included.
    var fewest = [Int32](repeating: 1, count: title.count)
    for index in title.indices.reversed() where !title[index].endsPhrase {
      var next = Int(title[index].next)
      fewest[index] = 1 + fewest[next]
      while title[next].kind == .inner, next + 1 < title.count {
        next += 1
        fewest[index] = min(fewest[index], 1 + fewest[next])
      }
    }
    // The compound itself is no run.
    return title.indices.dropFirst().filter { title[$0].startsPhrase }.map { fewest[$0] }.min() ?? titleCount
  }
}
