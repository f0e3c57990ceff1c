import Glibc

/// A file or standard input, to be read to its end.
package struct ByteSource: Sendable {
  /// The name in messages.
  package let name: String
  /// `nil` for standard input.
  private let path: String?

  /// - Parameter argument: a path; `-` is standard input.
  package init(_ argument: String, name: String? = nil) {
    path = argument == "-" ? nil : argument
    self.name = name ?? (argument == "-" ? "(standard input)" : argument.isEmpty ? "''" : argument)
  }

  /// Whether it can be read again from its start.
  package var isRegularFile: Bool {
    guard let path else { return false }
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The size in bytes; `nil` if it is unknown.
  var byteCount: Int? {
    var status = stat()
    let isKnown = path.map { stat($0, &status) == 0 } ?? (fstat(STDIN_FILENO, &status) == 0)
    return isKnown && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  /// - Parameter interruption: ends reading at any point.
  func open(until interruption: Interruption? = nil) throws(InputError) -> ByteStream {
    guard let path else {
      return ByteStream(name: name, descriptor: STDIN_FILENO, isOwned: false, interruption: interruption)
    }
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(name: name, reason: systemMessage(errno)) }
    return ByteStream(name: name, descriptor: descriptor, isOwned: true, interruption: interruption)
  }
}

/// A file or standard input that is being read.
final class ByteStream: Sendable {
  private let name: String
  private let descriptor: Int32
  private let isOwned: Bool
  private let interruption: Interruption?

  // The most bytes that Linux reads at once.
  private static let largestRead = 0x7fff_f000

  fileprivate init(name: String, descriptor: Int32, isOwned: Bool, interruption: Interruption?) {
    self.name = name
    self.descriptor = descriptor
    self.isOwned = isOwned
    self.interruption = interruption
  }

  deinit { if isOwned { close(descriptor) } }

  /// Reads available bytes, at least one, into the spare capacity of `buffer`. Returns `false` if there are no more, or reading
  /// has been interrupted.
  func read(into buffer: GrowingBuffer) throws(InputError) -> Bool {
    try reserve(1, in: buffer)
    while true {
      if let interruption, interruption.wait(besides: descriptor) { return false }
      var result = 0
      buffer.fill { spare in
        result = Glibc.read(descriptor, spare.baseAddress, min(spare.count, Self.largestRead))
        return result
      }
      if result >= 0 { return result > 0 }
      if errno == EAGAIN {
        waitUntilReady(descriptor, for: POLLIN)
      } else if errno != EINTR {
        throw failure(errno)
      }
    }
  }

  func reserve(_ spare: Int, in buffer: GrowingBuffer) throws(InputError) {
    guard buffer.reserve(spare) else { throw failure(ENOMEM) }
  }

  private func failure(_ code: Int32) -> InputError {
    .system(name: name, reason: systemMessage(code))
  }
}
