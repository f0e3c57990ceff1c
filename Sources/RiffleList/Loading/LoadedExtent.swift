import Riffle

/// Where the loaded rows lie among all that the source has.
public struct LoadedExtent: Sendable, Hashable {
  /// How many rows are loaded.
  public var count: Int
  /// The position of the first one among all, from 0; `nil` if the source does not say.
  public var offset: Int?
  /// How many there are in all; `nil` if the source does not say.
  public var total: Int?

  /// How many rows there are before the loaded ones for which a front end can show placeholders; 0 if nobody knows.
  public var placeholdersBefore: Int {
    guard let total else { return 0 }
    return Swift.min(offset ?? 0, Swift.max(0, total.addingClamped(-count)))
  }

  /// How many there are after them.
  public var placeholdersAfter: Int {
    guard let total, let offset else { return 0 }
    return Swift.max(0, total.addingClamped(-offset).addingClamped(-count))
  }
}
