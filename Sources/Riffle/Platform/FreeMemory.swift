internal import CKernels

/// Freed memory that the C library keeps. An index returns what it can to the system. The rest is a decision of the process,
/// because it affects all memory that it uses.
public enum FreeMemory {
  /// Keeps no more than 4 MiB of freed memory at the end of each of the C library's arenas, where glibc would keep up to
  /// 64 MiB: for a process whose lists change all the while. Call it before the first list is made.
  ///
  /// The same as to start the process with `MALLOC_TRIM_THRESHOLD_=4194304` and `MALLOC_MMAP_THRESHOLD_=33554432`; see
  /// mallopt(3).
  /// - Returns: `false` if the C library has no such setting.
  @discardableResult
  public static func limit() -> Bool { kernel_limit_free_memory(4 << 20) != 0 }
}

/// Gives the system back the memory that building has used and no longer needs; the C library would keep it for
/// this process.
func releaseFreeMemory() { kernel_release_free_memory() }
