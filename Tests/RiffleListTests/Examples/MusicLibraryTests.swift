import RiffleList
import Testing

/// Records in memory.
private struct Records: SongStore {
  let songs: [Song] = (0..<90).map { number in
    Song(
      id: number, title: "Song \(number)", artist: ["Abba", "Björk", "Can"][number % 3], year: 1970 + number / 30 * 10)
  }

  func songs(by order: MusicLibrary.Order, from offset: Int, _ count: Int) async throws -> [Song] {
    let sorted = songs.sorted { a, b in
      order == .artist ? (a.artist, a.year, a.id) < (b.artist, b.year, b.id) : (a.year, a.id) < (b.year, b.id)
    }
    return Array(sorted.dropFirst(offset).prefix(count))
  }
}

/// The library as somebody uses it.
@Suite(.timeLimit(.minutes(15))) struct MusicLibraryTests {
  private func counts(_ library: MusicLibrary) -> [String] {
    library.list.view.sections.map { "\($0.id) \($0.count)" }
  }

  @Test func somebodyBrowses() async throws {
    let library = try MusicLibrary(Records(), pageSize: 40)
    await library.show(by: .artist)
    #expect(counts(library) == ["Abba 30", "Björk 10"])
    await library.loader.loadMore()
    #expect(counts(library) == ["Abba 30", "Björk 30", "Can 20"])
    await library.loader.loadMore()
    #expect(counts(library) == ["Abba 30", "Björk 30", "Can 30"])
    #expect(await library.loader.loadMore().refusal == .noMore(.append))
    try library.list.type("björk 1980")
    #expect(library.list.view.sections.map(\.id) == ["Björk"] && library.list.view.count == 10)
    library.list.endSearch()
    await library.show(by: .year)
    #expect(counts(library) == ["1970 30", "1980 10"])
  }

  @Test func somebodyPicksSongs() async throws {
    let library = try MusicLibrary(Records(), pageSize: 90)
    await library.show(by: .artist)
    try library.list.choose("4")
    try library.list.choose("0")
    #expect(library.picked.map(\.id) == [0, 4])
    try library.pick("Can")
    #expect(library.picked.count == 32)
    // Another order has the same songs, and so the same picks.
    await library.show(by: .year)
    #expect(library.picked.map(\.id).starts(with: [0, 2, 4, 5, 8]))
    #expect(library.list.deselectAll().count == 32 && library.picked.isEmpty)
  }
}
