package import SystemPackage

/// What a store asks of the file system for its index files. The system answers it, and in tests what stands in for a disk
/// that fills up, fails, or forgets what was not synchronised.
package protocol FileLayer: Sendable {
  /// Makes a folder in one that is there.
  /// - Returns: whether there was none of that name.
  func makeFolder(_ path: FilePath) throws(IndexFileError) -> Bool
  /// Makes a new file. It is empty, and whoever has it writes it from its beginning to its end.
  /// - Throws: also if there is one of that name already.
  func create(_ path: FilePath) throws(IndexFileError) -> any NewFile
  /// Opens a file that nobody changes any more.
  func open(_ path: FilePath) throws(IndexFileError) -> any StoredFile
  /// Gives a file another name in its folder, in place of a file that has it.
  func rename(_ path: FilePath, to newPath: FilePath) throws(IndexFileError)
  func remove(_ path: FilePath) throws(IndexFileError)
  /// Returns when the names in a folder are on the disk.
  func synchronize(folder: FilePath) throws(IndexFileError)
  /// The names of the files in a folder, in no order.
  func names(in folder: FilePath) throws(IndexFileError) -> [String]
}

/// A file that is being written. It is closed when it is given up.
package protocol NewFile: AnyObject {
  func append(_ bytes: RawSpan) throws(IndexFileError)
  /// Returns when all that has been appended is on the disk.
  func synchronize() throws(IndexFileError)
}

/// A file that is read. It stays as it is when its name goes.
package protocol StoredFile: AnyObject, Sendable {
  /// In bytes.
  var size: Int { get }
  /// Fills `buffer`.
  /// - Throws: also if the file ends before.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError)
  /// Maps the first bytes for reading.
  func map(byteCount: Int) throws(IndexFileError) -> any FileMapping
}

/// Some of a file, mapped until this is given up.
package protocol FileMapping: AnyObject, Sendable {
  var bytes: UnsafeRawBufferPointer { get }
  /// Puts zeros in the place of some pages.
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
