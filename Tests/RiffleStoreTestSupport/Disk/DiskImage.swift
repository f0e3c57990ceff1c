internal import Foundation
package import SystemPackage

/// What the files in a folder are when a machine is started: all of it on the disk. Paths are relative to the folder, whose
/// own is empty.
package struct DiskImage: Sendable {
  package var folders: Set<String> = []
  package var files: [String: [UInt8]] = [:]

  package init() {}

  /// What a folder holds now.
  package init(of root: FilePath) throws {
    for name in try FileManager.default.subpathsOfDirectory(atPath: root.string) {
      let path = root.string + "/" + name
      if try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType == .typeDirectory {
        folders.insert(name)
      } else {
        files[name] = Array(try Data(contentsOf: URL(filePath: path)))
      }
    }
  }

  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// The files with the numbers that a ``DiskRecorder`` gives them.
  var numberedFiles: [(name: String, number: Int)] {
    files.keys.sorted().enumerated().map { (name: $1, number: $0) }
  }

  /// Writes it to a folder that is empty.
  package func write(to root: FilePath) throws {
    for folder in folders.sorted() {
      try FileManager.default.createDirectory(
        atPath: root.string + "/" + folder, withIntermediateDirectories: true)
    }
    for (name, bytes) in files { try Data(bytes).write(to: URL(filePath: root.string + "/" + name)) }
  }
}
