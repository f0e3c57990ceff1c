/// The reason why an index file cannot be used. Index files are derived: a faulty one can be rebuilt.
package enum IndexFileError: Error, Sendable, Hashable {
  /// The system reported an error.
  case system(action: String, path: String, reason: String)
  /// It does not begin or end like an index file.
  case notAnIndexFile(path: String)
  /// It is of another version of the format.
  case otherFormat(path: String, version: UInt32, expected: UInt32)
  /// Its numbers have another byte order.
  case otherByteOrder(path: String)
  /// It was made with another version of a library, or with other options, that affect how text is read.
  case otherText(path: String, what: String, found: String, expected: String)
  /// It is not the file that was written under this name.
  case otherFile(path: String)
  /// It is the index of another list, or of one that has since been replaced.
  case otherList(path: String)
  /// Part of it differs from what was written.
  case damaged(path: String, what: String)
}

extension IndexFileError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .system(let action, let path, let reason): "cannot \(action) \(path): \(reason)"
    case .notAnIndexFile(let path): "\(path) is not an index file, or the end of it is missing"
    case .otherFormat(let path, let version, let expected):
      "\(path) has version \(version) of the format, this program reads \(expected)"
    case .otherByteOrder(let path): "\(path) was written on a machine with another byte order"
    case .otherText(let path, let what, let found, let expected):
      "\(path) was made with \(what) \(found), this program has \(expected)"
    case .otherFile(let path): "\(path) is another file than the index consists of"
    case .otherList(let path): "\(path) is the index of another list, or of an earlier one"
    case .damaged(let path, let what): "\(path) is damaged: \(what)"
    }
  }
}
