import Glibc
import Riffle
import RifflePicker

// Signal handlers: the handler only writes a byte to a pipe, which is async-signal-safe (POSIX, signal-safety). The descriptor
// that it writes to is set before the first handler is installed, and never changes after that.

/// A pipe that wakes a thread waiting for the terminal.
private struct WakePipe {
  let readEnd, writeEnd: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  func drain() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(readEnd, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }
}

/// A queue of events from other threads to the drawing thread.
final class Mailbox: Sendable {
  private let events = Lock<[PickerEvent]>([])
  private let pipe: WakePipe

  /// Readable when there are events.
  var descriptor: Int32 { pipe.readEnd }

  init?() {
    guard let pipe = WakePipe() else { return nil }
    self.pipe = pipe
  }

  func send(_ event: PickerEvent) {
    let isFirst = events.withLock { events in
      events.append(event)
      return events.count == 1
    }
    if isFirst {
      var byte: UInt8 = 0
      _ = write(pipe.writeEnd, &byte, 1)
    }
  }

  func receive() -> [PickerEvent] {
    _ = pipe.drain()
    return events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}

/// A queue of signals with a descriptor to wait for.
final class SignalQueue: Sendable {
  private let pipe: WakePipe
  nonisolated(unsafe) private static var written: Int32 = -1

  var descriptor: Int32 { pipe.readEnd }

  init?(_ signals: [Int32]) {
    guard let pipe = WakePipe() else { return nil }
    self.pipe = pipe
    SignalQueue.written = pipe.writeEnd
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { signal in
      let saved = errno
      var byte = UInt8(truncatingIfNeeded: signal)
      _ = write(SignalQueue.written, &byte, 1)
      errno = saved
    }
    action.sa_flags = SA_RESTART
    for signal in signals { sigaction(signal, &action, nil) }
  }

  /// Returns the signals received.
  func receive() -> [Int32] { pipe.drain().map { Int32($0) } }
}
