import Riffle
package import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Held by the one process that writes the files of a folder. The system takes it from a process that ends, however that
/// does.
package final class FolderLock: Sendable {
  private let file: FileDescriptor
  private let isReleased = Lock(false)

  /// - Returns: `nil` if somebody else has it.
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

  /// Gives it back; a second time does nothing.
  package func release() {
    isReleased.withLock { isReleased in
      if isReleased { return }
      // To close the file is not enough while a process that is only just being started has a copy of the descriptor.
      flock(file.rawValue, LOCK_UN)
      try? file.close()
      isReleased = true
    }
  }
}
