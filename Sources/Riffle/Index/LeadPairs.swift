/// For each two bytes the places where a word begins with the first and the word after it with the
/// second: where to look for terms that run over several words.
struct LeadPairs: Sendable {
  private let rows: [UInt32]
  private let contexts: RunContexts
  /// By pair, first byte × 256 + second byte.
  private let starts: [UInt32]

  /// Calls `body` with the rows in which `term` may be the beginnings of two or more neighbouring words, in
  /// no order, some of them several times.
  ///
  /// - Parameters:
  ///   - term: folded, valid UTF-8.
  ///   - firstCut: the first offset in the term at which the second word may begin.
  func forEachRow(holdingRunOf term: [UInt8], cutFrom firstCut: Int = 1, _ body: (UInt32) -> Void) {
    for cut in LeadPairs.cuts(of: term) where cut >= firstCut {
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
    let pair = Int(term[0]) << 8 | Int(term[cut])
    return Int(starts[pair])..<Int(starts[pair + 1])
  }

  /// The byte with which the second word, or the one after it, goes on.
  private func following(_ term: [UInt8], _ cut: Int) -> UInt8? { cut + 1 < term.count ? term[cut + 1] : nil }

  /// Collects pairs row by row, in 10 bytes each.
  struct Builder {
    private var pairs: [UInt16] = []
    /// The row in the upper half, its context in the lower; see ``RunContexts``.
    private var entries: [UInt64] = []

    /// Adds the field laid out, whose words lie in `letters`.
    mutating func append(_ layout: borrowing ItemLayout, letters: Span<UInt8>, row: Int) {
      let words = layout.words.span
      for index in words.indices where words[index].kind != .extra && words[index].kind != .extraAcross {
        var next = Int(words[index].next)
        var last: UInt32?
        // A run goes on with the next word or, if that is a compound, with its first parts.
        while next < words.count, words[next].field == words[index].field {
          let later = Int(words[next].next)
          let hasLater = later < words.count && words[later].field == words[next].field
          let context = RunContexts.pack(
            firstInside: byte(1, of: words[index], letters), nextInside: byte(1, of: words[next], letters),
            laterLead: hasLater ? byte(0, of: words[later], letters) : 0)
          if context != last, words[index].length > 0, words[next].length > 0 {
            let lead = UInt16(letters[Int(words[index].start)])
            pairs.append(lead << 8 | UInt16(letters[Int(words[next].start)]))
            entries.append(UInt64(truncatingIfNeeded: row) << 32 | UInt64(context))
          }
          last = context
          guard words[next].kind == .compound || words[next].kind == .inner else { break }
          next += 1
        }
      }
    }

    @inline(__always)
    private func byte(_ offset: Int, of word: ItemLayout.Word, _ letters: Span<UInt8>) -> UInt8 {
      offset < Int(word.length) ? letters[Int(word.start) + offset] : 0
    }

    /// How many pairs there are.
    var count: Int { pairs.count }

    mutating func reserveCapacity(_ count: Int) {
      pairs.reserveCapacity(count)
      entries.reserveCapacity(count)
    }

    /// - Complexity: O(``count``).
    consuming func finish() -> LeadPairs {
      var starts = [UInt32](repeating: 0, count: 1 << 16 + 1)
      for pair in pairs { starts[Int(pair) + 1] += 1 }
      for pair in 0..<1 << 16 { starts[pair + 1] += starts[pair] }
      // What belongs together goes to its place together: each place is a cache miss.
      var sorted = [UInt64](repeating: 0, count: entries.count)
      var next = starts
      for index in pairs.indices {
        let pair = Int(pairs[index])
        sorted[Int(next[pair])] = entries[index]
        next[pair] += 1
      }
      pairs = []
      entries = []
      return LeadPairs(sorted, starts: starts)
    }
  }

  private init(_ entries: [UInt64], starts: [UInt32]) {
    rows = entries.map { UInt32(truncatingIfNeeded: $0 >> 32) }
    contexts = RunContexts(entries)
    self.starts = starts
  }
}
