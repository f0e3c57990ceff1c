#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The system's cache of files in memory.
enum PageCache {
  /// Drops a file from the cache, except pages that are mapped, if the system supports that.
  static func drop(_ path: String) {
    #if os(Linux)
      let file = open(path, O_RDONLY)
      guard file >= 0 else { return }
      fsync(file)
      posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED)
      close(file)
    #endif
  }
}
