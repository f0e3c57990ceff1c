/// What an index asks of its elements.
@usableFromInline
struct ElementReader<Element: Sendable, ID: Hashable & Sendable>: Sendable {
  let id: @Sendable (Element) -> ID
  private let title: @Sendable (Element) -> String
  private let searchText: (@Sendable (Element) -> String)?
  private let reading: (@Sendable (Element) -> String)?
  private let weight: (@Sendable (Element) -> UInt16)?
  private let isSearchable: (@Sendable (Element) -> Bool)?
  /// By name.
  private let scopes: [(name: String, condition: @Sendable (Element) -> Bool)]
  private var fields: [SearchField<Element>]
  let order: ListOrder<Element>
  let options: IndexOptions
  /// Those of a new list.
  let synonyms: SynonymTable
  /// `nil` for lists that are kept in memory.
  private(set) var storage: ElementStorage<Element, ID>?
  /// What the tables of the list are made with.
  private(set) var idHash: IDHash<ID>
  /// Whether elements are made of their ids and of what segments know, so that those of equal rows are equal.
  private(set) var makesElements: Bool

  @usableFromInline
  init(
    id: @escaping @Sendable (Element) -> ID, title: @escaping @Sendable (Element) -> String,
    searchText: (@Sendable (Element) -> String)?, reading: (@Sendable (Element) -> String)?,
    weight: (@Sendable (Element) -> UInt16)?, isSearchable: (@Sendable (Element) -> Bool)?,
    scopes: [String: @Sendable (Element) -> Bool], fields: [SearchField<Element>], order: ListOrder<Element>,
    options: IndexOptions
  ) {
    self.id = id
    self.title = title
    self.searchText = searchText
    self.reading = reading
    self.weight = weight
    self.isSearchable = isSearchable
    self.scopes = scopes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    self.fields = fields
    self.order = order
    self.options = options
    synonyms = SynonymTable(options.synonyms, TextAnalyzer(options.folding))
    storage = nil
    idHash = .perProcess
    makesElements = false
  }

  /// What a list that lies in files asks of its elements.
  init(_ reader: ElementReader, _ storage: ElementStorage<Element, ID>) {
    self = reader
    self.storage = storage
    idHash = .keyed(storage.hash)
    makesElements = true
  }

  /// Creates a reader of elements that are made of another list's. Such a list does not change, so its fields have no closures.
  init(_ reader: ElementReader, _ idHash: IDHash<ID>, _ fields: [FieldDefinition]) {
    self = reader
    self.fields = fields.map { SearchField($0) { _ in .missing } }
    storage = nil
    self.idHash = idHash
    makesElements = true
  }

  func fields(of element: Element) -> ItemFields {
    ItemFields(
      title: title(element), reading: reading?(element) ?? "", searchText: searchText?(element) ?? "",
      weight: weight?(element) ?? 0, isSearchable: isSearchable?(element) ?? true)
  }

  /// What an alphabet orders an element by; nothing in any other order.
  func sortedText(of element: Element) -> String {
    guard case .alphabet = order.kind else { return "" }
    let reading = reading?(element) ?? ""
    return reading.isEmpty ? title(element) : reading
  }

  var fieldDefinitions: [FieldDefinition] { fields.map(\.definition) }

  /// The content of an element in each field.
  func contents(of element: Element) -> [FieldContent] {
    fields.isEmpty ? [] : fields.map { $0.content(element).withoutRepeats }
  }

  /// Appends the content of an element in each field.
  func append(_ element: Element, to rows: inout FieldRows) {
    for index in fields.indices { rows.append(fields[index].content(element), field: index) }
  }

  /// A builder of field columns.
  var fieldRows: FieldRows { FieldRows(fieldDefinitions, TextAnalyzer(options.folding)) }

  var scopeNames: [String] { scopes.map(\.name) }

  /// In which scopes an element is, by name.
  func scopes(of element: Element) -> [Bool] { scopes.isEmpty ? [] : scopes.map { $0.condition(element) } }
}
