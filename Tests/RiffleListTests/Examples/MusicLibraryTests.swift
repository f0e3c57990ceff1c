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
    library.list.view.sections.map { "\($0.traits.title ?? "") \($0.count)" }
  }

  @Test func somebodyBrowses() async throws {
    let library = try MusicLibrary(Records(), pageSize: 40)
    try await library.show(by: .artist)
    #expect(counts(library) == ["Abba 30", "Björk 10"])
    await library.loader.loadMore()
    #expect(counts(library) == ["Abba 30", "Björk 30", "Can 20"])
    await library.loader.loadMore()
    #expect(counts(library) == ["Abba 30", "Björk 30", "Can 30"])
    #expect(await library.loader.loadMore().refusal == .noMore(.append))
    try library.list.search(for: "björk 1980")
    #expect(library.list.view.sections.map(\.id) == [.group("Björk")] && library.list.view.count == 10)
    library.list.endSearch()
    try await library.show(by: .year)
    #expect(counts(library) == ["1970 30", "1980 10"])
  }

  @Test func somebodyPicksSongs() async throws {
    let library = try MusicLibrary(Records(), pageSize: 90)
    try await library.show(by: .artist)
    try library.list.choose("4")
    try library.list.choose("0")
    #expect(library.picked.map(\.id) == [0, 4])
    try library.pick(.group("Can"))
    #expect(library.picked.count == 32)
    // A song that changes goes where it belongs.
    let renamed = Song(id: 4, title: "Song 4", artist: "Can", year: 1970)
    try library.list.transaction { try $0.replace(Row(id: "4", title: renamed.title, payload: renamed)) }
    #expect(counts(library) == ["Abba 30", "Björk 29", "Can 31"] && library.picked.count == 32)
    // Another order has the same songs, and so the same picks.
    try await library.show(by: .year)
    #expect(library.picked.map(\.id).starts(with: [0, 2, 4, 5, 8]))
    #expect(library.list.deselectAll().count == 32 && library.picked.isEmpty)
  }
}
