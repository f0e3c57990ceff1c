internal import Foundation
package import SystemPackage

/// A folder that goes when this is given up.
package final class TestFolder {
  /// Without links in it, as SQLite names its files.
  package let path: FilePath

  package init() throws {
    let temporary = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    let url = temporary.appending(path: "riffle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = FilePath(url.path)
  }

  deinit { try? FileManager.default.removeItem(atPath: path.string) }

  package func file(_ name: String) -> FilePath { path.appending(name) }

  package func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: file(name).string)))
  }

  package func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: URL(filePath: file(name).string))
  }
}
