import Riffle
import RiffleList

/// Where the contacts are: a server, a file, a card index.
protocol AddressBook: Sendable {
  func contacts() async throws -> [Contact]
  func remove(_ id: Contact.ID) async throws
  func setMuted(_ isMuted: Bool, _ id: Contact.ID)
  func setOrder(ofFavourites ids: [Contact.ID])
  func call(_ phone: String)
}

/// A list of contacts with the book that they come from: what people do is done there, and how loading goes can be asked.
final class ContactsApp: Sendable {
  let contacts: ContactsList
  let loader: PagedLoader
  private let observations: [Observation]

  init(_ book: any AddressBook) throws {
    contacts = try ContactsList()
    let list = contacts.list
    var messages = LoadMessages()
    messages.loading = "Looking for contacts…"
    messages.empty = "Nobody yet"
    messages.error = "The address book cannot be reached"
    loader = PagedLoader(
      source: ContactSource(book: book, alphabet: contacts.alphabet), target: list.pages(), messages: messages)
    observations = ContactsApp.handlers(list, book)
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
        filter.sections = [ContactsList.favourites]
        guard let all = try? list.view(through: filter) else { return }
        book.setOrder(ofFavourites: all.rows().map(\.id.name))
      },
    ]
  }

  /// What stands in the place of rows, or above them; `nil` if there is nothing to say.
  func status() async -> String? {
    if let noResults = contacts.list.view.noResults { return noResults }
    let (states, messages) = await (loader.currentStates, loader.messages)
    if let message = messages.message(for: states.phase) { return message }
    if states.refresh.failure != nil { return messages.error }
    return states.lastUpdated.map { messages.updatedFormat.replacing("%s", with: ContactsApp.clock($0)) }
  }

  /// Hours and minutes, in UTC.
  private static func clock(_ time: Timestamp) -> String {
    let minutes = time.millisecondsSince1970 / 60_000 % (24 * 60)
    return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
  }

  func delete(_ ids: [Contact.ID]) async -> [Contact.ID: Refusal] {
    let report = await contacts.list.delete(ids.map { RowID($0) })
    return Dictionary(uniqueKeysWithValues: report.refused.map { ($0.key.name, $0.value) })
  }
}

/// Reads the whole book at once.
private struct ContactSource: PageSource {
  let book: any AddressBook
  let alphabet: ListAlphabet

  func page(_ request: PageRequest) async throws -> Page {
    Page(sections: ContactsList.sections(try await book.contacts(), alphabet))
  }
}
