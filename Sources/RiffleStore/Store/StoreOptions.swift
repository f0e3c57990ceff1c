public import Foundation

/// How a store is opened.
public struct StoreOptions: Sendable, Hashable {
  public enum Access: Sendable, Hashable {
    /// One process at a time may write a store and its index files. The file is made if there is none.
    case writing
    /// Any number of processes follow what is written.
    case reading
  }

  /// When a change is safe (SQLite, `PRAGMA synchronous`, with a write-ahead log).
  public enum Durability: Sendable, Hashable {
    /// From when ``ListStore/write(_:)-swift.method`` returns, even if power fails then.
    case full
    /// From when ``ListStore/write(_:)-swift.method`` returns, if processes end; if power fails, the last changes may be gone, but none is half there.
    case normal

    var pragma: String { self == .full ? "FULL" : "NORMAL" }
  }

  public var access: Access
  public var durability: Durability
  /// Whether an index that has to be built is built while the store is in use already; see ``ListStore/progress``.
  public var buildsInBackground: Bool
  /// How long to wait for other programs that write to the database, in seconds.
  public var busyTimeout: TimeInterval

  public init(
    access: Access = .writing, durability: Durability = .full, buildsInBackground: Bool = false,
    busyTimeout: TimeInterval = 10
  ) {
    (self.access, self.durability) = (access, durability)
    (self.buildsInBackground, self.busyTimeout) = (buildsInBackground, busyTimeout)
  }
}
