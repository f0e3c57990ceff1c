import Glibc

/// Returns the system's message for an error.
package func systemMessage(_ code: Int32) -> String {
  guard let text = strerror(code) else { return "error \(code)" }
  return String(cString: text)
}

/// Waits for a descriptor that another process may have set to non-blocking mode.
package func waitUntilReady(_ descriptor: Int32, for events: Int32) {
  var request = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
  poll(&request, 1, -1)
}
