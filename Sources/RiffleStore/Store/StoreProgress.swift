/// The progress of reading a whole list.
public struct StoreProgress: Sendable, Hashable {
  public internal(set) var rowsRead: Int
  /// The count when the reading began.
  public let rowCount: Int
}
