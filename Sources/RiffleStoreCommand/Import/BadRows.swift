#if Store
  import Glibc
  import RiffleCommandLine
  import RiffleInput

  /// The faults of omitted rows.
  final class BadRows {
    private(set) var count = 0
    private let file: ByteWriter?
    private let descriptor: Int32

    /// The most faults printed to standard error.
    private static let mostPrinted = 20

    /// - Parameter path: the file to write all faults to; `nil` to print only the first to standard error.
    init(_ path: String?) throws(CommandError) {
      guard let path else {
        (file, descriptor) = (nil, -1)
        return
      }
      descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw .output(name: path, reason: systemMessage(errno)) }
      file = ByteWriter(descriptor, name: path)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func add(_ problem: InputError) throws(CommandError) {
      count += 1
      if let file { return try file.write("\(problem)\n") }
      if count <= BadRows.mostPrinted { writeToStandardError("\(problem)\n") }
      if count == BadRows.mostPrinted + 1 {
        Program.note("there are more rows that cannot be read: --report FILE has them all")
      }
    }

    func finish() throws(CommandError) { try file?.flush() }
  }
#endif
