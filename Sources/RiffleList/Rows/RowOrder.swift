public import Riffle

/// An order of rows.
public struct RowOrder: Sendable {
  let isBefore: @Sendable (AnyRow, AnyRow) -> Bool

  /// The order of insertion: new rows come last.
  public static var insertion: RowOrder { RowOrder { _, _ in false } }

  /// Returns the order by a key of each row.
  public static func by<Key: Comparable & Sendable>(
    _ key: @escaping @Sendable (AnyRow) -> Key, descending: Bool = false
  ) -> RowOrder {
    RowOrder { a, b in descending ? key(b) < key(a) : key(a) < key(b) }
  }

  /// Returns the order by a text of each row, in the collation of a language.
  public static func by(
    text: @escaping @Sendable (AnyRow) -> String, in collation: ListCollation, descending: Bool = false
  ) -> RowOrder {
    RowOrder { a, b in
      descending ? collation.isOrdered(text(b), before: text(a)) : collation.isOrdered(text(a), before: text(b))
    }
  }

  /// Returns this order, with another one for rows that it does not distinguish.
  public func then(_ next: RowOrder) -> RowOrder {
    RowOrder { a, b in isBefore(a, b) || !isBefore(b, a) && next.isBefore(a, b) }
  }
}
