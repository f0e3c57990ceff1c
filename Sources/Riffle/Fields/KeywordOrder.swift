/// Codes of a field's keywords that compare as the keywords do, across all parts of a list.
///
/// In the part with the most keywords, the code of a keyword follows from its number. The keywords of other parts are looked up
/// there, and get codes in between. So a change, which adds a small part, costs little.
struct KeywordOrder: Sendable {
  private let columns: [KeywordColumn]
  /// The codes of each part, by keyword; `nil` for the part with the most keywords.
  private let codes: [[UInt64]?]

  /// - Parameter columns: the column of the field in each part.
  /// - Complexity: O(*k* log *n*) for *k* keywords of all parts but the largest, which has *n*.
  init(_ columns: [KeywordColumn]) {
    self.columns = columns
    guard let largest = columns.indices.max(by: { columns[$0].values.count < columns[$1].values.count }) else {
      codes = []
      return
    }
    var others: [(part: Int, number: UInt32)] = []
    for part in columns.indices where part != largest {
      others += (0..<columns[part].values.count).map { (part, UInt32($0)) }
    }
    if columns.count > 2 {
      others.sort { columns[$0.part].compareKeys($0.number, columns[$1.part], $1.number) < 0 }
    }
    var codes: [[UInt64]?] = columns.map { [UInt64](repeating: 0, count: $0.values.count) }
    codes[largest] = nil
    // The number of distinct keys so far; it orders keywords with the same place in the largest part.
    var rank: UInt64 = 0
    var previous: (part: Int, number: UInt32)?
    for (part, number) in others {
      let key = columns[part].keyBytes(Int(number))
      let equal = columns[largest].numbers(.equal(key))
      if let previous, columns[previous.part].compareKeys(previous.number, columns[part], number) != 0 { rank += 1 }
      previous = (part, number)
      codes[part]?[Int(number)] =
        equal.isEmpty ? UInt64(equal.lowerBound) << 32 | rank + 1 : KeywordOrder.code(equal.lowerBound)
    }
    self.codes = codes
  }

  /// The code of a keyword by its number in the largest part.
  private static func code(_ number: Int) -> UInt64 { UInt64(number + 1) << 32 }

  @inline(__always)
  private func code(_ number: UInt32, _ part: Int, _ firsts: [UInt32]?) -> UInt64 {
    if let own = codes[part] { return own[Int(number)] }
    return KeywordOrder.code(Int(firsts.map { $0[Int(number)] } ?? number))
  }

  /// The code of a row's least keyword, or of its greatest if `isLast`; `nil` if it has none.
  func code(_ row: Int, part: Int, isLast: Bool) -> UInt64? {
    let column = columns[part]
    return column.number(ofRow: row, isLast: isLast).map { code($0, part, column.firstEquals) }
  }

  /// Calls `body` with the codes of those rows that have a keyword, ascending by row.
  @inline(__always)
  func forEach(of rows: BitColumn, part: Int, isLast: Bool, _ body: (_ row: Int, _ code: UInt64) -> Void) {
    let column = columns[part]
    if column.hasSeveral {
      let firsts = column.firstEquals
      rows.forEachRow { row in
        if let number = column.number(ofRow: row, isLast: isLast) { body(row, code(number, part, firsts)) }
      }
    } else if let own = codes[part] {
      column.forEach(of: rows) { body($0, own[Int($1)]) }
    } else if let firsts = column.firstEquals {
      column.forEach(of: rows) { body($0, KeywordOrder.code(Int(firsts[Int($1)]))) }
    } else {
      column.forEach(of: rows) { body($0, KeywordOrder.code(Int($1))) }
    }
  }
}
