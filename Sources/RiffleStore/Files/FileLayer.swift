package import SystemPackage

/// The file operations that a store needs for its index files. The system implements them, and in tests a stand-in for a disk
/// that fills up, fails, or loses unsynchronised data.
package protocol FileLayer: Sendable {
  /// Creates a folder in an existing one.
  /// - Returns: whether there was none of that name.
  func makeFolder(_ path: FilePath) throws(IndexFileError) -> Bool
  /// Creates a new file. It is empty, and is written from its beginning to its end.
  /// - Throws: an error also if a file of that name exists.
  func create(_ path: FilePath) throws(IndexFileError) -> any NewFile
  /// Opens a file that no process changes any more.
  func open(_ path: FilePath) throws(IndexFileError) -> any StoredFile
  /// Renames a file within its folder, replacing a file of the new name.
  func rename(_ path: FilePath, to newPath: FilePath) throws(IndexFileError)
  func remove(_ path: FilePath) throws(IndexFileError)
  /// Returns when the names in a folder are on the disk.
  func synchronize(folder: FilePath) throws(IndexFileError)
  /// Returns the names of the files in a folder, in no order.
  func names(in folder: FilePath) throws(IndexFileError) -> [String]
}

/// A file that is being written. It is closed when it is released.
package protocol NewFile: AnyObject {
  func append(_ bytes: RawSpan) throws(IndexFileError)
  /// Returns when all that has been appended is on the disk.
  func synchronize() throws(IndexFileError)
}

/// A file that is read. It stays unchanged when its name is removed.
package protocol StoredFile: AnyObject, Sendable {
  /// The size in bytes.
  var size: Int { get }
  /// Fills `buffer`.
  /// - Throws: an error also if the file ends before.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError)
  /// Maps the first bytes for reading.
  func map(byteCount: Int) throws(IndexFileError) -> any FileMapping
}

/// Part of a file, mapped until this is released.
package protocol FileMapping: AnyObject, Sendable {
  var bytes: UnsafeRawBufferPointer { get }
  /// Replaces some pages by zeros.
  /// - Parameter range: begins at a multiple of 64 KiB.
  func clear(_ range: Range<Int>)
}

extension StoredFile {
  /// - Throws: ``IndexFileError`` also if the file ends before.
  func bytes(_ range: Range<Int>) throws(IndexFileError) -> [UInt8] {
    var failure: IndexFileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      do throws(IndexFileError) {
        try read(at: range.lowerBound, into: UnsafeMutableRawBufferPointer(buffer))
        count = range.count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
