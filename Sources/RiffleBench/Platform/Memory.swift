#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The resident memory of this process in bytes, as reported by the kernel; 0 if it is unavailable.
enum ResidentBytes {
  static var now: Int {
    guard let bytes = try? readFile("/proc/self/statm") else { return 0 }
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return 0 }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// The greatest value so far.
  static var peak: Int { ofStatus("VmHWM") }

  /// The part that is not backed by files.
  static var anonymous: Int { ofStatus("RssAnon") }

  private static func ofStatus(_ name: String) -> Int {
    guard let bytes = try? readFile("/proc/self/status") else { return 0 }
    return value(of: name, inStatus: String(decoding: bytes, as: UTF8.self))
  }

  /// Reads a line such as `VmHWM:     1234 kB`.
  static func value(of name: String, inStatus text: String) -> Int {
    for line in text.split(separator: "\n") where line.hasPrefix(name + ":") {
      let fields = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
      if fields.count > 1, let kibibytes = Int(fields[1]) { return kibibytes * 1024 }
    }
    return 0
  }
}
