#if Service
  import Foundation
  import SystemPackage

  /// A temporary file without a name, so that nothing is left of it however the process ends.
  enum UnnamedFile {
    /// - Parameter folder: the folder for its data; `nil` for that of temporary files.
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
