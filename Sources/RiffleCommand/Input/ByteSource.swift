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
    let stream = try open()
    // One byte more than a regular file has, so that its end shows without another round.
    try stream.reserve(max(stream.remainingCount + 1, Self.smallestRead), in: buffer)
    while try stream.read(into: buffer) {}
    return start..<buffer.count
  }

  func open() throws(CommandError) -> ByteStream {
    guard let path else { return ByteStream(name: name, descriptor: STDIN_FILENO, isOwned: false) }
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(name: name, reason: systemMessage(errno)) }
    return ByteStream(name: name, descriptor: descriptor, isOwned: true)
  }

  private static let smallestRead = 1 << 16
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
  func read(into buffer: ByteBuffer) throws(CommandError) -> Bool {
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

  func reserve(_ spare: Int, in buffer: ByteBuffer) throws(CommandError) {
    guard buffer.reserve(spare) else { throw failure(ENOMEM) }
  }

  /// How many bytes are left in a regular file, as far as one can tell; 0 for anything else.
  var remainingCount: Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 0 }
    let position = lseek(descriptor, 0, SEEK_CUR)
    return max(0, Int(status.st_size) - max(0, Int(position)))
  }

  private func failure(_ code: Int32) -> CommandError {
    .system(name: name, reason: systemMessage(code))
  }
}
