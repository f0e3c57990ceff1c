package import SystemPackage

/// What a store is about to ask of the disk, for its index files or through SQLite.
package struct DiskCall {
  package enum Kind: String, Sendable, CaseIterable {
    case create, open, read, write, truncate, synchronize, size, map
    case makeFolder, rename, remove, list, synchronizeFolder
    /// Of SQLite only: whether there is a file of that name, and what connections tell each other.
    case access, lock, shareMemory
  }

  package let kind: Kind
  package let path: String
  /// Of a file that is given another name.
  package var newPath = ""
  /// What the observer has called the file when it was created or opened. It sets it then.
  package var file: Int?
  /// Where is written; the new size of a file that is cut.
  package var offset = 0
  /// What is written. It is there as long as the observer looks at it.
  package var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
  /// How much is written. An observer that makes a write fail may leave the beginning of it to be done.
  package var byteCount = 0
  /// Whether a file of SQLite's is opened for writing. An observer may take that away.
  package var isWritable = false
  /// Whether the names in the folder are synchronised as well.
  package var synchronizesFolder = false

  package init(_ kind: Kind, _ path: String) { (self.kind, self.path) = (kind, path) }
}

/// Sees each call before it is done, on any thread.
package protocol DiskObserver: AnyObject, Sendable {
  /// - Returns: why the call fails; `nil` to let it be done.
  func willDo(_ call: inout DiskCall) -> Errno?
}
