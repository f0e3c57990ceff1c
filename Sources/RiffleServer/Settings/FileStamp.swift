#if Service
  import Foundation

  /// What a file has another of when it has been written, or another file has taken its place.
  struct FileStamp: Equatable {
    private let time: Date?
    private let size, number: UInt64?

    /// - Returns: `nil` if there is no such file.
    init?(_ path: String) {
      // Of what a link leads to: certificates are renewed by links to others.
      let path = URL(filePath: path).resolvingSymlinksInPath().path
      guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
      time = attributes[.modificationDate] as? Date
      size = (attributes[.size] as? NSNumber)?.uint64Value
      number = (attributes[.systemFileNumber] as? NSNumber)?.uint64Value
    }
  }
#endif
