#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Unsafe memory: `mmap` returns a pointer, which is never read or written; `read` fills an array of bytes.

/// Returns whether the process can be given so many bytes, for callers that can do without: Swift's own containers end the
/// process where there is no memory.
///
/// A mapping of that size, which is given back at once, has to pass: so address space, `RLIMIT_AS`, `RLIMIT_DATA` and a system
/// that does not overcommit have room. Linux grants nearly any mapping otherwise, so what it calls available has to suffice
/// as well; see ``SpareMemory``. Elsewhere the mapping decides alone.
///
/// Another thread may take the memory before the caller does.
/// - Complexity: reads a few files of the system, which takes some tenths of a millisecond.
package func hasSpareMemory(_ byteCount: Int) -> Bool {
  guard byteCount > 0 else { return true }
  return canMap(byteCount) && SpareMemory(systemFile).admits(byteCount)
}

private func canMap(_ byteCount: Int) -> Bool {
  let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
  guard let memory, memory != MAP_FAILED else { return false }
  munmap(memory, byteCount)
  return true
}

/// The first 64 KiB of a file of the system; `nil` if it cannot be read.
func systemFile(_ path: String) -> String? {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return nil }
  defer { close(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 12)
  while bytes.count < 1 << 16 {
    let count = chunk.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
    if count < 0 { return nil }
    if count == 0 { break }
    bytes += chunk.prefix(count)
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// The memory that Linux can still give to this process: what is available without swapping, within the limits of its control
/// groups.
struct SpareMemory {
  /// In bytes; `nil` if nothing is known.
  let byteCount: UInt64?

  /// - Parameter text: returns the text of a file, by its path; `nil` if there is none.
  init(_ text: (_ path: String) -> String?) {
    var known: [UInt64] = []
    if let available = text("/proc/meminfo").flatMap({ SpareMemory.number("MemAvailable:", in: $0) }) {
      known.append(available.multipliedClamped(by: 1 << 10))
    }
    for group in ControlGroup.groups(in: text("/proc/self/cgroup") ?? "") { known += group.spare(text) }
    byteCount = known.min()
  }

  func admits(_ count: Int) -> Bool { byteCount.map { UInt64(max(0, count)) <= $0 } ?? true }

  /// The number after a name that begins a line.
  fileprivate static func number(_ name: String, in text: String) -> UInt64? {
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(whereSeparator: \.isWhitespace)
      if parts.count > 1, parts[0] == name { return UInt64(parts[1]) }
    }
    return nil
  }
}

/// A control group that limits memory.
private struct ControlGroup {
  let path: ControlGroupPath
  /// The names of its files.
  let most, used, cached: String

  /// The groups of a process, from `/proc/self/cgroup`.
  static func groups(in text: String) -> [ControlGroup] {
    ControlGroupPath.paths(of: "memory", in: text).map { path in
      path.isUnified
        ? ControlGroup(path: path, most: "memory.max", used: "memory.current", cached: "inactive_file")
        : ControlGroup(
          path: path, most: "memory.limit_in_bytes", used: "memory.usage_in_bytes", cached: "total_inactive_file")
    }
  }

  /// The bytes left to the group, and to each that it is part of, as far as these have limits.
  func spare(_ text: (_ path: String) -> String?) -> [UInt64] {
    path.folders.compactMap { folder in
      func number(_ name: String) -> UInt64? {
        text("\(folder)/\(name)")?.split(whereSeparator: \.isWhitespace).first.flatMap { UInt64($0) }
      }
      guard let most = number(self.most), let used = number(used) else { return nil }
      // What files have left in memory counts as used, and is given up first.
      let cached = text("\(folder)/memory.stat").flatMap { SpareMemory.number(self.cached, in: $0) } ?? 0
      let kept = used - min(used, cached)
      return most - min(most, kept)
    }
  }
}

extension UInt64 {
  fileprivate func multipliedClamped(by other: Self) -> Self {
    let (product, isOver) = multipliedReportingOverflow(by: other)
    return isOver ? .max : product
  }
}
