import Riffle
import RiffleList

/// Somebody in an address book.
struct Contact: Sendable, Hashable, Identifiable {
  let id: String
  var name: String
  var nickname = ""
  var phone = ""
  var isFavourite = false
  var isMuted = false
  /// Whose book it is.
  var isOwner = false
}

/// Where the contacts are: a server, a file, a card index.
protocol AddressBook: Sendable {
  func contacts() async throws -> [Contact]
  func remove(_ id: Contact.ID) async throws
  func setMuted(_ isMuted: Bool, _ id: Contact.ID)
  func setOrder(ofFavourites ids: [Contact.ID])
  func call(_ phone: String)
}

/// The contacts of an address book: favourites in an order of one's own, and all others by letter.
///
/// A front end draws ``list``, tells it what people do, and asks here for what is special about contacts.
final class ContactsList: Sendable {
  let list: ListModel
  let loader: PagedLoader
  private let book: any AddressBook
  private let alphabet: ListAlphabet
  private let observations: [Observation]

  static let favourites: SectionID = "favourites"

  init(_ book: any AddressBook, locales: [String] = ["en"]) throws {
    self.book = book
    alphabet = try ListAlphabet(locales: locales)
    var settings = ListSettings()
    settings.emptySections = .dropped
    settings.arrangement = .alphabet(alphabet)
    settings.scopes["muted"] = { $0.controls["muted"]?.value == true }
    list = try ListModel(ContactsList.contents, settings: settings)
    var messages = LoadMessages()
    messages.loading = "Looking for contacts…"
    messages.empty = "Nobody yet"
    messages.error = "The address book cannot be reached"
    loader = PagedLoader(
      source: ContactSource(book: book, alphabet: alphabet), target: list.pages(), messages: messages)
    observations = ContactsList.handlers(list, book)
    list.hooks.willDelete = { row in
      guard let contact = row.payload(as: Contact.self) else { return .allow }
      if contact.isOwner { return .deny(reason: "That is you") }
      do {
        try await book.remove(contact.id)
        return .allow
      } catch {
        return .deny(reason: "\(contact.name) could not be deleted")
      }
    }
  }

  /// The list before anything is loaded.
  private static var contents: ListContents {
    var contents = ListContents { Section(id: favourites, title: "Favourites", rows: []) }
    contents.searchPresentation = SearchPresentation(placeholder: "Search contacts", noResults: "Nobody of that name")
    contents.kindDefaults[.contact] = RowDefaults(
      attributes: ["height": 44], abilities: RowAbilities(isDeletable: true))
    return contents
  }

  private static func handlers(_ list: ListModel, _ book: any AddressBook) -> [Observation] {
    [
      list.onAction(.name("call")) { request in
        if case .string(let phone) = request.arguments { book.call(phone) }
      },
      list.onAction(.name("mute")) { request in
        book.setMuted(request.row.controls["muted"]?.value == true, request.row.id.name)
      },
      list.observe { [weak list] event in
        guard case .didMove = event, let list else { return }
        // All of them, whatever is searched for at the moment.
        var filter = ListFilter()
        filter.sections = [favourites]
        guard let all = try? list.view(through: filter) else { return }
        book.setOrder(ofFavourites: all.rows().map(\.id.name))
      },
    ]
  }

  // MARK: - What a front end asks

  /// The letters at the edge, a star for the favourites, and the search field above them; none while searching.
  var jumplist: Jumplist? {
    let letters = alphabet.buckets.labels.enumerated().map { number, label in
      JumplistStyle.Target(label.text, section: "letter/\(number)")
    }
    return list.view.jumplist(
      .custom([.init("★", section: ContactsList.favourites)] + letters),
      Jumplist.Options(isSearchable: true, hidesWhileFiltering: true))
  }

  /// What stands in the place of rows, or above them; `nil` if there is nothing to say.
  func status() async -> String? {
    if let noResults = list.view.noResults { return noResults }
    let (states, messages) = await (loader.currentStates, loader.messages)
    if let message = messages.message(for: states.phase) { return message }
    if states.refresh.failure != nil { return messages.error }
    return states.lastUpdated.map { messages.updatedFormat.replacing("%s", with: ContactsList.clock($0)) }
  }

  /// Hours and minutes, in UTC.
  private static func clock(_ time: UnixTime) -> String {
    let minutes = time.sinceEpoch.components.seconds / 60 % (24 * 60)
    return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
  }

  // MARK: - What happens elsewhere

  /// A contact is new or another one, because somebody has changed the book on another device. It goes where its name belongs.
  func receive(_ contact: Contact) throws {
    let row = ContactsList.row(contact)
    try list.transaction { edit in
      let isKnown = edit.row(row.id) != nil
      let wasFavourite = try isKnown && edit.place(of: row.id).group == .section(ContactsList.favourites)
      if isKnown, wasFavourite == contact.isFavourite { return try edit.replace(row) }
      if isKnown { try edit.remove(row.id) }
      if contact.isFavourite { try edit.append([row], to: ContactsList.favourites) } else { try edit.insert([row]) }
    }
  }

  /// A contact has been deleted elsewhere.
  func receiveDeletion(of id: Contact.ID) throws {
    try list.transaction { edit in if edit.row(RowID(id)) != nil { try edit.remove(RowID(id)) } }
  }

  // MARK: - What people do

  func delete(_ ids: [Contact.ID]) async -> [Contact.ID: Refusal] {
    let report = await list.delete(ids.map { RowID($0) })
    return Dictionary(uniqueKeysWithValues: report.refused.map { ($0.key.name, $0.value) })
  }

  /// Shows only those who are muted, or all.
  func showMutedOnly(_ isOn: Bool) throws {
    var filter = list.filter
    filter.scope = isOn ? .scope("muted") : nil
    try list.setFilter(filter)
  }
}

extension ContactsList {
  fileprivate static func row(_ contact: Contact) -> AnyRow {
    AnyRow(
      Row(id: RowID(contact.id), title: contact.name, kind: .contact, payload: contact) { row in
        row.subtitle = contact.isOwner ? "you" : contact.phone
        row.searchText = contact.nickname
        row.isSearchable = !contact.isOwner
        row.actions[.primary] = Action("call", arguments: .string(contact.phone))
        row.controls["muted"] = .toggle(contact.isMuted, action: Action("mute"))
        if contact.isFavourite { row.abilities.moves = .withinSection }
      })
  }
}

extension RowKind {
  fileprivate static let contact: RowKind = "contact"
}

/// Reads the whole book at once.
private struct ContactSource: PageSource {
  let book: any AddressBook
  let alphabet: ListAlphabet

  func page(_ request: PageRequest) async throws -> Page {
    let contacts = try await book.contacts()
    let favourites = Section(
      id: ContactsList.favourites, title: "Favourites", rows: contacts.filter(\.isFavourite).map(ContactsList.row))
    let others = contacts.filter { !$0.isFavourite }.map(ContactsList.row)
    return Page(sections: [favourites] + .alphabetical(others, alphabet))
  }
}
