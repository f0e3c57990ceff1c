import Foundation
import SystemPackage

/// A folder that goes when this is given up.
final class TestFolder {
  let path: FilePath

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "riffle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = FilePath(url.path)
  }

  deinit { try? FileManager.default.removeItem(atPath: path.string) }

  func file(_ name: String) -> FilePath { path.appending(name) }

  func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: file(name).string))) }

  func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: URL(filePath: file(name).string))
  }
}
