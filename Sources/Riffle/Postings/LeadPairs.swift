/// For each two bytes the places where a word begins with the first and the word after it with the
/// second: where to look for terms that run over several words.
struct LeadPairs: Sendable {
  let rows: [UInt32]
  let contexts: RunContexts
  /// By pair, first byte × 256 + second byte.
  let starts: PairStarts

  /// No byte of UTF-8: stands for the inside of a word of which only the first letter counts, if that is one byte.
  static let initialsOnly: UInt8 = 0xFF

  /// How many entries there are.
  var count: Int { rows.count }

  /// Calls `body` with the rows in which `term` may be the beginnings of two or more neighbouring words, in
  /// no order, some of them several times.
  ///
  /// - Parameters:
  ///   - term: folded, valid UTF-8.
  func forEachRow(holdingRunOf term: [UInt8], _ body: (UInt32) -> Void) {
    for cut in LeadPairs.cuts(of: term) {
      contexts.forEachEntry(in: range(term, cut), inside: cut > 1 ? term[1] : nil, following: following(term, cut)) {
        body(rows[$0])
      }
    }
  }

  /// How many entries ``forEachRow(holdingRunOf:_:)`` looks at.
  func entryCount(forRunOf term: [UInt8]) -> Int {
    LeadPairs.cuts(of: term).reduce(0) { $0 + range(term, $1).count }
  }

  /// Where the second word of a run can begin in a term.
  private static func cuts(of term: [UInt8]) -> some Sequence<Int> {
    term.indices.dropFirst().lazy.filter { term[$0] & 0xC0 != 0x80 }
  }

  private func range(_ term: [UInt8], _ cut: Int) -> Range<Int> {
    starts.range(Int(term[0]) << 8 | Int(term[cut]))
  }

  /// The byte with which the second word, or the one after it, goes on.
  private func following(_ term: [UInt8], _ cut: Int) -> UInt8? { cut + 1 < term.count ? term[cut + 1] : nil }

  /// Adds the pairs of one field.
  ///
  /// - Parameters:
  ///   - layout: that of the field, whose words lie in `letters`.
  ///   - row: within the batch.
  static func append(_ layout: borrowing ItemLayout, letters: [UInt8], row: Int, to entries: inout [Entry]) {
    let letters = letters.span
    @inline(__always)
    func byte(_ offset: Int, of word: ItemLayout.Word) -> UInt8 {
      offset < Int(word.length) ? letters[Int(word.start) + offset] : 0
    }
    // Beyond ASCII the second byte is one of the first letter.
    @inline(__always)
    func inside(_ word: ItemLayout.Word, _ isHidden: Bool) -> UInt8 {
      isHidden && byte(0, of: word) < 0x80 ? initialsOnly : byte(1, of: word)
    }
    let words = layout.words.span
    for index in words.indices where words[index].kind != .extra && words[index].kind != .extraAcross {
      // Of a search text only the initials of whole phrases are looked for by pairs.
      if words[index].endsPhrase || words[index].field == .searchText && !words[index].startsPhrase { continue }
      var next = Int(words[index].next)
      var last: UInt32?
      // A run goes on with the next word or, if that is a compound, with its first parts.
      while next < words.count {
        let later = words[next].endsPhrase ? nil : Int(words[next].next)
        let isHidden = words[index].field == .searchText
        let context = RunContexts.pack(
          firstInside: inside(words[index], isHidden), nextInside: inside(words[next], isHidden),
          laterLead: later.map { byte(0, of: words[$0]) } ?? 0)
        if context != last, words[index].length > 0, words[next].length > 0 {
          let pair = UInt16(byte(0, of: words[index])) << 8 | UInt16(byte(0, of: words[next]))
          entries.append(Entry(pair: pair, context: context, row: row))
        }
        last = context
        guard words[next].kind == .compound || words[next].kind == .inner else { break }
        next += 1
      }
    }
  }

  /// A pair with its context, of a row of a batch.
  struct Entry: Sendable {
    /// The pair in bits 48 to 63, the row in bits 24 to 47, the context below.
    let bits: UInt64

    var pair: Int { Int(truncatingIfNeeded: bits >> 48) }
    var row: UInt32 { UInt32(truncatingIfNeeded: bits >> 24) & 0xFF_FFFF }
    var context: UInt32 { UInt32(truncatingIfNeeded: bits) & 0xFF_FFFF }

    /// - Parameter row: less than ``ItemBatch/maximumCount``.
    @inline(__always)
    init(pair: UInt16, context: UInt32, row: Int) {
      bits = UInt64(pair) << 48 | UInt64(truncatingIfNeeded: row) << 24 | UInt64(context)
    }

    /// The first two words of a phrase of a search text, of which nothing but initials counts.
    @inline(__always)
    init(initials head: UInt64, next: UInt64, later: UInt64, row: Int) {
      @inline(__always)
      func initial(_ head: UInt64) -> UInt64 {
        head & 0xFF < 0x80 ? head & 0xFF | UInt64(LeadPairs.initialsOnly) << 8 : head
      }
      self.init(head: initial(head), next: initial(next), later: later, row: row)
    }

    /// - Parameters:
    ///   - head: the first bytes of the first word, the first one lowest, zeros after a shorter word; see ``WordKey``.
    ///   - next: those of the word after it.
    ///   - later: those of the word after that, 0 if there is none.
    @inline(__always)
    init(head: UInt64, next: UInt64, later: UInt64, row: Int) {
      bits =
        (head & 0xFF) << 56 | (next & 0xFF) << 48 | UInt64(truncatingIfNeeded: row) << 24
        | (head & 0xFF00) << 8 | next & 0xFF00 | later & 0xFF
    }
  }

  init(rows: [UInt32], contexts: RunContexts, starts: PairStarts) {
    self.rows = rows
    self.contexts = contexts
    self.starts = starts
  }
}
