internal import CKernels

// Unsafe memory: the kernel reads the bytes of a row and as many more as the padding has, and writes no more tokens than
// there are bytes, for which `append` has made room.

/// The encoding of the words of a row: one byte for the most frequent words, two for the next, three or four for all others,
/// and marks for what is not a simple word of the field at hand.
///
/// Each word, and each mark, is a number in groups of seven bits, the highest group first, all bytes but the last with
/// the high bit set:
///
/// | number | |
/// |---|---|
/// | 0, 1 | the words that follow are of the reading, of the search text |
/// | 2 | the next word begins a phrase |
/// | 3–7 | the next word is of a ``TokenKind`` from ``TokenKind/compound`` on; two of them set the bits of both |
/// | 8–16,383 | a word by its rank, and 8 more |
/// | 16,384– | a word by its number, and 16,384 more |
struct TokenCode {
  /// Words by rank, at least one.
  let common: [UInt32]
  /// For each word its rank and 1 more, or 0.
  private let ranks: [UInt16]

  /// A load reads so many bytes beyond the last row.
  static let padding = Int(TOKEN_PADDING)

  private static let markCount = Int(TOKEN_MARK_COUNT)
  private static let rankLimit = UInt32(TOKEN_RANK_LIMIT)

  /// - Parameter postingCounts: for each word how many rows hold it.
  /// - Complexity: O(*n*) in the number of words.
  init(_ postingCounts: (Int) -> Int, wordCount: Int) {
    let most = Int(TokenCode.rankLimit) - TokenCode.markCount
    // A counting sort: few words are so frequent that their counts are clamped.
    var counts = [Int](repeating: 0, count: 1 << 12)
    for word in 0..<wordCount { counts[min(postingCounts(word), counts.count - 1)] += 1 }
    var least = counts.count - 1
    var chosen = counts[least]
    while least > 1, chosen < most {
      least -= 1
      chosen += counts[least]
    }
    var words: [(count: Int, word: UInt32)] = []
    for word in 0..<wordCount {
      let count = postingCounts(word)
      // Of those that are only just frequent enough the first ones are taken.
      if count > least || count == least && words.count < 2 * most {
        words.append((count, UInt32(truncatingIfNeeded: word)))
      }
    }
    words.sort { ($1.count, $0.word) < ($0.count, $1.word) }
    let common = words.prefix(most).map(\.word)
    var ranks = [UInt16](repeating: 0, count: wordCount)
    for (rank, word) in common.enumerated() { ranks[Int(word)] = UInt16(truncatingIfNeeded: rank + 1) }
    self.ranks = ranks
    self.common = common.isEmpty ? [0] : common
  }

  /// Writes the tokens of a row.
  func write(_ tokens: Span<UInt32>, to bytes: inout [UInt8]) {
    if tokens.isEmpty { return }
    let ranks = ranks.span
    bytes.append(addingCapacity: tokens.count * TokenCode.mostBytes) { output in
      var field: UInt32 = 0
      for index in tokens.indices {
        let token = tokens[index]
        let (code, kind) = (token >> 30, token >> 27 & 7)
        if min(code, 2) != field {
          field = min(code, 2)
          output.append(UInt8(field - 1))
        }
        if code == 3 { output.append(UInt8(TOKEN_MARK_PHRASE)) }
        if kind > TokenCode.mostMarked {
          output.append(TokenCode.mark(ofKind: TokenCode.mostMarked & kind))
          output.append(TokenCode.mark(ofKind: kind & ~TokenCode.mostMarked))
        } else if kind != 0 {
          output.append(TokenCode.mark(ofKind: kind))
        }
        let word = token & TokenColumn.wordBits
        let rank = UInt32(ranks[Int(word)])
        TokenCode.write(
          rank == 0 ? word + TokenCode.rankLimit : UInt32(TokenCode.markCount) + rank - 1, to: &output)
      }
    }
  }

  /// A field, a phrase, a kind of two marks, and four bytes of number.
  private static let mostBytes = 8

  /// The last kind that has a mark of its own: the one after it has two.
  private static let mostMarked = UInt32(TokenKind.extraAcross.rawValue)

  private static func mark(ofKind kind: UInt32) -> UInt8 { UInt8(UInt32(TOKEN_FIRST_KIND_MARK) - 1 + kind) }

  @inline(__always)
  static func write(_ number: UInt32, to output: inout OutputSpan<UInt8>) {
    var shift: UInt32 = number < 0x80 ? 0 : number < 0x4000 ? 7 : number < 0x20_0000 ? 14 : 21
    while shift > 0 {
      output.append(UInt8(truncatingIfNeeded: number >> shift) | 0x80)
      shift -= 7
    }
    output.append(UInt8(truncatingIfNeeded: number) & 0x7F)
  }

  /// Appends the tokens of a row.
  ///
  /// - Parameters:
  ///   - range: of the row in `bytes`, which have ``padding`` more.
  ///   - common: not empty.
  ///   - readsSearchText: `false` leaves out the words of a search text.
  ///   - output: with room for as many tokens as there are bytes.
  /// - Returns: whether no words have been left out.
  @inline(__always) @discardableResult
  static func append(
    _ range: Range<Int>, of bytes: Column<UInt8>, _ common: Column<UInt32>, readsSearchText: Bool,
    to output: inout OutputSpan<UInt32>
  ) -> Bool {
    var isWhole: Int32 = 1
    bytes.withUnsafeBufferPointer(toRead: range) { bytes in
      common.withUnsafeBufferPointer(toRead: 0..<common.count) { common in
        output.withUnsafeMutableBufferPointer { output, written in
          guard let base = bytes.baseAddress, let words = common.baseAddress, let target = output.baseAddress,
            range.upperBound <= bytes.count - padding, output.count - written >= range.count
          else { return }
          written += kernel_read_tokens(
            base + range.lowerBound, range.count, words, common.count, readsSearchText ? 1 : 0, target + written,
            &isWhole)
        }
      }
    }
    return isWhole != 0
  }
}
