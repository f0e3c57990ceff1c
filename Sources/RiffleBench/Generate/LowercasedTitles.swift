import Riffle

/// All titles of a list in lower case and sorted, to count those with a common beginning.
struct LowercasedTitles: Sendable {
  private struct Entry {
    /// The first eight bytes, most significant first: decides most comparisons without reading the text.
    var head: UInt64
    var start: Int
    var end: Int
  }

  private var text: [UInt8] = []
  private var entries: [Entry] = []

  init(_ items: ItemList) {
    text.reserveCapacity(items.textBytes)
    entries.reserveCapacity(items.count)
    for row in 0..<items.count {
      let start = text.count
      let title = items.titleBytes(row)
      if title.allSatisfy({ $0 < 0x80 }) {
        for byte in title { text.append(byte.isUppercaseLetter ? byte | 0x20 : byte) }
      } else {
        text.append(contentsOf: items.title(row).lowercased().utf8)
      }
      entries.append(Entry(head: LowercasedTitles.head(text[start...]), start: start, end: text.count))
    }
    entries.sort { [text] a, b in
      a.head != b.head
        ? a.head < b.head : text[a.start..<a.end].lexicographicallyPrecedes(text[b.start..<b.end])
    }
  }

  /// Returns the number of titles that begin with `prefix`, itself in lower case.
  func count(beginningWith prefix: String) -> Int {
    let prefix = Array(prefix.utf8)
    let head = LowercasedTitles.head(prefix[...])
    let first = entries.partitioningIndex { entry in
      entry.head != head ? entry.head > head : !text[entry.start..<entry.end].lexicographicallyPrecedes(prefix)
    }
    let afterLast = entries.partitioningIndex { entry in
      prefix.lexicographicallyPrecedes(text[entry.start..<min(entry.start + prefix.count, entry.end)])
    }
    return afterLast - first
  }

  private static func head(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var head: UInt64 = 0
    for byte in bytes.prefix(8) { head = head << 8 | UInt64(byte) }
    return bytes.count < 8 ? head << UInt64(8 * (8 - bytes.count)) : head
  }
}

extension UInt8 {
  fileprivate var isUppercaseLetter: Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self }
}
