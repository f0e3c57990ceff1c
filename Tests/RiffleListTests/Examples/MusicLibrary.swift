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

    fileprivate var arrangement: ListArrangement {
      let order = RowOrder.by { song($0)?.year ?? 0 }.then(.by { song($0)?.id ?? 0 })
      return switch self {
      case .artist: .grouped(by: { song($0)?.artist ?? "" }, rows: order)
      case .year: .grouped(by: { song($0)?.year ?? 0 }, rows: order)
      }
    }
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

  /// Shows the songs in an order: those that are there at once, and then the first page that the store has in that order. What is
  /// picked and is there again stays picked.
  func show(by order: Order) async throws {
    try list.arrange(by: order.arrangement)
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

/// The song of a row.
private func song(_ row: AnyRow) -> Song? { row.payload(as: Song.self) }

/// Pages of the sections of an order. Of a section that goes on from the page before, the rows go into the one that is there.
private final class SongPages: PageSource {
  let store: any SongStore
  let order = Mutex(MusicLibrary.Order.artist)

  init(store: any SongStore) { self.store = store }

  func page(_ request: PageRequest) async throws -> Page {
    let order = order.withLock { $0 }
    let offset = if case .integer(let offset)? = request.cursor { offset } else { 0 }
    let songs = try await store.songs(by: order, from: offset, request.size)
    let sections = order.arrangement.sections(of: songs.map(row))
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
