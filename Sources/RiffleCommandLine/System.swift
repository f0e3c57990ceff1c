import Glibc

/// Returns seconds since an arbitrary moment.
package func monotonicSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

package func writeToStandardError(_ text: String) {
  var text = text
  // If this fails, the failure cannot be reported either.
  text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
