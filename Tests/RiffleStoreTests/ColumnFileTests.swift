import MadeUpLists
import RiffleStoreTestSupport
import RiffleTestSupport
import SystemPackage
import Testing

@testable import Riffle
@testable import RiffleStore

/// RIFFLE_CASES sets how many damaged files are tried, RIFFLE_SEED where they begin.
@Suite struct ColumnFileTests {
  private static let firstSeed = setting("RIFFLE_SEED") ?? 1
  private static let caseCount = setting("RIFFLE_CASES") ?? 80

  private static let versions = TextVersions(IndexOptions())

  private static func list(_ count: Int, seed: UInt64 = 1) throws -> (
    items: [Item<Int>], list: Snapshot<Item<Int>, Int>
  ) {
    var rows = MadeUpRows(seed: seed)
    let items = rows.rows(count)
    return (items, try SearchIndex(items).snapshot())
  }

  @discardableResult
  private static func write(_ list: Snapshot<Item<Int>, Int>, to path: FilePath) throws(IndexFileError) -> FileID {
    let id = FileID()
    try ColumnFileWriter.write(list.segments[0].columns, versions, id: id, to: path, SystemFiles())
    return id
  }

  @Test func aFileIsTheSegmentThatWasWritten() throws {
    let folder = try TestFolder()
    for count in [1, 300, 20_000] {
      let (items, list) = try Self.list(count)
      let segment = list.segments[0]
      let path = folder.file("\(count)")
      let id = try Self.write(list, to: path)
      let file = try ColumnFile(path, Self.versions, id: id, SystemFiles())
      let read = try file.segment(IndexOptions())
      #expect(read.count == items.count && file.verify().isEmpty && !file.memory.isDamaged)
      #expect(zip(read.columns, segment.columns).allSatisfy { $0.name == $1.name && $0.bytes == $1.bytes })
    }
  }

  @Test func aFileThatIsThereAlreadyIsKept() throws {
    let folder = try TestFolder()
    try folder.write([1, 2, 3], "a")
    let (_, list) = try Self.list(10)
    #expect(throws: IndexFileError.self) { try Self.write(list, to: folder.file("a")) }
    #expect(try folder.bytes("a") == [1, 2, 3])
  }

  /// None crashes a reader, none is believed without a word, and `verify` finds each.
  @Test func damagedFilesAreFoundOut() throws {
    let folder = try TestFolder()
    let (items, list) = try Self.list(3000)
    let id = try Self.write(list, to: folder.file("a"))
    try Self.write(try Self.list(3000, seed: 2).list, to: folder.file("b"))
    let (sound, others) = (try folder.bytes("a"), try folder.bytes("b"))
    var refused = 0
    for seed in Self.firstSeed..<Self.firstSeed + Self.caseCount {
      var random = RandomText(seed: UInt64(seed))
      let bytes = random.damaged(sound, others)
      if bytes == sound { continue }
      try folder.write(bytes, "c")
      let file: ColumnFile
      do throws(IndexFileError) {
        file = try ColumnFile(folder.file("c"), Self.versions, id: id, SystemFiles())
      } catch {
        refused += 1
        continue
      }
      if let read = try? file.segment(IndexOptions()) {
        let damaged = list.withSegments { _ in read }
        for _ in 0..<4 {
          let request = SearchRequest(try Query(random.query(for: items)), limit: 10)
          let hits = damaged.search(request).map(\.id)
          #expect(file.memory.isDamaged || hits == list.search(request).map(\.id), "seed \(seed)")
        }
      } else {
        refused += 1
      }
      #expect(!file.verify().isEmpty, "seed \(seed)")
    }
    #expect(refused > 0 && refused < Self.caseCount)
  }

  @Test func filesThatAreNoneSayWhy() throws {
    let folder = try TestFolder()
    let id = try Self.write(try Self.list(100).list, to: folder.file("a"))
    let sound = try folder.bytes("a")
    func error(_ change: (inout [UInt8]) -> Void, _ versions: TextVersions = Self.versions) throws -> IndexFileError? {
      var bytes = sound
      change(&bytes)
      try folder.write(bytes, "b")
      do throws(IndexFileError) {
        _ = try ColumnFile(folder.file("b"), versions, id: id, SystemFiles())
        return nil
      } catch {
        #expect(error.description.contains(folder.file("b").string))
        return error
      }
    }
    let path = folder.file("b").string
    #expect(try error { _ in } == nil)
    #expect(try error { $0 = [] } == .notAnIndexFile(path: path))
    #expect(
      try error { $0 = Array("not an index".utf8) + [UInt8](repeating: 0, count: 200) } == .notAnIndexFile(path: path))
    #expect(try error { $0.removeLast() } == .notAnIndexFile(path: path))
    #expect(try error { $0[8] = 9 } == .otherFormat(path: path, version: 9, expected: ColumnFileFormat.version))
    #expect(try error { $0.swapAt(12, 15) } == .otherByteOrder(path: path))
    var versions = Self.versions
    versions.icu += 1
    #expect(
      try error({ _ in }, versions)
        == .otherText(path: path, what: "ICU", found: "\(versions.icu - 1)", expected: "\(versions.icu)"))
    let folding = LibraryVersions.folding
    #expect(
      try error({ _ in }, TextVersions(IndexOptions(titlesArePaths: true)))
        == .otherText(
          path: path, what: "the options", found: " any folding \(folding)", expected: "paths any folding \(folding)"))
    #expect(throws: IndexFileError.otherFile(path: folder.file("a").string)) {
      _ = try ColumnFile(folder.file("a"), Self.versions, id: FileID(), SystemFiles())
    }
    #expect(throws: IndexFileError.self) {
      _ = try ColumnFile(folder.file("missing"), Self.versions, SystemFiles())
    }
  }
}
