import Riffle

/// The extent of the loaded rows among all rows of the source.
public struct LoadedExtent: Sendable, Hashable {
  /// The number of loaded rows.
  public var count: Int
  /// The position of the first one among all, from 0; `nil` if the source does not report it.
  public var offset: Int?
  /// The number of all rows; `nil` if the source does not report it.
  public var total: Int?

  /// The number of rows before the loaded ones that a front end can show as placeholders; 0 if it is unknown.
  public var placeholdersBefore: Int {
    guard let total else { return 0 }
    return Swift.min(offset ?? 0, Swift.max(0, total.addingClamped(-count)))
  }

  /// The number of rows after the loaded ones that a front end can show as placeholders; 0 if it is unknown.
  public var placeholdersAfter: Int {
    guard let total, let offset else { return 0 }
    return Swift.max(0, total.addingClamped(-offset).addingClamped(-count))
  }
}
