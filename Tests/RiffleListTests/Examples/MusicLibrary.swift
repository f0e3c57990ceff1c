import RiffleList
import Synchronization

struct Song: Sendable, Equatable {
  let id: Int
  var title: String
  var artist: String
  var year: Int
}

/// Where the songs are: a database with an index for each order.
protocol SongStore: Sendable {
  func songs(by order: MusicLibrary.Order, from offset: Int, _ count: Int) async throws -> [Song]
}

/// A music library: songs page by page from a store, in an order and sections that somebody chooses, and those that are picked.
final class MusicLibrary: Sendable {
  /// How songs stand, and what they are grouped by.
  enum Order: Sendable {
    case artist, year

    fileprivate func section(of song: Song) -> String { self == .artist ? song.artist : "\(song.year)" }
  }

  let list: ListModel
  let loader: PagedLoader
  private let pages: SongPages

  init(_ store: any SongStore, pageSize: Int = 50) throws {
    var contents = ListContents()
    contents.defaults.abilities.selection = .sticky
    list = try ListModel(contents)
    pages = SongPages(store: store)
    loader = PagedLoader(
      source: pages, target: list.pages(), options: PagingOptions(pageSize: pageSize, initialSize: pageSize))
  }

  /// Shows the songs in an order, from the start. What is picked and is there again stays picked.
  func show(by order: Order) async {
    pages.order.withLock { $0 = order }
    await loader.refresh()
  }

  /// The songs that are picked, in the order in which they show.
  var picked: [Song] { list.selectedRows.compactMap { $0.payload(as: Song.self) } }

  /// Picks all songs of a section.
  func pick(_ section: SectionID) throws {
    guard let songs = list.view.section(section), let first = songs.first, let last = songs.last else { return }
    try list.select(from: first.id, through: last.id)
  }
}

/// Pages of sections: one that goes on with the section that the page before has ended with is added to it.
private final class SongPages: PageSource {
  let store: any SongStore
  let order = Mutex(MusicLibrary.Order.artist)

  init(store: any SongStore) { self.store = store }

  func page(_ request: PageRequest) async throws -> Page {
    let order = order.withLock { $0 }
    let offset = if case .integer(let offset)? = request.cursor { offset } else { 0 }
    let songs = try await store.songs(by: order, from: offset, request.size)
    var sections: [Section] = []
    for song in songs {
      let title = order.section(of: song)
      if sections.last?.traits.title != title { sections.append(Section(id: SectionID(title), title: title, rows: [])) }
      sections[sections.count - 1].groups[0].rows.append(row(song))
    }
    return Page(sections: sections, next: songs.count < request.size ? nil : .integer(offset + songs.count))
  }

  private func row(_ song: Song) -> AnyRow {
    AnyRow(
      Row(id: RowID("\(song.id)"), title: song.title, payload: song) { row in
        row.subtitle = song.artist
        row.searchText = "\(song.artist) \(song.year)"
        row.actions[.primary] = Action("play")
      })
  }
}
