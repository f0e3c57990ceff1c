import Foundation
import Riffle
import RiffleStore
import SystemPackage

/// Lists with segments in files.
enum MappedSegments {
  /// Returns the same list, searched in files, which have no name and disappear with this process.
  static func copy(_ snapshot: BenchSnapshot) throws -> BenchSnapshot {
    let folder = FileManager.default.temporaryDirectory
    return try snapshot.withSegments { segment in
      let path = FilePath(folder.appending(path: "riffle-bench-\(UUID().uuidString)").path)
      let files = SystemFiles()
      let versions = TextVersions(segment.options)
      try ColumnFileWriter.write(segment.columns, versions, to: path, files)
      defer { try? files.remove(path) }
      return try ColumnFile(path, versions, files).segment(segment.options)
    }
  }
}
