#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Bytes of this process in memory, as the kernel counts them; 0 where it does not say.
enum ResidentBytes {
  static var now: Int {
    guard let bytes = try? readFile("/proc/self/statm") else { return 0 }
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return 0 }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// The most there ever was.
  static var peak: Int {
    guard let bytes = try? readFile("/proc/self/status") else { return 0 }
    return peak(inStatus: String(decoding: bytes, as: UTF8.self))
  }

  /// Reads the line `VmHWM:     1234 kB`.
  static func peak(inStatus text: String) -> Int {
    for line in text.split(separator: "\n") where line.hasPrefix("VmHWM:") {
      let fields = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
      if fields.count > 1, let kibibytes = Int(fields[1]) { return kibibytes * 1024 }
    }
    return 0
  }
}
