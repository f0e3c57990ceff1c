#if Cluster
  import Foundation
  import GRDB
  import Riffle
  import RiffleStore
  import SystemPackage

  /// The folder of a node: the copy that it serves, and while another one is made, that. One process at a time has it.
  ///
  /// Copies are databases with rising numbers. One that is not whole when a node starts is removed.
  final class NodeFolder: Sendable {
    let path: FilePath
    private let lock: FolderLock

    private static let ending = "db"

    /// Makes the folder if there is none.
    /// - Throws: ``ClusterError/folder(path:reason:)``, also if another process has it.
    init(_ path: String) throws(ClusterError) {
      self.path = FilePath(path)
      do {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        guard let lock = try FolderLock(self.path.appending("lock")) else {
          throw ClusterError.folder(path: path, reason: "another node has it; give each node a folder of its own")
        }
        self.lock = lock
      } catch let error as ClusterError {
        throw error
      } catch let error as IndexFileError {
        throw .folder(path: path, reason: error.description)
      } catch {
        throw .folder(path: path, reason: error.localizedDescription)
      }
    }

    func release() { lock.release() }

    /// A copy that lies in the folder.
    struct Found {
      let path: String
      /// `nil` if it cannot be read.
      let record: FeedRecord?
    }

    private var numbers: [Int] {
      get throws(ClusterError) {
        do {
          return try FileManager.default.contentsOfDirectory(atPath: path.string).compactMap { name in
            let file = FilePath(name)
            return file.extension == NodeFolder.ending ? file.stem.flatMap { Int($0) } : nil
          }.sorted()
        } catch {
          throw .folder(path: path.string, reason: error.localizedDescription)
        }
      }
    }

    private func file(_ number: Int) -> String { path.appending("\(number).\(NodeFolder.ending)").string }

    /// The copies, the newest first.
    /// - Throws: ``ClusterError/folder(path:reason:)``.
    func copies() throws(ClusterError) -> [Found] {
      try numbers.reversed().map { number in
        let file = file(number)
        return Found(path: file, record: NodeFolder.record(file))
      }
    }

    private static func record(_ path: String) -> FeedRecord? {
      var configuration = Configuration()
      configuration.readonly = true
      guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else { return nil }
      defer { try? queue.close() }
      return try? queue.read { try FeedRecord($0) }
    }

    /// The path of a copy that is to be made.
    /// - Throws: ``ClusterError/folder(path:reason:)``.
    func next() throws(ClusterError) -> String { file((try numbers.last ?? 0) + 1) }

    /// Removes a copy, which must not be open.
    func remove(_ copy: String) {
      let files = FileManager.default
      for path in [copy, copy + "-wal", copy + "-shm", copy + "-journal", copy + "-riffle"] {
        try? files.removeItem(atPath: path)
      }
    }
  }
#endif
