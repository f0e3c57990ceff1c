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

/// The contacts of an address book: favourites in an order of one's own, and all others by letter.
///
/// A front end draws ``list``, tells it what people do, and asks here for what is special about contacts.
final class ContactsList: Sendable {
  let list: ListModel
  let alphabet: ListAlphabet

  static let favourites: SectionID = "favourites"

  init(_ contacts: [Contact] = [], locales: [String] = ["en"]) throws {
    alphabet = try ListAlphabet(locales: locales)
    var settings = ListSettings()
    settings.emptySections = .dropped
    settings.arrangement = .alphabet(alphabet)
    settings.scopes["muted"] = { $0.controls["muted"]?.value == true }
    var contents = ListContents(sections: ContactsList.sections(contacts, alphabet))
    contents.searchPresentation = SearchPresentation(placeholder: "Search contacts", noResults: "Nobody of that name")
    contents.kindDefaults[.contact] = RowDefaults(
      attributes: ["height": 44], abilities: RowAbilities(isDeletable: true))
    list = try ListModel(contents, settings: settings)
  }

  static func sections(_ contacts: [Contact], _ alphabet: ListAlphabet) -> [Section] {
    let favourites = Section(
      id: favourites, title: "Favourites", rows: contacts.filter(\.isFavourite).map(row))
    return [favourites] + .alphabetical(contacts.filter { !$0.isFavourite }.map(row), alphabet)
  }

  private static func row(_ contact: Contact) -> AnyRow {
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

  /// The letters at the edge, a star for the favourites, and the search field above them; none while searching.
  var jumplist: Jumplist? {
    let letters = alphabet.buckets.labels.enumerated().map { number, label in
      JumplistStyle.Target(label.text, section: "letter/\(number)")
    }
    return list.view.jumplist(
      .custom([.init("★", section: ContactsList.favourites)] + letters),
      Jumplist.Options(isSearchable: true, hidesWhileFiltering: true))
  }

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

  /// Shows only those who are muted, or all.
  func showMutedOnly(_ isOn: Bool) throws {
    var filter = list.filter
    filter.scope = isOn ? .scope("muted") : nil
    try list.setFilter(filter)
  }
}

extension RowKind {
  static let contact: RowKind = "contact"
}
