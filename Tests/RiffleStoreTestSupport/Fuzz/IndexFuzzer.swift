internal import MadeUpLists
internal import Riffle
internal import RiffleStore
internal import SystemPackage

/// Opens and searches the index files of a list that have been changed, as some bytes say.
///
/// Of a file the bytes change either what is in it, and then all that is found has to be what was written or say that it is
/// not. Or they change what it says of its columns, with a checksum that is right, as no damage does: then opening and
/// verifying it have to end.
package struct IndexFuzzer: Sendable {
  private let samples: [Sample]

  fileprivate struct Sample: Sendable {
    let files: [String: [UInt8]]
    let names: [String]
    let list: ListID
    let settings: IndexSettings
    let sound: Snapshot<Item<ItemID>, ItemID>
    let items: [Item<ItemID>]
  }

  package init() throws { samples = [try Sample(rowCount: 40), try Sample(rowCount: 1200)] }

  /// What to begin with: inputs of each kind.
  package var seeds: [[UInt8]] {
    var seeds: [[UInt8]] = []
    for sample in 0..<UInt8(samples.count) {
      for kind in 0..<UInt8(4) {
        for file in 0..<UInt8(4) {
          seeds.append([
            sample, kind, file, 2, 0, 1, 2, 3, 4, 5, 6, 7, 0, 3, 0x61, 0x6E, 0x65, 1, 2, 3, 4, 5, 6, 0, 2, 0x6B, 0x61,
          ])
        }
      }
    }
    seeds.append([0, 4, 0] + (samples[0].files["manifest"] ?? []))
    seeds.append([0, 4, 1] + (samples[0].files[samples[0].names[1]] ?? []))
    return seeds
  }

  /// - Returns: what is wrong, in words; `nil` if nothing is.
  package func problem(_ bytes: some Collection<UInt8>) -> String? {
    var input = FuzzInput(bytes)
    let sample = samples[input.number(below: samples.count)]
    var files = sample.files
    let (isHonest, isSame) = change(&files, sample, &input)
    let folder = IndexFolder("/index", MemoryFiles(files))
    guard let opened = try? folder.open(sample.list, sample.settings) else { return isSame ? "it is not opened" : nil }
    if isHonest { return use(opened.index, sample, &input) }
    _ = try? folder.verify(sample.list, sample.settings)
    return nil
  }

  // MARK: - Files

  /// - Returns: whether checksums are of what was written, and whether all is as it was.
  private func change(
    _ files: inout [String: [UInt8]], _ sample: Sample, _ input: inout FuzzInput
  ) -> (isHonest: Bool, isSame: Bool) {
    let kind = input.number(below: 5)
    let name = sample.names[input.number(below: sample.names.count)]
    guard var bytes = files[name] else { return (true, false) }
    var isHonest = true
    switch kind {
    case 0:
      // Single bytes, anywhere.
      for _ in 0..<input.number(below: 8) where !bytes.isEmpty {
        bytes[input.longNumber(below: bytes.count)] ^= UInt8(input.number(below: 256))
      }
    case 1:
      // Pieces that are zeros, missing, or elsewhere.
      for _ in 0..<input.number(below: 4) where bytes.count > 1 {
        let start = input.longNumber(below: bytes.count)
        let end = min(bytes.count, start + 1 + input.longNumber(below: 1 << 17))
        switch input.number(below: 3) {
        case 0: bytes.replaceSubrange(start..<end, with: repeatElement(0, count: end - start))
        case 1: bytes.removeSubrange(start..<end)
        default: bytes.insert(contentsOf: bytes[start..<end], at: input.longNumber(below: bytes.count))
        }
      }
    case 2:
      isHonest = false
      var parts = ColumnFileParts(bytes)
      for _ in 0..<input.number(below: 8) {
        parts.description[input.longNumber(below: parts.description.count)] = UInt8(input.number(below: 256))
      }
      bytes = parts.file
    case 3:
      isHonest = false
      var parts = ColumnFileParts(bytes)
      for _ in 0..<1 + input.number(below: 3) {
        parts.changeColumn(input.longNumber(below: 1 << 12)) { numbers in
          let which = input.number(below: 4)
          switch input.number(below: 4) {
          case 0: numbers[which] &+= input.number(below: 256) - 128
          case 1: numbers[which] = input.longNumber(below: 1 << 24)
          case 2: numbers[which] = numbers[which] &* 2
          default: numbers[which] = [0, -1, .max, .min, numbers[1] / 2][input.number(below: 5)]
          }
        }
      }
      bytes = parts.file
    default:
      // The rest of the input is the file.
      bytes = input.rest()
    }
    let isSame = files[name] == bytes
    files[name] = bytes
    return (isHonest, isSame)
  }

  // MARK: - Use

  /// - Parameter sample: what has to be found, unless the index says that it is partial.
  private func use(
    _ index: IndexFolder.Index, _ sample: Sample, _ input: inout FuzzInput
  ) -> String? {
    for _ in 0..<1 + input.number(below: 6) {
      let list = index.snapshot()
      switch input.number(below: 6) {
      case 0, 1:
        guard let query = try? Query(input.text()) else { continue }
        let request = SearchRequest(
          query, order: input.number(below: 4) == 0 ? .list : .relevance, offset: input.number(below: 8), limit: 10)
        let found = list.search(request)
        let ids = found.map(\.id)
        for hit in found { _ = Field.allCases.map { hit.utf8Highlights(in: $0) } }
        if ids != sample.sound.search(request).map(\.id), !list.isPartial {
          return "“\(query.text)” finds \(ids)"
        }
      case 2:
        let offset = input.longNumber(below: sample.items.count + 5)
        let items = list.elements(offset: offset, limit: 20)
        if items != Array(sample.items.dropFirst(offset).prefix(20)), !list.isPartial {
          return "other elements from \(offset)"
        }
      case 3:
        let id = sample.items[input.longNumber(below: sample.items.count)].id
        let position = list.position(of: id)
        if position != sample.sound.position(of: id), !list.isPartial { return "\(id) stands elsewhere" }
      case 4:
        // As it is, so that nothing changes.
        let item = sample.items[input.longNumber(below: sample.items.count)]
        _ = try? index.update { $0.upsert(item) }
      default: _ = try? index.optimize()
      }
    }
    let list = index.snapshot()
    if list.elements(offset: 0, limit: .max) != sample.items, !list.isPartial { return "other elements" }
    return nil
  }
}

extension IndexFuzzer.Sample {
  fileprivate init(rowCount: Int) throws {
    var rows = MadeUpRows(seed: UInt64(rowCount), wordCount: rowCount * 4)
    let items = (0..<rowCount).map { id in
      let more = (0..<(rowCount > 100 ? 60 : 3)).map { _ in rows.words[rows.random.below(rows.words.count)] }
      let row = rows.row(id: id)
      return Item<ItemID>(
        id: id % 3 == 0 ? .text("id \(id)") : .integer(Int64(id)), title: row.title,
        searchText: more.joined(separator: id % 2 == 0 ? " " : ", "), reading: id % 7 == 0 ? row.searchText : "",
        weight: UInt16(id % 5), isSearchable: id % 11 != 0, scopes: id % 4 == 0 ? ["fourth"] : [])
    }
    settings = IndexSettings(key: SipHash(first: 1, second: 2), scopes: ["fourth"])
    list = ListID(id: FileID(), definition: "fuzz")
    let conditions: [String: @Sendable (Item<ItemID>) -> Bool] = ["fourth": { $0.scopes.contains("fourth") }]
    let index = try IndexFolder.Index(
      storable: items.prefix(rowCount * 4 / 5), key: settings.key, scopes: conditions, options: settings.options)
    _ = try index.storedList()
    try index.update { batch in
      for item in items.suffix(rowCount / 5) { batch.upsert(item) }
      for item in items.prefix(rowCount / 10) { batch.delete(id: item.id) }
    }
    let stored = try index.storedList()
    let memory = MemoryFiles()
    let folder = IndexFolder("/index", memory)
    try folder.writeManifest(
      stored, of: list, sequence: 1, settings, try folder.writeSegments(stored, settings, since: WrittenIndex()))
    let files = memory.all
    self.files = files
    // The longest first, after what names the others.
    let segments = files.keys.filter { $0 != "manifest" }
    names = ["manifest"] + segments.sorted { (files[$0]?.count ?? 0) > (files[$1]?.count ?? 0) }
    sound = index.snapshot()
    self.items = sound.elements(offset: 0, limit: .max)
  }
}

/// Decisions, one after the other; 0 when there are no more.
private struct FuzzInput {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: some Collection<UInt8>) { self.bytes = Array(bytes) }

  private mutating func next() -> Int {
    defer { place += 1 }
    return place < bytes.count ? Int(bytes[place]) : 0
  }

  /// - Parameter bound: 256 at most.
  mutating func number(below bound: Int) -> Int { next() % bound }

  /// - Parameter bound: less than 2²⁴.
  mutating func longNumber(below bound: Int) -> Int { (next() << 16 | next() << 8 | next()) % max(1, bound) }

  mutating func text() -> String {
    let count = number(below: 24)
    let start = min(place, bytes.count)
    let end = min(start + count, bytes.count)
    place = end
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  mutating func rest() -> [UInt8] {
    defer { place = bytes.count }
    return Array(bytes[min(place, bytes.count)...])
  }
}
