internal import Riffle
package import RiffleStore
package import SystemPackage

/// Files in memory, in no folder, for whoever opens many that he has changed.
package final class MemoryFiles: FileLayer {
  private let files: Lock<[String: [UInt8]]>

  package init(_ files: [String: [UInt8]] = [:]) { self.files = Lock(files) }

  /// All of them, by their names.
  package var all: [String: [UInt8]] { files.withLock { $0 } }

  private func name(_ path: FilePath) -> String { path.lastComponent?.string ?? "" }

  private func missing(_ action: String, _ path: FilePath) -> IndexFileError {
    .system(action: action, path: path.string, reason: "\(Errno.noSuchFileOrDirectory)")
  }

  package func makeFolder(_ path: FilePath) throws(IndexFileError) -> Bool { false }

  package func create(_ path: FilePath) throws(IndexFileError) -> any NewFile {
    files.withLock { $0[name(path)] = [] }
    return MemoryNewFile { bytes in self.files.withLock { $0[self.name(path), default: []] += bytes } }
  }

  package func open(_ path: FilePath) throws(IndexFileError) -> any StoredFile {
    guard let bytes = files.withLock({ $0[name(path)] }) else { throw missing("open", path) }
    return MemoryStoredFile(bytes, path)
  }

  package func rename(_ path: FilePath, to newPath: FilePath) throws(IndexFileError) {
    guard let bytes = files.withLock({ $0.removeValue(forKey: name(path)) }) else { throw missing("rename", path) }
    files.withLock { $0[name(newPath)] = bytes }
  }

  package func remove(_ path: FilePath) throws(IndexFileError) {
    if files.withLock({ $0.removeValue(forKey: name(path)) }) == nil { throw missing("remove", path) }
  }

  package func synchronize(folder: FilePath) {}
  package func names(in folder: FilePath) -> [String] { files.withLock { Array($0.keys) } }
}

private final class MemoryNewFile: NewFile {
  private let add: ([UInt8]) -> Void
  init(_ add: @escaping ([UInt8]) -> Void) { self.add = add }
  func append(_ bytes: RawSpan) { bytes.withUnsafeBytes { add(Array($0)) } }
  func synchronize() {}
}

private final class MemoryStoredFile: StoredFile {
  private let bytes: [UInt8]
  private let path: FilePath

  init(_ bytes: [UInt8], _ path: FilePath) { (self.bytes, self.path) = (bytes, path) }

  var size: Int { bytes.count }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError) {
    guard offset + buffer.count <= bytes.count else { throw .damaged(path: path.string, what: "its end") }
    buffer.copyBytes(from: bytes[offset..<offset + buffer.count])
  }

  func map(byteCount: Int) -> any FileMapping { MemoryMapping(bytes.prefix(byteCount)) }
}

// Unsafe memory: `memory` is this object's own, initialised, and freed with it. It has exactly as many bytes as are mapped,
// so that the address sanitizer sees whoever reads beyond.

private final class MemoryMapping: FileMapping, @unchecked Sendable {
  private let memory: UnsafeMutableRawBufferPointer

  init(_ bytes: ArraySlice<UInt8>) {
    memory = .allocate(byteCount: bytes.count, alignment: 64)
    memory.copyBytes(from: bytes)
  }

  deinit { memory.deallocate() }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory) }
  func clear(_ range: Range<Int>) { for index in range { memory[index] = 0 } }
}
