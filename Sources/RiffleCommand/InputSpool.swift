import Glibc
import RiffleCommandLine
import RiffleInput

/// Copies of inputs that can be read only once, in files without a name, so that they can be read twice.
final class InputSpool {
  private var descriptors: [Int32] = []

  /// - Parameter description: its files are replaced by the copies.
  init(_ description: inout InputDescription) throws(CommandError) {
    let files = description.files.isEmpty ? ["-"] : description.files
    var kept: [String] = []
    for file in files {
      let source = ByteSource(file)
      if source.isRegularFile || file != "-" && access(file, R_OK) != 0 {
        kept.append(file)
        continue
      }
      let descriptor = try spool(file, source.name)
      descriptors.append(descriptor)
      kept.append("/dev/fd/\(descriptor)")
      description.names["/dev/fd/\(descriptor)"] = source.name
    }
    description.files = kept
  }

  deinit { for descriptor in descriptors { close(descriptor) } }

  private func spool(_ file: String, _ name: String) throws(CommandError) -> Int32 {
    let input = file == "-" ? dup(STDIN_FILENO) : open(file, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw .input(.system(name: name, reason: systemMessage(errno))) }
    defer { close(input) }
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/riffle-XXXXXX".utf8CString)
    let output = mkstemp(&template)
    guard output >= 0 else { throw .output(name: folder, reason: systemMessage(errno)) }
    unlink(template)
    _ = fcntl(output, F_SETFD, FD_CLOEXEC)
    let writer = ByteWriter(output, name: folder)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(input, &buffer, buffer.count)
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        let reason = systemMessage(errno)
        close(output)
        throw .input(.system(name: name, reason: reason))
      }
      try writer.write(buffer.prefix(count))
    }
    try writer.flush()
    return output
  }
}
