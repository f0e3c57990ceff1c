internal import Riffle
package import SystemPackage

/// A way in which a disk fails.
package enum DiskFault: String, Sendable, CaseIterable {
  /// There is no more room, from some moment on; what is being written then is written in part.
  case full
  /// A single write fails.
  case write
  case synchronize
  /// From some moment on.
  case synchronizeAll = "synchronize-all"
  case read
  case readAll = "read-all"
  case open
  case map
  /// The folder may not be changed, from some moment on.
  case readOnly = "read-only"
  /// Nothing may be made, opened, renamed or removed, from some moment on.
  case permission
  /// No more files can be opened, from some moment on.
  case descriptors
  case rename
  case list
  /// What connections of SQLite tell each other.
  case shareMemory = "share-memory"
  case lock
  case size

  fileprivate var kinds: Set<DiskCall.Kind> {
    switch self {
    case .full: [.makeFolder, .create, .write]
    case .write: [.write, .truncate]
    case .synchronize, .synchronizeAll: [.synchronize, .synchronizeFolder]
    case .read, .readAll: [.read]
    case .open: [.open]
    case .map: [.map]
    case .readOnly: [.makeFolder, .create, .write, .truncate, .rename, .remove, .open]
    case .permission: [.makeFolder, .create, .open, .rename, .remove, .access, .list]
    case .descriptors: [.create, .open, .list]
    case .rename: [.rename, .remove]
    case .list: [.list, .access]
    case .shareMemory: [.shareMemory]
    case .lock: [.lock]
    case .size: [.size]
    }
  }

  fileprivate var reason: Errno {
    switch self {
    case .full: .noSpace
    case .write, .synchronize, .synchronizeAll, .read, .readAll, .open, .list, .rename, .size, .lock: .ioError
    case .map, .shareMemory: .noMemory
    case .readOnly: .readOnlyFileSystem
    case .permission: .permissionDenied
    case .descriptors: .tooManyOpenFiles
    }
  }

  fileprivate var lasts: Bool {
    switch self {
    case .full, .synchronizeAll, .readAll, .map, .readOnly, .permission, .descriptors: true
    case .write, .synchronize, .read, .open, .rename, .list, .shareMemory, .lock, .size: false
    }
  }
}

/// Makes a disk fail at one of the calls that may fail in its way, or from it on.
package final class FaultPlan: DiskObserver {
  private let fault: DiskFault
  private let first: Int
  private let state = Lock(State())

  private struct State {
    var count = 0
    var failures = 0
    var isOver = false
    var isPaused = false
  }

  /// - Parameter first: the number of the call, from 1.
  package init(_ fault: DiskFault, at first: Int) { (self.fault, self.first) = (fault, first) }

  /// How many calls have failed.
  package var failureCount: Int { state.withLock { $0.failures } }

  /// From now on nothing fails.
  package func end() { state.withLock { $0.isOver = true } }

  /// Nothing fails as long as `body` runs, and no calls are counted.
  package func pause<Result>(_ body: () throws -> Result) rethrows -> Result {
    state.withLock { $0.isPaused = true }
    defer { state.withLock { $0.isPaused = false } }
    return try body()
  }

  package func willDo(_ call: inout DiskCall) -> Errno? {
    guard fault.kinds.contains(call.kind) else { return nil }
    return state.withLock { state in
      if state.isOver || state.isPaused { return nil }
      if fault == .readOnly, call.kind == .open, !call.isWritable { return nil }
      state.count += 1
      guard fault.lasts ? state.count >= first : state.count == first else { return nil }
      state.failures += 1
      if fault == .readOnly, call.kind == .open {
        // SQLite goes on with a file that it can only read.
        call.isWritable = false
        return nil
      }
      if fault == .full, call.byteCount > 1, state.count == first { call.byteCount /= 2 }
      return fault.reason
    }
  }
}
