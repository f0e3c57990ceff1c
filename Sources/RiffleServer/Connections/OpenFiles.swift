#if Service
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// How many files a process may have open, connections included (`RLIMIT_NOFILE`).
  enum OpenFiles {
    /// `nil` if that is not known.
    static var limit: Int? {
      var limit = rlimit()
      #if canImport(Glibc)
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
      #else
        guard getrlimit(RLIMIT_NOFILE, &limit) == 0 else { return nil }
      #endif
      return Int(clamping: limit.rlim_cur)
    }

    /// Beside those of lists.
    private static let reserve = 32
    /// Of its database, with a connection for each reader, and of its index.
    private static let reserveOfList = 32

    /// How many connections may be taken, so that lists always find a file to open. Once none is left to accept a connection with,
    /// the system reports it as waiting again and again.
    /// - Parameter wanted: as many as are set.
    static func connections(_ wanted: Int, limit: Int?, listCount: Int) -> Int {
      guard let limit else { return wanted }
      return min(wanted, max(1, limit - reserve - reserveOfList * listCount))
    }
  }
#endif
