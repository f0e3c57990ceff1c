import Glibc

// Signal handlers: the handler does nothing but write a byte to a pipe, which is safe in one (POSIX, signal-safety); the
// descriptor that it writes to is set before the first handler is, and never changes after that.

/// What somebody does who wants a program to end: from then on its descriptor can be read.
package struct Interruption: Sendable {
  private let descriptor: Int32

  /// - Returns: `nil` if there are no descriptors to be had.
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

  /// Has signals interrupt from now on; a second one ends the process as ever.
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
      // What was started so that a signal does not end it is not interrupted by it.
      if unsafeBitCast(previous.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        continue
      }
      sigaction(signal, &action, nil)
    }
  }

  /// Whether somebody has interrupted the program.
  package var isRaised: Bool { wait(besides: nil, milliseconds: 0) }

  /// Waits until a descriptor can be read, or somebody interrupts that.
  /// - Returns: whether somebody has.
  func wait(besides other: Int32) -> Bool { wait(besides: other, milliseconds: -1) }

  private func wait(besides other: Int32?, milliseconds: Int32) -> Bool {
    var requests = [descriptor, other ?? -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&requests, 2, milliseconds) < 0, errno == EINTR {}
    return requests[0].revents != 0
  }
}
