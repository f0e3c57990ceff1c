import Glibc

/// A file or standard input, to be read to its end.
package struct ByteSource: Sendable {
  /// How messages call it.
  package let name: String
  /// `nil` is standard input.
  private let path: String?

  /// - Parameter argument: a path; `-` is standard input.
  package init(_ argument: String) {
    path = argument == "-" ? nil : argument
    name = argument == "-" ? "(standard input)" : argument
  }

  /// Whether it can be read again from its start.
  package var isRegularFile: Bool {
    guard let path else { return false }
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  func open() throws(InputError) -> ByteStream {
    guard let path else { return ByteStream(name: name, descriptor: STDIN_FILENO, isOwned: false) }
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(name: name, reason: systemMessage(errno)) }
    return ByteStream(name: name, descriptor: descriptor, isOwned: true)
  }
}

/// A file or standard input that is being read.
final class ByteStream: Sendable {
  private let name: String
  private let descriptor: Int32
  private let isOwned: Bool

  // Linux reads no more than this at once.
  private static let largestRead = 0x7fff_f000

  fileprivate init(name: String, descriptor: Int32, isOwned: Bool) {
    self.name = name
    self.descriptor = descriptor
    self.isOwned = isOwned
  }

  deinit { if isOwned { close(descriptor) } }

  /// Adds to `buffer` what fits into its spare room and is there, at least a byte; `false` if there is no more.
  func read(into buffer: ByteBuffer) throws(InputError) -> Bool {
    try reserve(1, in: buffer)
    while true {
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

  func reserve(_ spare: Int, in buffer: ByteBuffer) throws(InputError) {
    guard buffer.reserve(spare) else { throw failure(ENOMEM) }
  }

  private func failure(_ code: Int32) -> InputError {
    .system(name: name, reason: systemMessage(code))
  }
}
