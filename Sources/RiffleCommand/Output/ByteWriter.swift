import Glibc
import RiffleInput

/// Standard output, written in large pieces.
final class ByteWriter {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private static let bufferSize = 1 << 16

  init(_ descriptor: Int32 = STDOUT_FILENO) {
    self.descriptor = descriptor
    buffer.reserveCapacity(Self.bufferSize)
  }

  func write(_ byte: UInt8) throws(CommandError) {
    buffer.append(byte)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  func write(_ text: String) throws(CommandError) { try write(text.utf8) }

  func write(_ bytes: some Sequence<UInt8>) throws(CommandError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(CommandError) {
    if bytes.count >= Self.bufferSize {
      try flush()
      try send(UnsafeRawBufferPointer(bytes))
    } else {
      buffer.append(contentsOf: bytes)
      if buffer.count >= Self.bufferSize { try flush() }
    }
  }

  func flush() throws(CommandError) {
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
        // Nobody reads any more. Where SIGPIPE is ignored it did not end the program; this does.
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
        _exit(128 + SIGPIPE)
      } else if errno == EAGAIN {
        waitUntilReady(descriptor, for: POLLOUT)
      } else if errno != EINTR {
        throw .output(reason: systemMessage(errno))
      }
    }
  }
}
