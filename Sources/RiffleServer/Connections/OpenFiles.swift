#if Service
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// The number of files that a process may have open, including connections (`RLIMIT_NOFILE`).
  package enum OpenFiles {
    /// `nil` if it is unknown.
    package static var limit: Int? {
      var limit = rlimit()
      #if canImport(Glibc)
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
      #else
        guard getrlimit(RLIMIT_NOFILE, &limit) == 0 else { return nil }
      #endif
      return Int(clamping: limit.rlim_cur)
    }

    /// The number of files in addition to those of lists.
    private static let reserve = 32
    /// The number of files of a list: its database, with a connection for each reader, and its index.
    private static let reserveOfList = 32

    /// Returns the number of connections to accept, so that lists can always open a file. If no descriptor is left to accept a
    /// connection with, the system continually reports it as waiting.
    /// - Parameter wanted: the number in the settings.
    package static func connections(_ wanted: Int, limit: Int?, listCount: Int) -> Int {
      guard let limit else { return wanted }
      return min(wanted, max(1, limit - reserve - reserveOfList * listCount))
    }
  }
#endif
