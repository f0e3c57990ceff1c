/// The ids of rows: an array of them, the columns that a file has of them, or what makes each of them of another one.
enum IDColumn<ID: Hashable & Sendable>: Sendable {
  case array([ID])
  case columns(any StoredIDs<ID>)
  case made(count: Int, id: @Sendable (_ row: Int) -> ID, holds: @Sendable (_ id: ID, _ row: Int) -> Bool)

  var count: Int {
    switch self {
    case .array(let ids): ids.count
    case .columns(let ids): ids.count
    case .made(let count, _, _): count
    }
  }

  subscript(row: Int) -> ID {
    switch self {
    case .array(let ids): ids[row]
    case .columns(let ids): ids[row]
    case .made(_, let make, _): make(row)
    }
  }

  @inline(__always)
  func holds(_ id: ID, at row: Int) -> Bool {
    switch self {
    case .array(let ids): ids[row] == id
    case .columns(let ids): ids.holds(id, at: row)
    case .made(_, _, let holds): holds(id, row)
    }
  }
}

extension IDColumn: ColumnPart {
  func list(in columns: inout ColumnList) {
    switch self {
    case .array(let ids): columns.add("ids", inMemory: ids)
    case .columns(let ids): ids.list(in: &columns)
    case .made: break
    }
  }
}

/// Ids that lie in columns.
protocol StoredIDs<ID>: StoredPart, Sendable {
  associatedtype ID: Hashable & Sendable
  init(_ ids: [ID]) throws(IndexError)
  var count: Int { get }
  subscript(row: Int) -> ID { get }
  /// Whether a row has this id. Ids are not made only to be compared.
  func holds(_ id: ID, at row: Int) -> Bool
}

/// Numbers, texts, or both.
struct ItemIDs: StoredIDs {
  /// Of the rows whose ids are numbers, with the sign turned so that they ascend with them; no rows if none are.
  private let numbers: PackedColumn<UInt64>
  /// No rows if none are texts.
  private let texts: TextColumn
  /// Which are texts, if not all are alike.
  private let areTexts: BitColumn?
  let count: Int

  /// - Throws: ``IndexError/tooLarge(what:limit:)``.
  init(_ ids: [ItemID]) throws(IndexError) {
    var numbers: [UInt64] = []
    var texts = TextList()
    var areTexts = BitColumn(count: ids.count)
    for (row, id) in ids.enumerated() {
      switch id {
      case .integer(let number):
        if numbers.isEmpty { numbers = [UInt64](repeating: 0, count: ids.count) }
        numbers[row] = UInt64(bitPattern: number ^ .min)
      case .text(let text):
        if texts.count < row { texts.appendEmpty(row - texts.count) }
        guard texts.hasRoom(for: text.utf8.count) else { throw .tooLarge(what: "bytes of ids", limit: Int(UInt32.max)) }
        texts.append(text.utf8Span.span)
        areTexts.insert(row)
      }
    }
    if texts.count > 0, texts.count < ids.count { texts.appendEmpty(ids.count - texts.count) }
    self.areTexts = numbers.isEmpty || texts.count == 0 ? nil : areTexts
    self.numbers = PackedColumn(numbers)
    self.texts = TextColumn(texts)
    count = ids.count
  }

  private func isText(_ row: Int) -> Bool { areTexts?[row] ?? (texts.count > 0) }

  subscript(row: Int) -> ItemID {
    isText(row) ? .text(texts.string(row)) : .integer(Int64(bitPattern: numbers[row]) ^ .min)
  }

  func holds(_ id: ItemID, at row: Int) -> Bool {
    switch id {
    case .integer(let number): return !isText(row) && Int64(bitPattern: numbers[row]) ^ .min == number
    case .text(let text):
      guard isText(row) else { return false }
      let bytes = texts.bytes
      return bytes.span(texts.range(row)).isEqual(to: text.utf8Span.span)
    }
  }

  func list(in columns: inout ColumnList) {
    columns.add("numbers", numbers)
    columns.add("texts", texts)
    columns.add("areTexts", areTexts)
    columns.add("count", number: count)
  }

  init(_ columns: ColumnSource) throws(SegmentError) {
    count = try columns.number("count", most: Int(UInt32.max))
    numbers = try columns.whenRead.part("numbers")
    texts = try columns.part("texts")
    areTexts = try columns.bits("areTexts", count: count)
    let mixed = areTexts != nil
    try columns.check(numbers.count == count || (!mixed && numbers.count == 0 && texts.count == count), "numbers.bytes")
    try columns.check(texts.count == count || (!mixed && texts.count == 0), "texts.bytes")
  }
}
