/// The latest items of a list, in list order: few enough to be searched one by one, so that a change need not index
/// anything.
struct Tail<Element: Sendable, ID: Hashable & Sendable>: Sendable {
  /// What an index keeps of an item beside its fields.
  final class Entry: Sendable {
    private let elements: ElementColumn<Element>
    let id: ID
    let bucket: Int
    /// By name of the scope.
    let scopes: [Bool]
    /// The content of each field.
    let fields: [FieldContent]
    /// The entry that this one is made of, if it is.
    private let original: (any AnyObject & Sendable)?

    init(_ element: Element, id: ID, bucket: Int, scopes: [Bool], fields: [FieldContent]) {
      elements = .array([element])
      self.id = id
      self.bucket = bucket
      self.scopes = scopes
      self.fields = fields
      original = nil
    }

    /// An entry for the same item in a list of other elements.
    init<Other, OtherID>(_ entry: Tail<Other, OtherID>.Entry, _ map: ElementMap<Other, OtherID, Element, ID>) {
      elements = .made(count: 1) { _ in map.element(entry.element) }
      id = map.id(entry.id)
      bucket = 0
      scopes = entry.scopes
      fields = entry.fields
      original = entry.original ?? entry
    }

    var element: Element { elements[0] }

    /// The same in all entries of an item that nobody has written since.
    var identity: ObjectIdentifier { original.map { ObjectIdentifier($0) } ?? ObjectIdentifier(self) }
  }

  private(set) var items: [TailItem] = []
  private(set) var entries: [Entry] = []
  private var hashes: [Int] = []
  /// The fields of all items, once they have been needed.
  private var madeFields = Lazy<FieldColumns>()

  var count: Int { items.count }

  init() {}

  /// The same items in a list of other elements.
  init<Other, OtherID>(_ tail: Tail<Other, OtherID>, _ map: ElementMap<Other, OtherID, Element, ID>) {
    items = tail.items
    entries = tail.entries.map { Entry($0, map) }
    hashes = entries.map(\.id.hashValue)
    madeFields = tail.madeFields
  }

  /// The fields of all items.
  /// - Complexity: O(items) the first time.
  /// - Throws: ``IndexError/tooLarge(what:limit:)``.
  func fields(_ reader: ElementReader<Element, ID>) throws(IndexError) -> FieldColumns {
    if let made = madeFields.made { return made }
    var rows = reader.fieldRows
    for entry in entries {
      for (field, content) in entry.fields.enumerated() { rows.append(content, field: field) }
    }
    let columns = try rows.columns(rowCount: count)
    return madeFields.value { columns }
  }

  /// Gives up the columns of the items as they were. Copies of the tail share them, even before they are made.
  private mutating func didChange() {
    if madeFields.made != nil || !isKnownUniquelyReferenced(&madeFields) { madeFields = Lazy() }
  }

  /// - Complexity: O(items), as fast as memory is read.
  func row(of id: ID) -> Int? {
    let hash = id.hashValue
    var row = hashes.firstIndex(of: hash)
    while let found = row, entries[found].id != id { row = hashes[(found + 1)...].firstIndex(of: hash) }
    return row
  }

  mutating func insert(_ item: TailItem, _ entry: Entry, at row: Int) {
    didChange()
    items.insert(item, at: row)
    entries.insert(entry, at: row)
    hashes.insert(entry.id.hashValue, at: row)
  }

  /// Reads those items that have been kept unread.
  mutating func read(_ reader: inout TailItemReader) {
    for row in items.indices where items[row].words == nil { items[row] = reader.item(items[row].fields) }
  }

  mutating func remove(_ row: Int) {
    didChange()
    items.remove(at: row)
    entries.remove(at: row)
    hashes.remove(at: row)
  }
}
