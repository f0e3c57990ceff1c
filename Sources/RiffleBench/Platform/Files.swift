#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Returns the whole content of a file, a pipe or a device.
func readFile(_ path: String) throws(BenchError) -> [UInt8] {
  let descriptor = open(path, O_RDONLY)
  guard descriptor >= 0 else { throw .cannotRead(path: path, reason: systemErrorMessage()) }
  defer { close(descriptor) }
  var status = stat()
  let knownSize = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  var bytes: [UInt8] = []
  // One byte more than the file has, so that its end is detected without growing the array.
  var room = max(knownSize, 1 << 16) + 1
  while true {
    let wanted = room
    var received = 0
    let piece = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
      while count < wanted {
        received = read(descriptor, buffer.baseAddress.map { $0 + count }, wanted - count)
        guard received > 0 else { break }
        count += received
      }
    }
    guard received >= 0 else { throw .cannotRead(path: path, reason: systemErrorMessage()) }
    if bytes.isEmpty { bytes = piece } else { bytes += piece }
    if piece.count < wanted { return bytes }
    room = bytes.count
  }
}

/// Creates or replaces a file.
func writeFile(_ path: String, _ text: String) throws(BenchError) {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
  guard descriptor >= 0 else { throw .cannotWrite(path: path, reason: systemErrorMessage()) }
  defer { close(descriptor) }
  try write(text, to: descriptor, named: path)
}

func isFolder(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

func fileExists(_ path: String) -> Bool { access(path, F_OK) == 0 }

/// Returns the last component of a path.
func fileName(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

/// Creates a folder, and its missing parents.
func makeFolder(_ path: String) throws(BenchError) {
  var made = path.hasPrefix("/") ? "/" : ""
  for part in path.split(separator: "/") {
    made += "\(part)/"
    guard mkdir(made, 0o755) == 0 || errno == EEXIST else {
      throw .cannotWrite(path: made, reason: systemErrorMessage())
    }
  }
}

/// Creates an empty folder with a unique name.
func makeTemporaryFolder() throws(BenchError) -> String {
  let template = (environmentValue("TMPDIR") ?? "/tmp") + "/riffle-bench-XXXXXX"
  var bytes = template.utf8CString.map(\.self)
  guard mkdtemp(&bytes) != nil else { throw .cannotWrite(path: template, reason: systemErrorMessage()) }
  return String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Removes a file; ignores errors.
func removeFile(_ path: String) { unlink(path) }

/// Removes a folder if it is empty; ignores errors.
func removeFolder(_ path: String) { rmdir(path) }

/// Checks before the work whether its result can be written. The content of the file stays.
func checkWritable(_ path: String) throws(BenchError) {
  let descriptor = open(path, O_WRONLY | O_CREAT, 0o644)
  guard descriptor >= 0 else { throw .cannotWrite(path: path, reason: systemErrorMessage()) }
  close(descriptor)
}

func writeToStandardOutput(_ text: String) throws(BenchError) {
  try write(text, to: STDOUT_FILENO, named: "standard output")
}

/// Prints a message that is not part of the result.
func note(_ text: String) {
  // If standard error is closed, the message is lost.
  try? write("riffle-bench: \(text)\n", to: STDERR_FILENO, named: "standard error")
}

private func write(_ text: String, to descriptor: Int32, named name: String) throws(BenchError) {
  let bytes = Array(text.utf8)
  var offset = 0
  while offset < bytes.count {
    let written = bytes.withUnsafeBytes { buffer in
      write(descriptor, buffer.baseAddress.map { $0 + offset }, buffer.count - offset)
    }
    guard written > 0 else { throw .cannotWrite(path: name, reason: systemErrorMessage()) }
    offset += written
  }
}

func systemErrorMessage() -> String {
  String(cString: strerror(errno))
}
