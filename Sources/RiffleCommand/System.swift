import Glibc

/// Seconds since some moment.
func monotonicSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Says something about the program's own doings.
func note(_ text: String) { writeToStandardError("riffle: \(text)\n") }

func writeToStandardError(_ text: String) {
  var text = text
  // Nothing can be done, and nobody told, if this fails.
  text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
