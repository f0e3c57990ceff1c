public import Foundation

/// Options for opening a store.
public struct StoreOptions: Sendable, Hashable {
  public enum Access: Sendable, Hashable {
    /// One process at a time may write a store and its index files. The file is created if it does not exist.
    case writing
    /// Any number of processes follow what is written.
    case reading
  }

  /// The moment when a change is durable (SQLite, `PRAGMA synchronous`, with a write-ahead log).
  public enum Durability: Sendable, Hashable {
    /// When ``ListStore/write(_:)-swift.method`` returns, even against a power failure.
    case full
    /// When ``ListStore/write(_:)-swift.method`` returns, against the end of processes. After a power failure, the last changes
    /// may be missing, but none is incomplete.
    case normal

    var pragma: String { self == .full ? "FULL" : "NORMAL" }
  }

  public var access: Access
  public var durability: Durability
  /// Whether an index that has to be built is built while the store is already in use; see ``ListStore/progress``.
  public var buildsInBackground: Bool
  /// The longest wait for other programs that write to the database, in seconds.
  public var busyTimeout: TimeInterval

  public init(
    access: Access = .writing, durability: Durability = .full, buildsInBackground: Bool = false,
    busyTimeout: TimeInterval = 10
  ) {
    (self.access, self.durability) = (access, durability)
    (self.buildsInBackground, self.busyTimeout) = (buildsInBackground, busyTimeout)
  }
}
