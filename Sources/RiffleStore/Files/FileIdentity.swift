#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Which file stands at a path: another one may take its place while the first is open.
struct FileIdentity: Sendable, Hashable {
  private let device: UInt64
  private let number: UInt64

  /// - Returns: `nil` if there is no file, or it cannot be looked at.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
  }
}
