/// For each word of the dictionary the rows of the items that hold it, ascending, each once, and how well
/// the word stands there.
struct Postings: Sendable {
  private(set) var rows: [UInt32]
  private(set) var places: [UInt8]
  private let starts: [UInt32]
  /// The least ``RankKey`` in every ``blockLength`` postings, and in every ``blockLength`` of those.
  private(set) var blockKeys: [RankKey] = []
  private(set) var superblockKeys: [RankKey] = []

  static let blockLength = 64

  /// - Parameters:
  ///   - tokenPlaces: the place of each token of the column.
  ///   - rankKey: what orders a posting among those of words that are matched alike.
  init(
    _ tokens: TokenColumn, tokenPlaces: [UInt8], wordCount: Int, rankKey: (_ row: Int, _ place: UInt8) -> RankKey
  ) {
    var starts = [UInt32](repeating: 0, count: wordCount + 1)
    var lastRow = [UInt32](repeating: .max, count: wordCount)
    for row in 0..<tokens.count {
      for index in tokens.range(row) {
        let word = TokenColumn.word(tokens.tokens[index])
        if lastRow[word] != UInt32(row) {
          lastRow[word] = UInt32(row)
          starts[word + 1] += 1
        }
      }
    }
    for word in 0..<wordCount { starts[word + 1] += starts[word] }
    var rows = [UInt32](repeating: 0, count: Int(starts[wordCount]))
    var places = [UInt8](repeating: 0, count: rows.count)
    var next = starts
    for row in 0..<tokens.count {
      for index in tokens.range(row) {
        let word = TokenColumn.word(tokens.tokens[index])
        let posting = Int(next[word])
        if posting > Int(starts[word]), rows[posting - 1] == UInt32(row) {
          places[posting - 1] = min(places[posting - 1], tokenPlaces[index])
        } else {
          rows[posting] = UInt32(row)
          places[posting] = tokenPlaces[index]
          next[word] += 1
        }
      }
    }
    blockKeys.reserveCapacity(rows.count / Postings.blockLength + 1)
    var least = RankKey.max
    for posting in rows.indices {
      least = min(least, rankKey(Int(rows[posting]), places[posting]))
      if posting % Postings.blockLength == Postings.blockLength - 1 || posting == rows.count - 1 {
        blockKeys.append(least)
        least = .max
      }
    }
    for block in stride(from: 0, to: blockKeys.count, by: Postings.blockLength) {
      superblockKeys.append(blockKeys[block..<min(block + Postings.blockLength, blockKeys.count)].min() ?? .max)
    }
    self.rows = rows
    self.places = places
    self.starts = starts
  }

  /// Where the postings of neighbouring words lie.
  func range(_ words: Range<Int>) -> Range<Int> {
    Int(starts[words.lowerBound])..<Int(starts[words.upperBound])
  }

  /// The rows of neighbouring words, ascending for each of them.
  func rows(_ words: Range<Int>) -> ArraySlice<UInt32> { rows[range(words)] }
}

/// What orders the postings of words that are matched alike: the place, then the item's weight, then the
/// length of its title. Less is better.
struct RankKey: Sendable, Hashable, Comparable {
  let rawValue: UInt32

  static let max = RankKey(rawValue: .max)

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// - Parameter titleLength: in bytes; beyond 254 all are alike.
  init(place: UInt8, weight: UInt16, titleLength: Int) {
    rawValue = UInt32(place) << 24 | UInt32(UInt16.max - weight) << 8 | UInt32(min(titleLength, 255))
  }

  var place: Place { Place(rawValue: UInt8(rawValue >> 24)) }
  var weight: UInt16 { UInt16.max - UInt16(truncatingIfNeeded: rawValue >> 8) }
  /// The title is no shorter.
  var titleLength: Int { Int(rawValue & 0xFF) }

  static func < (a: RankKey, b: RankKey) -> Bool { a.rawValue < b.rawValue }
}
