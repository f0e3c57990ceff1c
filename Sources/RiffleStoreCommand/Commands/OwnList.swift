#if Store
  import FoundationEssentials
  import RiffleCommandLine
  import RiffleStore

  /// Returns the list that a store has created; `nil` if there is none, or no such file.
  func ownList(in path: String) throws(CommandError) -> StoreList? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    return try storing { () throws(StoreError) in try ListStore.lists(in: path).first { !$0.isFollowed } }
  }
#endif
