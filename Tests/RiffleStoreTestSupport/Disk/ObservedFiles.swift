package import RiffleStore
package import SystemPackage

/// The system's files, with somebody who sees each call before it is done, and may make it fail. Nothing is synchronised:
/// that is only said to the observer.
package struct ObservedFiles: FileLayer {
  private let files = SystemFiles()
  private let observer: any DiskObserver

  package init(_ observer: any DiskObserver) { self.observer = observer }

  package func makeFolder(_ path: FilePath) throws(IndexFileError) -> Bool {
    try observer.allow(DiskCall(.makeFolder, path.string))
    return try files.makeFolder(path)
  }

  package func create(_ path: FilePath) throws(IndexFileError) -> any NewFile {
    let call = try observer.allow(DiskCall(.create, path.string))
    return ObservedNewFile(try files.create(path), path, call.file, observer)
  }

  package func open(_ path: FilePath) throws(IndexFileError) -> any StoredFile {
    try observer.allow(DiskCall(.open, path.string))
    return ObservedStoredFile(try files.open(path), path, observer)
  }

  package func rename(_ path: FilePath, to newPath: FilePath) throws(IndexFileError) {
    var call = DiskCall(.rename, path.string)
    call.newPath = newPath.string
    try observer.allow(call)
    try files.rename(path, to: newPath)
  }

  package func remove(_ path: FilePath) throws(IndexFileError) {
    try observer.allow(DiskCall(.remove, path.string))
    try files.remove(path)
  }

  package func synchronize(folder: FilePath) throws(IndexFileError) {
    try observer.allow(DiskCall(.synchronizeFolder, folder.string))
  }

  package func names(in folder: FilePath) throws(IndexFileError) -> [String] {
    try observer.allow(DiskCall(.list, folder.string))
    return try files.names(in: folder)
  }
}

extension DiskObserver {
  /// - Throws: ``IndexFileError/system(action:path:reason:)`` if the call fails.
  @discardableResult
  fileprivate func allow(_ call: DiskCall) throws(IndexFileError) -> DiskCall {
    var call = call
    if let reason = willDo(&call) {
      throw .system(action: call.kind.rawValue, path: call.path, reason: "\(reason)")
    }
    return call
  }
}

private final class ObservedNewFile: NewFile {
  private let real: any NewFile
  private let path: FilePath
  private let file: Int?
  private let observer: any DiskObserver
  private var size = 0

  init(_ real: any NewFile, _ path: FilePath, _ file: Int?, _ observer: any DiskObserver) {
    (self.real, self.path, self.file, self.observer) = (real, path, file, observer)
  }

  func append(_ bytes: RawSpan) throws(IndexFileError) {
    let (reason, count) = bytes.withUnsafeBytes { bytes in
      var call = DiskCall(.write, path.string)
      call.file = file
      call.offset = size
      call.bytes = bytes
      call.byteCount = bytes.count
      let reason = observer.willDo(&call)
      return (reason, reason == nil ? bytes.count : call.byteCount == bytes.count ? 0 : call.byteCount)
    }
    if count > 0 { try real.append(bytes.extracting(first: count)) }
    size += count
    if let reason { throw .system(action: "write", path: path.string, reason: "\(reason)") }
  }

  func synchronize() throws(IndexFileError) {
    var call = DiskCall(.synchronize, path.string)
    call.file = file
    try observer.allow(call)
  }
}

private final class ObservedStoredFile: StoredFile {
  private let real: any StoredFile
  private let path: FilePath
  private let observer: any DiskObserver

  init(_ real: any StoredFile, _ path: FilePath, _ observer: any DiskObserver) {
    (self.real, self.path, self.observer) = (real, path, observer)
  }

  var size: Int { real.size }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError) {
    try observer.allow(DiskCall(.read, path.string))
    try real.read(at: offset, into: buffer)
  }

  func map(byteCount: Int) throws(IndexFileError) -> any FileMapping {
    try observer.allow(DiskCall(.map, path.string))
    return try real.map(byteCount: byteCount)
  }
}
