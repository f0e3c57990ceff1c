import Foundation
import RiffleTestSupport
import SystemPackage
import Testing

@testable import Riffle
@testable import RiffleStore

/// Index files as each version of the format and of folding has them, which lie in Fixtures and are never made to fit: a
/// program opens them, or says why it does not.
///
/// When one of the versions is new, and only then, this makes the files that the program writes:
///
///     RIFFLE_WRITE_FIXTURES=1 swift test --filter writeFixtures
@Suite struct FormatFixtureTests {
  private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
  private static let list = ListID(id: FileID(high: 1, low: 2), definition: "fixture")
  private static let settings = IndexSettings(
    key: SipHash(first: 3, second: 4), scopes: ["light"],
    fields: [
      FieldDefinition("country", .keyword), FieldDefinition("names", .keyword, isFolded: true, hasSeveralValues: true),
      FieldDefinition("population", .integer), FieldDefinition("height.m", .real), FieldDefinition("founded", .time),
      FieldDefinition("capital", .boolean),
    ],
    options: IndexOptions(romanizesTitles: true))
  /// Those of files from before there were fields.
  private static let plainSettings = IndexSettings(
    key: settings.key, scopes: settings.scopes, options: settings.options)

  /// - Parameter folding: the version of folding; 1 for files that do not name it.
  private static func folder(_ version: Int, folding: Int) -> URL {
    fixtures.appending(path: folding == 1 ? "format-v\(version)" : "format-v\(version)-folding-\(folding)")
  }

  private static let items: [Item<ItemID>] = [
    Item(
      id: 1, title: "Göteborg", searchText: "Gothenburg, Gotemburgo", weight: 3,
      fields: ["country": ["SE"], "names": ["Götet", "Lilla London"], "population": [604_616], "height.m": [12.5]]),
    Item(
      id: "two", title: "東京", reading: "Tōkyō", scopes: ["light"],
      fields: [
        "country": ["JP"], "population": [14_187_176], "capital": [true], "founded": [.time(Timestamp("1868-09-03")!)],
      ]),
    Item(id: .integer(.min), title: "São Paulo", searchText: "Sampa", scopes: ["light"]),
    Item(id: "e\u{301}", title: "New York City", weight: .max),
    Item(id: 5, title: "Москва", fields: ["country": ["RU"], "names": ["götet"], "capital": [true]]),
    Item(id: 6, title: "", searchText: "hidden words", isSearchable: false),
  ]

  /// The list in three segments, with a row that is gone and one that has moved.
  private static func index() throws -> IndexFolder.Index {
    let index = try IndexFolder.Index(
      storable: items.prefix(3) + [Item(id: 7, title: "gone")], key: settings.key, scopes: settings.conditions,
      fields: settings.fields, options: settings.options)
    _ = try index.storedList()
    try index.update { batch in for item in items.dropFirst(3).dropLast() { batch.upsert(item) } }
    _ = try index.storedList()
    try index.update { batch in
      batch.upsert(items[5])
      batch.delete(id: 7)
      batch.move(id: 5, to: .start)
    }
    return index
  }

  @Test(.enabled(if: setting("RIFFLE_WRITE_FIXTURES") != nil)) func writeFixtures() throws {
    let folder = Self.folder(Int(ColumnFileFormat.version), folding: LibraryVersions.folding)
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let list = try Self.index().storedList()
    let files = IndexFolder(FilePath(folder.path), SystemFiles())
    let written = try files.writeSegments(list, Self.settings, since: WrittenIndex())
    try files.writeManifest(list, of: Self.list, sequence: 5, Self.settings, written)
  }

  @Test(arguments: [(1, 1), (1, 4), (2, 5), (3, 5), (3, 6), (3, 7)]) func aVersionOfTheFormatIsReadOrRefused(
    version: Int, folding: Int
  )
    throws
  {
    let folder = Self.folder(version, folding: folding)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.count > 2 && names.contains("manifest"))
    var versions: Set<TextVersions> = []
    for name in names {
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
      #expect(bytes.starts(with: Array("RIFFLIDX".utf8) + [UInt8(version), 0, 0, 0]))
      versions.insert(try Self.versions(of: bytes))
    }
    let made = try #require(versions.first)
    #expect(versions.count == 1)
    let files = IndexFolder(FilePath(folder.path), SystemFiles())
    let settings = version < 3 ? Self.plainSettings : Self.settings
    if !ColumnFileFormat.readableVersions.contains(UInt32(version)) {
      let error = #expect(throws: IndexFileError.self) { try files.open(Self.list, settings) }
      #expect(error?.description.contains("manifest has version \(version) of the format, this program reads ") == true)
      return
    }
    let own = TextVersions(Self.settings.options)
    if made != own {
      // Since the files were made, or on a machine with another ICU, the words are others too.
      let what = made.icu != own.icu ? "ICU" : made.unicode != own.unicode ? "Unicode" : "the options"
      let error = #expect(throws: IndexFileError.self) { try files.open(Self.list, settings) }
      #expect(error?.description.contains("manifest was made with \(what) ") == true)
      return
    }
    if version < 3 {
      // What has no fields is not read as a list that has some.
      let error = #expect(throws: IndexFileError.self) { try files.open(Self.list, Self.settings) }
      #expect(error?.description.contains("fields.country.type") == true)
    }
    let opened = try #require(try files.open(Self.list, settings))
    #expect(opened.manifest.list == Self.list && opened.manifest.sequence == 5)
    #expect(try #require(try files.verify(Self.list, settings)).damage == [])
    let list = opened.index.snapshot()
    let expected = try Self.index().snapshot()
    let items = Self.items.map { item in
      var item = item
      if version < 3 { item.fields = [:] }
      return item
    }
    #expect(list.elements(offset: 0, limit: .max) == [4, 0, 1, 2, 3, 5].map { items[$0] })
    if version >= 3 {
      for (filter, ids) in [
        ("country = SE", [1]), ("names = GÖTET", [5, 1]), ("population > 1e6", ["two"]), ("'height.m' = 12.5", [1]),
        ("founded < 1900 AND capital", ["two"]), ("names NOT EXISTS AND population EXISTS", ["two"]),
      ] as [(String, [ItemID])] {
        #expect(try list.filtered(by: filter).elements(offset: 0, limit: 9).map(\.id) == ids, "\(filter)")
      }
      #expect(try list.sorted(by: [.descending("population")]).elements(limit: 2).map(\.id) == ["two", 1])
    }
    for text in [
      "gotebrg", "goeteborg", "gothenbrug", "东京", "tokyo", "sao pualo", "nyc", "moskva", "hidden", "gone", "",
    ] {
      let request = SearchRequest(try Query(text), limit: 10)
      let (found, wanted) = (list.search(request), expected.search(request))
      #expect(found.map(\.id) == wanted.map(\.id) && found.map(\.score) == wanted.map(\.score), "“\(text)”")
    }
    #expect(list.search(SearchRequest(try Query("gotebrg"), limit: 1)).map(\.id) == [1])
    #expect(
      try list.restricted(to: .scope("light")).elements(offset: 0, limit: 9).map(\.id) == ["two", .integer(.min)])
    for (position, item) in [4, 0, 1, 2, 3, 5].map({ Self.items[$0] }).enumerated() {
      #expect(list.position(of: item.id) == position)
    }
  }

  /// What a file says that it was made with, read as the specification has it and by nothing that the program has.
  private static func versions(of file: [UInt8]) throws -> TextVersions {
    let tail = file.suffix(64)
    func number(_ offset: Int) -> Int {
      tail.dropFirst(offset).prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    struct Description: Decodable { let text: TextVersions }
    let description = file[number(0)..<number(0) + number(8)]
    return try JSONDecoder().decode(Description.self, from: Data(description)).text
  }
}
