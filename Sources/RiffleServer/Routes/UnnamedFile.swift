#if Service
  import Foundation
  import SystemPackage

  /// A temporary file that has no name, so nothing of it is left however the process ends.
  enum UnnamedFile {
    /// - Parameter folder: where its bytes lie; `nil` for where temporary files do.
    /// - Throws: `Errno`.
    static func make(in folder: FilePath? = nil) throws -> FileDescriptor {
      let folder = folder ?? FilePath(FileManager.default.temporaryDirectory.path)
      let path = folder.appending(".riffle-\(UUID().uuidString)")
      let file = try FileDescriptor.open(
        path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: [.ownerReadWrite])
      try? FileManager.default.removeItem(atPath: path.string)
      return file
    }
  }
#endif
