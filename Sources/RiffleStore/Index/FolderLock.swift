import Riffle
package import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A lock held by the one process that writes the files of a folder. The system releases it when the process ends, in any way.
package final class FolderLock: Sendable {
  private let file: FileDescriptor
  private let isReleased = Lock(false)

  /// - Returns: `nil` if another process has it.
  /// - Throws: ``IndexFileError/system(action:path:reason:)``.
  package init?(_ path: FilePath) throws(IndexFileError) {
    do {
      file = try FileDescriptor.open(
        path, .readWrite, options: [.create, .closeOnExec],
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
    } catch {
      throw .system("open", path, error)
    }
    if flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 { return }
    let reason = Errno(rawValue: errno)
    try? file.close()
    if reason == .wouldBlock { return nil }
    throw .system("lock", path, reason)
  }

  deinit { release() }

  /// Releases the lock; a second call does nothing.
  package func release() {
    isReleased.withLock { isReleased in
      if isReleased { return }
      // Closing the file is not enough while a process that is just being started has a copy of the descriptor.
      flock(file.rawValue, LOCK_UN)
      try? file.close()
      isReleased = true
    }
  }
}
