#if Service
  import Foundation

  /// The identity and state of a file: it changes when the file is written or replaced.
  package struct FileStamp: Equatable, Sendable {
    private let time: Date?
    private let size, number: UInt64?

    /// - Returns: `nil` if there is no such file.
    package init?(_ path: String) {
      // Of the target of a link: certificates are renewed by changing links.
      let path = URL(filePath: path).resolvingSymlinksInPath().path
      guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
      time = attributes[.modificationDate] as? Date
      size = (attributes[.size] as? NSNumber)?.uint64Value
      number = (attributes[.systemFileNumber] as? NSNumber)?.uint64Value
    }
  }
#endif
