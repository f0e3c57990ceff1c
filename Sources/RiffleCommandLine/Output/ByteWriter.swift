import Glibc
import RiffleInput

/// The name of standard output in messages.
package let standardOutput = "(standard output)"

/// A file or standard output, written in large pieces.
package final class ByteWriter {
  private let descriptor: Int32
  private let name: String
  private var buffer: [UInt8] = []
  private static let bufferSize = 1 << 16

  package init(_ descriptor: Int32 = STDOUT_FILENO, name: String = standardOutput) {
    self.descriptor = descriptor
    self.name = name
    buffer.reserveCapacity(Self.bufferSize)
  }

  package func write(_ byte: UInt8) throws(CommandError) {
    buffer.append(byte)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  package func write(_ text: String) throws(CommandError) { try write(text.utf8) }

  package func write(_ bytes: some Sequence<UInt8>) throws(CommandError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  package func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(CommandError) {
    if bytes.count >= Self.bufferSize {
      try flush()
      try send(UnsafeRawBufferPointer(bytes))
    } else {
      buffer.append(contentsOf: bytes)
      if buffer.count >= Self.bufferSize { try flush() }
    }
  }

  package func flush() throws(CommandError) {
    defer { buffer.removeAll(keepingCapacity: true) }
    try buffer.withUnsafeBufferPointer { bytes throws(CommandError) in try send(UnsafeRawBufferPointer(bytes)) }
  }

  private func send(_ bytes: UnsafeRawBufferPointer) throws(CommandError) {
    var rest = bytes
    while !rest.isEmpty {
      let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if written >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
      } else if errno == EPIPE {
        // The reader has closed the pipe. If SIGPIPE is ignored, it did not end the program; this does.
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
        _exit(128 + SIGPIPE)
      } else if errno == EAGAIN {
        waitUntilReady(descriptor, for: POLLOUT)
      } else if errno != EINTR {
        throw .output(name: name, reason: systemMessage(errno))
      }
    }
  }
}
