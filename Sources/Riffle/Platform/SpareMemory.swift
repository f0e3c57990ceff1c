#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Unsafe memory: what is mapped to find out is given back at once, and never read or written.

/// Whether the system has so much memory to give, for whoever wants to do without rather than to end: Swift's own containers
/// end the process where there is none.
///
/// Another thread may take it before the caller does.
package func hasSpareMemory(_ byteCount: Int) -> Bool {
  guard byteCount > 0 else { return true }
  let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
  guard let memory, memory != MAP_FAILED else { return false }
  munmap(memory, byteCount)
  return true
}
