#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The identity of the file at a path, to detect that another one has taken its place.
struct FileIdentity: Sendable, Hashable {
  private let device: UInt64
  private let number: UInt64

  /// - Returns: `nil` if there is no file, or its status cannot be read.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
  }
}
