#if Store
  import ArgumentParser
  import Foundation
  import Riffle
  import RiffleStore
  import RiffleStoreTestSupport
  import SystemPackage

  /// A process that may not write to the folder of a store, or not even read it; the system says so, not a ``FaultPlan``.
  struct UnprivilegedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "unprivileged", shouldDisplay: false)

    @Argument var path: String

    /// Whoever may do anything becomes nobody.
    func run() throws {
      if getuid() == 0, setgid(65534) != 0 || setuid(65534) != 0 { throw CampaignFailure("cannot become another user") }
      print(try outcome(.writing), try outcome(.reading), separator: "; ")
    }

    private func outcome(_ access: StoreOptions.Access) throws -> String {
      do {
        let store = try ListStore(path, options: StoreOptions(access: access))
        if access == .writing { throw CampaignFailure("the store has been opened for writing") }
        guard try store.search("gotenburg").map(\.id) == [1] else { throw CampaignFailure("another answer") }
        try store.close()
        return "it is read"
      } catch let error as StoreError {
        return "\(error)".replacingOccurrences(of: path, with: "a.db")
      }
    }

    /// - Returns: what the process has said for each kind of permission.
    static func runForAnotherUser() throws -> String {
      var said: [String] = []
      for (folderMode, fileMode) in [(0o555, 0o444), (0o777, 0o444), (0o555, 0o000)] {
        let folder = try TestFolder()
        let path = folder.file("a.db").string
        let store = try ListStore(path)
        try store.write { $0.upsert(StoreItem(id: 1, title: "Göteborg", searchText: "Gothenburg")) }
        try store.close()
        try set(folderMode, fileMode, below: folder.path.string)
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["unprivileged", path]
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else { throw CampaignFailure(text) }
        said.append(String(folderMode, radix: 8) + " " + String(fileMode, radix: 8) + ": " + text)
        try set(0o755, 0o644, below: folder.path.string)
        let again = try ListStore(path)
        guard try again.search("gotenburg").map(\.id) == [1] else { throw CampaignFailure("the store has changed") }
        try again.close()
      }
      return said.joined()
    }

    private static func set(_ folderMode: Int, _ fileMode: Int, below path: String) throws {
      let files = FileManager.default
      var isFolder = false
      for name in [""] + (try files.subpathsOfDirectory(atPath: path)) {
        let path = path + "/" + name
        isFolder = (try files.attributesOfItem(atPath: path)[.type] as? FileAttributeType) == .typeDirectory
        try files.setAttributes([.posixPermissions: isFolder ? folderMode : fileMode], ofItemAtPath: path)
      }
    }
  }
#endif
