/// Codes for the keywords of a field in all parts of a list, which compare as the keywords do.
///
/// The part with the most keywords has its numbers for codes, with room between them; the keywords of the others are looked up
/// there. So a change of a list, which adds a small part, costs little.
struct KeywordOrder: Sendable {
  private let columns: [KeywordColumn]
  /// Of each part for each keyword; `nil` for the part whose numbers are codes.
  private let codes: [[UInt64]?]

  /// - Parameter columns: that of the field in each part.
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
    // How many keywords that the largest part lacks come before this one, to tell those apart.
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

  /// The code of a row, by its least keyword or by its greatest; `nil` if it has none.
  func code(_ row: Int, part: Int, isLast: Bool) -> UInt64? {
    let column = columns[part]
    return column.number(ofRow: row, isLast: isLast).map { code($0, part, column.isFolded ? column.firstEquals : nil) }
  }

  /// Calls `body` with the codes of some rows of a part, ascending by row; not with rows that have none.
  @inline(__always)
  func forEach(of rows: BitColumn, part: Int, isLast: Bool, _ body: (_ row: Int, _ code: UInt64) -> Void) {
    let column = columns[part]
    let firsts = column.isFolded && codes[part] == nil ? column.firstEquals : nil
    if column.hasSeveral {
      rows.forEachRow { row in
        if let number = column.number(ofRow: row, isLast: isLast) { body(row, code(number, part, firsts)) }
      }
    } else {
      column.forEach(of: rows) { body($0, code($1, part, firsts)) }
    }
  }
}
