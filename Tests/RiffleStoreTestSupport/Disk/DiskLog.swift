internal import Riffle
package import SystemPackage

/// One thing that has been done to a disk. Paths are relative to the folder that is watched; files have numbers, because
/// names change.
package enum DiskOperation: Sendable {
  case makeFolder(String)
  case create(String, file: Int)
  case write(file: Int, offset: Int, [UInt8])
  case truncate(file: Int, size: Int)
  case synchronize(file: Int)
  case rename(String, to: String)
  case remove(String)
  case synchronizeFolder(String)
  /// Somebody begins to write a batch, whose number ascends for each who writes.
  case begin(writer: Int, batch: Int)
  /// Somebody knows that a batch has been written.
  case acknowledge(writer: Int, batch: Int)
}

/// Writes down what is done to the files in a folder, in the order in which it is done.
///
/// A call is written down before it is done, so whatever somebody does because of it comes later. Shared memory and locks of
/// SQLite are not on any disk, and are not written down.
package final class DiskRecorder: DiskObserver {
  /// What is left out as if nobody had asked for it, to see that it is missed.
  package enum Omission: String, Sendable, CaseIterable {
    case none
    /// What SQLite has synchronised.
    case database
    case indexFiles = "index-files"
    case indexFolder = "index-folder"
  }

  private struct Log {
    var operations: [DiskOperation] = []
    var names: [String: Int] = [:]
    var folders: Set<String> = [""]
    var fileCount = 0
    var isStopped = false
  }

  private let root: String
  private let omission: Omission
  private let log = Lock(Log())

  /// - Parameters:
  ///   - root: the path of the folder, without links in it.
  ///   - image: what it holds.
  package init(_ root: FilePath, _ image: DiskImage, without omission: Omission = .none) {
    self.root = root.string + "/"
    self.omission = omission
    log.withLock { log in
      log.folders.formUnion(image.folders)
      for (name, number) in image.numberedFiles { log.names[name] = number }
      log.fileCount = image.files.count
    }
  }

  /// What has been done until now.
  package var operations: [DiskOperation] { log.withLock { $0.operations } }

  /// Writes nothing down any more.
  package func stop() { log.withLock { $0.isStopped = true } }

  package func begin(_ batch: Int, by writer: Int) {
    log.withLock { if !$0.isStopped { $0.operations.append(.begin(writer: writer, batch: batch)) } }
  }

  package func acknowledge(_ batch: Int, by writer: Int) {
    log.withLock { if !$0.isStopped { $0.operations.append(.acknowledge(writer: writer, batch: batch)) } }
  }

  private func relative(_ path: String) -> String? {
    path + "/" == root ? "" : path.hasPrefix(root) ? String(path.dropFirst(root.count)) : nil
  }

  package func willDo(_ call: inout DiskCall) -> Errno? {
    guard let path = relative(call.path) else { return nil }
    log.withLock { log in if !log.isStopped { record(&call, path, &log) } }
    return nil
  }

  private func record(_ call: inout DiskCall, _ path: String, _ log: inout Log) {
    switch call.kind {
    case .makeFolder:
      if log.folders.insert(path).inserted { log.operations.append(.makeFolder(path)) }
    case .create where log.names[path] == nil:
      log.names[path] = log.fileCount
      log.operations.append(.create(path, file: log.fileCount))
      call.file = log.fileCount
      log.fileCount += 1
    case .create, .open: call.file = log.names[path]
    case .write:
      if let file = call.file { log.operations.append(.write(file: file, offset: call.offset, Array(call.bytes))) }
    case .truncate: if let file = call.file { log.operations.append(.truncate(file: file, size: call.offset)) }
    case .synchronize:
      if omission == (path.contains("-riffle/") ? .indexFiles : .database) { return }
      if let file = call.file { log.operations.append(.synchronize(file: file)) }
      if call.synchronizesFolder { log.operations.append(.synchronizeFolder(DiskImage.folder(of: path))) }
    case .rename:
      guard let newPath = relative(call.newPath) else { return }
      log.names[newPath] = log.names.removeValue(forKey: path)
      log.operations.append(.rename(path, to: newPath))
    case .remove:
      log.names[path] = nil
      log.operations.append(.remove(path))
      if call.synchronizesFolder { log.operations.append(.synchronizeFolder(DiskImage.folder(of: path))) }
    case .synchronizeFolder: if omission != .indexFolder { log.operations.append(.synchronizeFolder(path)) }
    case .read, .size, .map, .list, .access, .lock, .shareMemory: break
    }
  }
}
