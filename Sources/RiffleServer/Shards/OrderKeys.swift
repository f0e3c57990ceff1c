#if Service
  import Riffle
  import RiffleStore

  /// The keys of a list's order: byte strings that compare as the places of items do, also between shards of a list.
  struct OrderKeys: Sendable {
    /// The alphabet of a list that is arranged by one.
    private let alphabet: ListAlphabet?
    private let fields: [FieldDefinition]
    /// What the keys depend on. Keys of different formats do not compare.
    let format: String
    /// The kind of the first column of the order, which holds the section in a list that is arranged by sections.
    let firstKind: FieldKind?

    /// The work to compute a key, in steps of searches.
    var work: Int { alphabet == nil ? 500 : 3_000 }

    private static let version = 2

    /// - Returns: `nil` if the list does not keep what its order depends on.
    init?(_ list: StoreList) {
      guard list.source.hasOrderFields == true else { return nil }
      fields = OrderFields.of(list.settings.fields)
      let kinds = fields.map(\.kind.rawValue).joined(separator: ",")
      firstKind = fields.first?.kind
      switch list.settings.arrangement {
      case .alphabet(let locales):
        guard let alphabet = try? ListAlphabet(locales: locales) else { return nil }
        self.alphabet = alphabet
        let versions = "\(OrderKeys.version).\(LibraryVersions.folding)"
        format =
          "\(versions) alphabet \(locales.joined(separator: ",")) \(alphabet.collation.version) \(kinds)\(OrderKeys.format(list))"
      case .arrival, .sections:
        alphabet = nil
        format = "\(OrderKeys.version) table \(kinds)\(OrderKeys.format(list))"
      }
    }

    /// Returns what the order by fields of a list depends on.
    private static func format(_ list: StoreList) -> String {
      let fields = list.settings.fields.filter { !OrderFields.contains($0.name) }
      if fields.isEmpty { return "" }
      let texts = fields.map { field in
        "\(field.name):\(field.kind)\(field.isFolded ? " folded" : "")\(field.hasSeveralValues ? "…" : "")"
      }
      let folding = fields.contains { $0.isFolded } ? " \(LibraryVersions.folding)" : ""
      return "\(folding) fields \(texts.joined(separator: ","))"
    }

    /// Returns the key of an item.
    func key(of item: Item<ItemID>) -> [UInt8] {
      var key: [UInt8] = []
      if let alphabet {
        let text = item.reading.isEmpty ? item.title : item.reading
        key.append(bigEndian: UInt64(alphabet.buckets.bucket(for: text)), byteCount: 2)
        // Keys of ICU have no zeros.
        alphabet.appendKey(of: text, to: &key)
        key.append(0)
      }
      for field in fields { OrderKeys.append(item.fields[field.name]?.first, to: &key) }
      switch item.id {
      case .integer(let number): OrderKeys.append(.integer(number), to: &key)
      case .text(let text): OrderKeys.append(.text(text), to: &key)
      }
      return key
    }

    /// Appends a value. Numbers come before texts, and a missing number behind all others.
    private static func append(_ value: FieldValue?, to key: inout [UInt8]) {
      switch value {
      case .integer(let number)?:
        key.append(1)
        key.append(bigEndian: UInt64(bitPattern: number) ^ 1 << 63, byteCount: 8)
      case .real(let number)?:
        key.append(1)
        let bits = (number == 0 ? 0 : number).bitPattern
        key.append(bigEndian: bits >> 63 == 0 ? bits | 1 << 63 : ~bits, byteCount: 8)
      case .text(let text)?:
        key.append(2)
        for byte in text.utf8 {
          key.append(byte)
          if byte == 0 { key.append(1) }
        }
        key.append(contentsOf: [0, 0])
      case .time?, .boolean?, nil: key.append(3)
      }
    }
  }

  extension [UInt8] {
    /// Appends the low bytes of a number, the highest of them first.
    fileprivate mutating func append(bigEndian number: UInt64, byteCount: Int) {
      for byte in (0..<UInt64(byteCount)).reversed() { append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
    }
  }

  /// The key of a hit: byte strings that compare as hits of one answer do, also between shards of a list.
  package struct MergeKey: Sendable, Hashable, Comparable {
    package let bytes: [UInt8]

    /// - Parameters:
    ///   - hit: a hit of an answer in order of relevance.
    ///   - order: the key of its place in the list.
    init(ranked hit: Answer.FoundHit, order: [UInt8]) {
      var bytes: [UInt8] = []
      let raw = hit.score.rawValue
      bytes.append(bigEndian: raw >> 1, byteCount: 8)
      bytes.append(bigEndian: UInt64(hit.rankLength), byteCount: 4)
      bytes.append(UInt8(raw & 1))
      self.bytes = bytes + order
    }

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Parses hexadecimal digits.
    package init?(_ text: String) {
      let digits = Array(text.utf8)
      guard digits.count % 2 == 0 else { return nil }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(digits.count / 2)
      for index in stride(from: 0, to: digits.count, by: 2) {
        guard let high = MergeKey.value(digits[index]), let low = MergeKey.value(digits[index + 1]) else { return nil }
        bytes.append(high << 4 | low)
      }
      self.bytes = bytes
    }

    private static func value(_ digit: UInt8) -> UInt8? {
      switch digit {
      case 48...57: digit - 48
      case 97...102: digit - 87
      default: nil
      }
    }

    /// Hexadecimal digits.
    package var text: String {
      var digits: [UInt8] = []
      digits.reserveCapacity(2 * bytes.count)
      for byte in bytes {
        for half in [byte >> 4, byte & 15] { digits.append(half < 10 ? 48 + half : 87 + half) }
      }
      return String(decoding: digits, as: UTF8.self)
    }

    package static func < (a: Self, b: Self) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }
  }

  extension SearchPool {
    /// Returns how many rows of a list come before places, and charges the caller's allowance. Takes long: for search threads.
    /// - Parameter ranked: the keys of the places.
    /// - Throws: ``Problem`` if it is cancelled.
    func ranks(
      of ranked: [MergeKey], in list: SnapshotKeep.List, _ keys: OrderKeys, _ caller: Caller,
      _ cancellation: Cancellation
    ) throws(Problem) -> [Int] {
      // In advance: cancelled work counts too.
      caller.allowance.spend(work: ranked.count * (Int.bitWidth - list.count.leadingZeroBitCount) * keys.work)
      var ranks: [Int] = []
      for key in ranked {
        if cancellation.isCancelled { try checkEnding(.cancelled) }
        ranks.append(list.rank(of: key.bytes, keys))
      }
      return ranks
    }

    /// Returns the keys of some rows of a list, and charges the caller's allowance.
    /// - Parameter samples: the range of the rows, and their number; `nil` for none.
    /// - Returns: evenly spaced rows of the range; all of them if they are few.
    /// - Throws: ``Problem`` if it is cancelled.
    func samples(
      _ samples: (range: Range<Int>, count: Int)?, of list: SnapshotKeep.List, _ keys: OrderKeys, _ caller: Caller,
      _ cancellation: Cancellation
    ) throws(Problem) -> [(index: Int, key: MergeKey)] {
      guard let (range, count) = samples else { return [] }
      let rows = SearchPool.sampled(range.clamped(to: 0..<list.count), count)
      caller.allowance.spend(work: rows.count * keys.work)
      var found: [(index: Int, key: MergeKey)] = []
      for row in rows {
        if cancellation.isCancelled { try checkEnding(.cancelled) }
        guard let item = list.elements(offset: row, limit: 1).first else { break }
        found.append((row, MergeKey(keys.key(of: item))))
      }
      return found
    }

    private static let mostSamples = 1_024

    /// Returns evenly spaced rows of a range; all of them if they are few.
    static func sampled(_ rows: Range<Int>, _ count: Int) -> [Int] {
      let number = min(count, rows.count, mostSamples)
      return (0..<number).map { rows.lowerBound + $0 * rows.count / number }
    }
  }

  extension SnapshotKeep.List {
    /// Returns how many rows come before a place.
    /// - Parameter key: the key of the place.
    /// - Complexity: O(log *n*) keys.
    fileprivate func rank(of key: [UInt8], _ keys: OrderKeys) -> Int {
      var (low, high) = (0, count)
      while low < high {
        let middle = (low + high) / 2
        guard let item = elements(offset: middle, limit: 1).first else { break }
        if keys.key(of: item).lexicographicallyPrecedes(key) { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }
#endif
