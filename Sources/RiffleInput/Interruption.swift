import Glibc

// Signal handlers: the handler only writes a byte to a pipe, which is async-signal-safe (POSIX, signal-safety). The descriptor
// that it writes to is set before the first handler is installed, and never changes after that.

/// A request by the user to end the program: from then on its descriptor is readable.
package struct Interruption: Sendable {
  private let descriptor: Int32

  /// - Returns: `nil` if no descriptors are available.
  package init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    descriptor = ends[0]
    Interruption.written = ends[1]
  }

  nonisolated(unsafe) private static var written: Int32 = -1

  /// Makes signals interrupt from now on; a second one ends the process as usual.
  package func begin(on signals: [Int32] = [SIGINT, SIGTERM]) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in
      let saved = errno
      var byte: UInt8 = 0
      _ = write(Interruption.written, &byte, 1)
      errno = saved
    }
    action.sa_flags = SA_RESTART | Int32(bitPattern: UInt32(SA_RESETHAND))
    for signal in signals {
      var previous = sigaction()
      sigaction(signal, nil, &previous)
      // A signal that was ignored when the program started stays ignored.
      if unsafeBitCast(previous.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        continue
      }
      sigaction(signal, &action, nil)
    }
  }

  /// Whether the program has been interrupted.
  package var isRaised: Bool { wait(besides: nil, milliseconds: 0) }

  /// Waits until a descriptor is readable, or an interruption.
  /// - Returns: whether there was an interruption.
  func wait(besides other: Int32) -> Bool { wait(besides: other, milliseconds: -1) }

  private func wait(besides other: Int32?, milliseconds: Int32) -> Bool {
    var requests = [descriptor, other ?? -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&requests, 2, milliseconds) < 0, errno == EINTR {}
    return requests[0].revents != 0
  }
}
