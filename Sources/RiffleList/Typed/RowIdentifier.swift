/// A type of ids for the rows of a ``TypedList``: integers, strings, or a type of the program's own. For types that are
/// `LosslessStringConvertible` the conformance is empty.
///
///     extension Contact.ID: RowIdentifier {}
public protocol RowIdentifier: Hashable, Sendable {
  /// The id of the row: unique for each value, and not empty.
  var rowID: RowID { get }
  /// Creates the value of a row's id; `nil` if the id represents none.
  init?(_ rowID: RowID)
}

extension RowIdentifier where Self: LosslessStringConvertible {
  public var rowID: RowID { RowID(description) }
  public init?(_ rowID: RowID) { self.init(rowID.name) }
}

extension String: RowIdentifier {}
extension Int: RowIdentifier {}
extension Int64: RowIdentifier {}
extension UInt64: RowIdentifier {}

extension RowID: RowIdentifier {
  public var rowID: RowID { self }
  public init?(_ rowID: RowID) { self = rowID }
}
