/// How far the reading of a whole list has come.
public struct StoreProgress: Sendable, Hashable {
  public internal(set) var rowsRead: Int
  /// As it was when the reading began.
  public let rowCount: Int
}
