import Riffle
import RiffleList
import Testing

/// The contacts list as somebody uses it. A screen that knows only what it is told shows the same all the time.
@Suite struct ContactsListTests {
  @Test func somebodyLooksForSomebody() async throws {
    let (contacts, _, screen) = try await loaded()
    #expect(screen.titles == [["Favourites", "Zoë", "Anna"], ["A", "Åsa"], ["B", "Bert", "Berta"], ["M", "Me"]])
    #expect(contacts.list.view.searchPresentation.placeholder == "Search contacts")
    contacts.list.beginSearch()
    for text in ["b", "be", "ber", "bert"] { try contacts.list.search(for: text) }
    #expect(screen.titles == [["B", "Bert", "Berta"]])
    // Accents, slips and names that are not shown.
    try contacts.list.search(for: "asa")
    #expect(screen.titles == [["A", "Åsa"]])
    try contacts.list.search(for: "breta")
    #expect(screen.titles == [["B", "Berta"]])
    try contacts.list.search(for: "captain")
    #expect(screen.titles == [["Favourites", "Zoë"]])
    try contacts.list.search(for: "me")
    #expect(screen.titles == [] && contacts.list.originalSearchString == "me")
    #expect(await screen.app.status() == "Nobody of that name")
    contacts.list.endSearch()
    #expect(screen.titles.count == 4)
    try contacts.showMutedOnly(true)
    #expect(screen.titles == [["A", "Åsa"]])
    #expect(screen.faults == [])
  }

  @Test func somebodyJumps() async throws {
    let (contacts, _, screen) = try await loaded()
    func title(_ label: String) throws -> String? {
      let jumplist = try #require(contacts.jumplist)
      let entry = try #require(jumplist.entries.first { $0.label == label })
      return jumplist.position(of: entry.id).flatMap { contacts.list.view.row(at: $0)?.title }
    }
    #expect(contacts.jumplist?.entries.first?.kind == .search)
    #expect(try title("★") == "Zoë" && title("A") == "Åsa" && title("M") == "Me")
    // Nobody begins with these.
    #expect(try title("C") == "Bert" && title("Z") == "Me")
    try contacts.list.search(for: "b")
    #expect(contacts.jumplist == nil)
    #expect(screen.faults == [])
  }

  @Test func somebodyCallsAndMutes() async throws {
    let (contacts, book, screen) = try await loaded()
    try contacts.list.search(for: "berta")
    // Bert may be meant, too.
    #expect(screen.titles == [["B", "Bert", "Berta"]])
    let row = try #require(contacts.list.view.row(at: RowPath(section: 0, row: 1)))
    try contacts.list.choose(row.id)
    try contacts.list.setControl("muted", of: row.id, to: true)
    #expect(book.log == ["call 5", "mute berta true"])
    #expect(contacts.list.view.row("berta")?.controls["muted"]?.value == true)
    contacts.list.endSearch()
    try contacts.showMutedOnly(true)
    #expect(screen.titles == [["A", "Åsa"], ["B", "Berta"]])
    #expect(screen.faults == [])
  }

  @Test func somebodyDeletes() async throws {
    let (contacts, book, screen) = try await loaded()
    try contacts.list.search(for: "bert")
    #expect(await screen.app.delete(["bert", "me"]) == ["me": .denied(reason: "That is you")])
    #expect(screen.titles == [["B", "Berta"]] && book.log == ["remove bert"])
    contacts.list.endSearch()
    #expect(screen.titles == [["Favourites", "Zoë", "Anna"], ["A", "Åsa"], ["B", "Berta"], ["M", "Me"]])
    book.isReachable = false
    #expect(await screen.app.delete(["asa"]) == ["asa": .denied(reason: "Åsa could not be deleted")])
    book.isReachable = true
    #expect(await screen.app.delete(["asa", "asa"]) == [:])
    #expect(await screen.app.loader.currentStates.rowCount == 4)
    // The letter has gone, its entry leads to what comes before.
    let jumplist = try #require(contacts.jumplist)
    let letter = try #require(jumplist.entries.first { $0.label == "A" })
    #expect(letter.count == 0 && jumplist.position(of: letter.id) == 0)
    #expect(screen.faults == [])
  }

  @Test func somebodyMovesFavourites() async throws {
    let (contacts, book, screen) = try await loaded()
    try contacts.list.move("anna", to: .before("zoe"))
    #expect(screen.titles.first == ["Favourites", "Anna", "Zoë"])
    // Out of the favourites it snaps back.
    try contacts.list.move("anna", to: .before("asa"))
    #expect(screen.titles.first == ["Favourites", "Anna", "Zoë"])
    #expect(throws: Refusal.notAble) { try contacts.list.move("asa", to: .before("zoe")) }
    try contacts.list.search(for: "anna")
    try contacts.list.move("anna", to: .index(1, in: .section(ContactsList.favourites)))
    #expect(screen.titles == [["Favourites", "Anna"]])
    #expect(book.log == ["order anna zoe", "order zoe anna"])
    #expect(screen.faults == [])
  }

  @Test func theBookIsChangedElsewhere() async throws {
    let (contacts, book, screen) = try await loaded()
    try contacts.list.search(for: "bert")
    // While somebody searches, one comes who is meant, and one who is not.
    try contacts.receive(Contact(id: "egbert", name: "Egbert", nickname: "Bert"))
    try contacts.receive(Contact(id: "carl", name: "Carl"))
    #expect(screen.titles == [["B", "Bert", "Berta"], ["E", "Egbert"]])
    contacts.list.endSearch()
    // A new name goes under its letter, and a favourite among the others.
    var berta = try #require(book.people.first { $0.id == "berta" })
    berta.name = "Ångela"
    try contacts.receive(berta)
    let asa = try #require(book.people.first { $0.id == "asa" })
    try contacts.receive(Contact(id: "asa", name: "Åsa", isFavourite: true))
    #expect(
      screen.titles == [
        ["Favourites", "Zoë", "Anna", "Åsa"], ["A", "Ångela"], ["B", "Bert"], ["C", "Carl"], ["E", "Egbert"],
        ["M", "Me"],
      ])
    try contacts.receive(asa)
    try contacts.receiveDeletion(of: "carl")
    try contacts.receiveDeletion(of: "carl")
    #expect(screen.titles[1] == ["A", "Ångela", "Åsa"])
    #expect(screen.titles.map { $0[0] } == ["Favourites", "A", "B", "E", "M"])
    #expect(screen.faults == [])
  }

  @Test func somebodyRefreshes() async throws {
    let book = CardIndex([])
    let app = try ContactsApp(book)
    let contacts = app.contacts
    let screen = Screen(app)
    #expect(await screen.app.status() == nil && screen.titles == [])
    book.isReachable = false
    await screen.app.loader.load()
    #expect(await screen.app.status() == "The address book cannot be reached")
    book.isReachable = true
    await screen.app.loader.load()
    #expect(await screen.app.status() == "Nobody yet")
    book.people = CardIndex.everybody
    await screen.app.loader.load()
    #expect(screen.titles.count == 4)
    #expect(await screen.app.status()?.hasPrefix("Last updated at ") == true)
    // In the midst of a search.
    try contacts.list.search(for: "bert")
    book.people.removeAll { $0.id == "berta" }
    book.people.append(Contact(id: "egbert", name: "Egbert", nickname: "Bert"))
    await screen.app.loader.refresh()
    #expect(screen.titles == [["B", "Bert"], ["E", "Egbert"]])
    // What cannot be refreshed stays, and one is told.
    contacts.list.endSearch()
    let titles = screen.titles
    book.isReachable = false
    await screen.app.loader.refresh()
    #expect(screen.titles == titles)
    #expect(await screen.app.status() == "The address book cannot be reached")
    #expect(screen.faults == [])
  }

  private func loaded() async throws -> (ContactsList, CardIndex, Screen) {
    let book = CardIndex(CardIndex.everybody)
    let app = try ContactsApp(book)
    let contacts = app.contacts
    let screen = Screen(app)
    await screen.app.loader.load()
    return (contacts, book, screen)
  }
}

/// Draws what it is told has changed, and nothing else.
private final class Screen: Sendable {
  private struct State {
    var shown: ListSnapshot
    var faults: [String] = []
  }

  let app: ContactsApp
  private let state: Lock<State>
  private let observation: Observation

  init(_ app: ContactsApp) {
    self.app = app
    let list = app.contacts.list
    let state = Lock(State(shown: list.view.snapshot()))
    self.state = state
    observation = list.observe { event in
      guard case .updated(let update) = event else { return }
      state.withLock { state in
        do {
          state.shown = try update.changes().apply(to: state.shown)
        } catch {
          state.faults.append("\(error)")
        }
        if state.shown != update.after.snapshot() {
          state.faults.append("another list after \(update.after.generation)")
        }
      }
    }
  }

  /// Of each section its title and those of its rows.
  var titles: [[String]] {
    state.withLock { $0.shown.sections.map { [$0.traits.title ?? ""] + $0.rows.map(\.title) } }
  }

  /// Where what it was told did not fit what it shows.
  var faults: [String] { state.withLock { $0.faults } }
}

/// An address book in memory.
private final class CardIndex: AddressBook {
  private struct State {
    var contacts: [Contact]
    var isReachable = true
    var log: [String] = []
  }

  private struct Unreachable: Error {}

  private let state: Lock<State>

  init(_ contacts: [Contact]) { state = Lock(State(contacts: contacts)) }

  static let everybody = [
    Contact(id: "zoe", name: "Zoë", nickname: "Captain", phone: "1", isFavourite: true),
    Contact(id: "berta", name: "Berta", phone: "5"),
    Contact(id: "anna", name: "Anna", phone: "2", isFavourite: true),
    Contact(id: "asa", name: "Åsa", phone: "3", isMuted: true),
    Contact(id: "me", name: "Me", isOwner: true),
    Contact(id: "bert", name: "Bert", phone: "4"),
  ]

  var people: [Contact] {
    get { state.withLock { $0.contacts } }
    set { state.withLock { $0.contacts = newValue } }
  }

  var isReachable: Bool {
    get { state.withLock { $0.isReachable } }
    set { state.withLock { $0.isReachable = newValue } }
  }

  /// What it was asked to do.
  var log: [String] { state.withLock { $0.log } }

  func contacts() async throws -> [Contact] {
    guard isReachable else { throw Unreachable() }
    return people
  }

  func remove(_ id: Contact.ID) async throws {
    guard isReachable else { throw Unreachable() }
    state.withLock { state in
      state.contacts.removeAll { $0.id == id }
      state.log.append("remove \(id)")
    }
  }

  func setMuted(_ isMuted: Bool, _ id: Contact.ID) {
    state.withLock { $0.log.append("mute \(id) \(isMuted)") }
  }

  func setOrder(ofFavourites ids: [Contact.ID]) {
    state.withLock { $0.log.append("order \(ids.joined(separator: " "))") }
  }

  func call(_ phone: String) { state.withLock { $0.log.append("call \(phone)") } }
}
