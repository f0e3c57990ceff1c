import Glibc

/// What the system calls an error, in words.
func systemMessage(_ code: Int32) -> String {
  guard let text = strerror(code) else { return "error \(code)" }
  return String(cString: text)
}

/// Waits for a descriptor that someone else has set not to wait by itself.
func waitUntilReady(_ descriptor: Int32, for events: Int32) {
  var request = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
  poll(&request, 1, -1)
}

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
