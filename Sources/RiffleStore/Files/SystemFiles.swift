package import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The files of the system.
package struct SystemFiles: FileLayer {
  package init() {}

  package func makeFolder(_ path: FilePath) throws(IndexFileError) -> Bool {
    if path.withPlatformString({ mkdir($0, 0o777) }) == 0 { return true }
    let reason = Errno(rawValue: errno)
    if reason == .fileExists { return false }
    throw .system("make the folder", path, reason)
  }

  package func create(_ path: FilePath) throws(IndexFileError) -> any NewFile {
    let file = try IndexFileError.wrap("create", path) {
      try FileDescriptor.open(
        path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
    }
    return SystemNewFile(file, path)
  }

  package func open(_ path: FilePath) throws(IndexFileError) -> any StoredFile {
    let file = try IndexFileError.wrap("open", path) {
      try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
    }
    return try SystemStoredFile(file, path)
  }

  /// Returns whether there is a file or folder of that name.
  func exists(_ path: FilePath) -> Bool { path.withPlatformString { access($0, F_OK) } == 0 }

  package func rename(_ path: FilePath, to newPath: FilePath) throws(IndexFileError) {
    let result = path.withPlatformString { old in newPath.withPlatformString { new in renameFile(old, new) } }
    if result != 0 { throw .system("rename", path, Errno(rawValue: errno)) }
  }

  package func remove(_ path: FilePath) throws(IndexFileError) {
    if path.withPlatformString({ unlink($0) }) != 0 { throw .system("remove", path, Errno(rawValue: errno)) }
  }

  package func synchronize(folder: FilePath) throws(IndexFileError) {
    let descriptor = try IndexFileError.wrap("open", folder) {
      try FileDescriptor.open(folder, .readOnly, options: [.directory, .closeOnExec])
    }
    defer { try? descriptor.close() }
    if fsync(descriptor.rawValue) != 0 { throw .system("synchronise", folder, Errno(rawValue: errno)) }
  }

  package func names(in folder: FilePath) throws(IndexFileError) -> [String] {
    guard let stream = folder.withPlatformString({ opendir($0) }) else {
      throw .system("read", folder, Errno(rawValue: errno))
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}

private func renameFile(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> CInt { rename(old, new) }

private final class SystemNewFile: NewFile {
  private let file: FileDescriptor
  private let path: FilePath

  init(_ file: FileDescriptor, _ path: FilePath) { (self.file, self.path) = (file, path) }
  deinit { try? file.close() }

  func append(_ bytes: RawSpan) throws(IndexFileError) {
    try bytes.withUnsafeBytes { (bytes) throws(IndexFileError) in
      try IndexFileError.wrap("write", path) { _ = try file.writeAll(bytes) }
    }
  }

  func synchronize() throws(IndexFileError) {
    if fsync(file.rawValue) != 0 { throw .system("synchronise", path, Errno(rawValue: errno)) }
  }
}

private final class SystemStoredFile: StoredFile {
  private let file: FileDescriptor
  private let path: FilePath
  let size: Int

  init(_ file: FileDescriptor, _ path: FilePath) throws(IndexFileError) {
    var status = stat()
    guard fstat(file.rawValue, &status) == 0, let size = Int(exactly: status.st_size) else {
      let reason = Errno(rawValue: errno)
      try? file.close()
      throw .system("read", path, reason)
    }
    (self.file, self.path, self.size) = (file, path, size)
  }

  deinit { try? file.close() }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError) {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = try IndexFileError.wrap("read", path) {
        try file.read(fromAbsoluteOffset: Int64(offset + done), into: rest)
      }
      guard count > 0 else { throw .damaged(path: path.string, what: "it ends before byte \(offset + buffer.count)") }
      done += count
    }
  }

  func map(byteCount: Int) throws(IndexFileError) -> any FileMapping {
    guard byteCount > 0 else { return SystemMapping(UnsafeRawBufferPointer(start: nil, count: 0)) }
    let address = mmap(nil, byteCount, PROT_READ, MAP_SHARED, file.rawValue, 0)
    guard let address, address != MAP_FAILED else { throw .system("map", path, Errno(rawValue: errno)) }
    return SystemMapping(UnsafeRawBufferPointer(start: address, count: byteCount))
  }
}

// Unsafe memory: `bytes` are mapped as long as this object exists, and only `clear` changes them. No process changes index files
// once they have their name. If a file is truncated nonetheless, or the disk cannot read its pages, access to these ends the
// process, as with any mapping.

private final class SystemMapping: FileMapping {
  nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  deinit {
    if let start = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: start), bytes.count) }
  }

  func clear(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "pages beyond the mapping")
    guard let start = bytes.baseAddress, !range.isEmpty else { return }
    let pages = UnsafeMutableRawPointer(mutating: start.advanced(by: range.lowerBound))
    let cleared = mmap(pages, range.count, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0)
    // Fails only if the system has no memory at all, and then there is no other way either.
    precondition(cleared == pages, "no memory for zeros in the place of damaged pages")
  }
}

extension IndexFileError {
  static func system(_ action: String, _ path: FilePath, _ reason: any Error) -> IndexFileError {
    .system(action: action, path: path.string, reason: "\(reason)")
  }

  fileprivate static func wrap<Result>(
    _ action: String, _ path: FilePath, _ body: () throws -> Result
  ) throws(IndexFileError) -> Result {
    do { return try body() } catch { throw .system(action, path, error) }
  }
}
