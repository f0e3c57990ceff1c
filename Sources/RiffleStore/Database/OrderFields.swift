package import Riffle

/// The hidden fields of a list that keep what its order depends on: the columns of the order, and the number of arrival.
///
/// They are part of a snapshot, so rows of several shards can be put in one order. Callers do not see them.
package enum OrderFields {
  private static let prefix = "riffle order "

  /// Returns whether a field is one of them.
  package static func contains(_ name: String) -> Bool { name.hasPrefix(prefix) }

  /// Returns those of a list, in the order in which they decide.
  package static func of(_ fields: [FieldDefinition]) -> [FieldDefinition] { fields.filter { contains($0.name) } }

  /// Returns a strict total order of the items whose texts are equal in an alphabet.
  static func order(
    _ fields: [FieldDefinition]
  ) -> @Sendable (Item<ItemID>, Item<ItemID>) -> Bool {
    let names = of(fields).map(\.name)
    return { a, b in
      for name in names {
        let (first, second) = (a.fields[name]?.first, b.fields[name]?.first)
        if isOrdered(first, second) { return true }
        if isOrdered(second, first) { return false }
      }
      return isOrdered(a.id, b.id)
    }
  }

  private static func isOrdered(_ a: FieldValue?, _ b: FieldValue?) -> Bool {
    switch (a, b) {
    case (nil, nil), (nil, _?): false
    // Only NaN is missing, which SQLite keeps as a text, behind all numbers.
    case (_?, nil): true
    case (.integer(let a)?, .integer(let b)?): a < b
    case (.real(let a)?, .real(let b)?): a < b
    case (.text(let a)?, .text(let b)?): a.utf8.lexicographicallyPrecedes(b.utf8)
    default: false
    }
  }

  private static func isOrdered(_ a: ItemID, _ b: ItemID) -> Bool {
    switch (a, b) {
    case (.integer(let a), .integer(let b)): a < b
    case (.text(let a), .text(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
    case (.integer, .text): true
    case (.text, .integer): false
    }
  }
}

extension TableSource {
  /// Whether equal items of an alphabet are ordered by the table's order, and not as they come.
  var hasTotalOrder: Bool { hasOrderFields == true }

  /// Adds the fields of the list's order.
  ///
  /// - Parameters:
  ///   - kinds: the kind of each column of ``order``.
  ///   - arrival: the column with the number of arrival; `nil` if the id decides.
  package mutating func addOrderFields(_ kinds: [FieldKind], arrival: String?) {
    markTotalOrder()
    var added = zip(order, kinds).enumerated().map { index, column in
      TableField(OrderFields.field("\(index)", column.1), TableSource.quoted(column.0))
    }
    if let arrival { added.append(TableField(OrderFields.field("arrival", .integer), TableSource.quoted(arrival))) }
    fields += added
  }

  private static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
}

extension OrderFields {
  fileprivate static func field(_ name: String, _ kind: FieldKind) -> FieldDefinition {
    FieldDefinition(prefix + name, kind)
  }
}
