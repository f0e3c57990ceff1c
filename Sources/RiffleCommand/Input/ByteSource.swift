import Glibc

/// A file or standard input, to be read to its end.
struct ByteSource {
  /// How messages call it.
  let name: String
  /// `nil` is standard input.
  private let path: String?

  /// - Parameter argument: a path; `-` is standard input.
  init(_ argument: String) {
    path = argument == "-" ? nil : argument
    name = argument == "-" ? "(standard input)" : argument
  }

  /// Adds everything to `buffer` and returns where it lies there.
  func read(into buffer: ByteBuffer) throws(CommandError) -> Range<Int> {
    let start = buffer.count
    guard let path else {
      try read(STDIN_FILENO, into: buffer)
      return start..<buffer.count
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(errno) }
    defer { close(descriptor) }
    try read(descriptor, into: buffer)
    return start..<buffer.count
  }

  private func read(_ descriptor: Int32, into buffer: ByteBuffer) throws(CommandError) {
    // One byte more than a regular file has, so that its end shows without another round.
    guard buffer.reserve(max(Self.size(of: descriptor) + 1, Self.smallestRead)) else { throw failure(ENOMEM) }
    while true {
      guard buffer.reserve(1) else { throw failure(ENOMEM) }
      var result = 0
      buffer.fill { spare in
        result = Glibc.read(descriptor, spare.baseAddress, min(spare.count, Self.largestRead))
        return result
      }
      if result == 0 { return }
      if result < 0 && errno == EAGAIN {
        waitUntilReady(descriptor, for: POLLIN)
      } else if result < 0 && errno != EINTR {
        throw failure(errno)
      }
    }
  }

  private func failure(_ code: Int32) -> CommandError {
    .system(name: name, reason: systemMessage(code))
  }

  private static let smallestRead = 1 << 16
  // Linux reads no more than this at once.
  private static let largestRead = 0x7fff_f000

  /// How many bytes are left in a regular file, as far as one can tell; 0 for anything else.
  private static func size(of descriptor: Int32) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 0 }
    let position = lseek(descriptor, 0, SEEK_CUR)
    return max(0, Int(status.st_size) - max(0, Int(position)))
  }
}
