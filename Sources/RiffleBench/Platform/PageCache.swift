#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the system keeps in memory of files.
enum PageCache {
  /// Has the system forget a file, as far as nobody has it mapped, and where the system has a way to say so.
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
