#if Store
  import ArgumentParser
  import Foundation
  import Riffle
  import RiffleStore
  import RiffleStoreTestSupport

  /// What is asked of a process that reads a store, one line each; it answers each with one.
  enum FollowRequest: Codable {
    case open(path: String)
    case close
    /// What is in the list now that all has been read that was committed.
    case list
    /// What is found of the list as it is.
    case search(String)
    /// To wait until the list is this one, by itself; answered by the list.
    case wait([FollowItem])
  }

  /// What one process shows another of an item.
  struct FollowItem: Codable, Hashable {
    let id, title, searchText, reading: String
    let weight: UInt16
    let isSearchable: Bool
    let scopes: [String]

    init(_ item: Item<ItemID>) {
      id = FollowItem.text(item.id)
      (title, searchText, reading, weight) = (item.title, item.searchText, item.reading, item.weight)
      isSearchable = item.isSearchable
      scopes = item.scopes.sorted()
    }

    static func text(_ id: ItemID) -> String {
      switch id {
      case .integer(let number): "\(number)"
      case .text(let text): "“\(text)”"
      }
    }
  }

  struct FollowReaderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "follow-reader", shouldDisplay: false)

    func run() throws {
      var store: ListStore?
      while let line = readLine() {
        let request = try JSONDecoder().decode(FollowRequest.self, from: Data(line.utf8))
        if case .open(let path) = request {
          store = try ListStore(path, options: StoreOptions(access: .reading))
          try answer([String]())
          continue
        }
        guard let open = store else { throw CampaignFailure("nothing is open") }
        switch request {
        case .open: break
        case .close:
          try open.close()
          store = nil
          try answer([String]())
        case .list:
          try open.refresh()
          try answer(list(open))
        case .search(let text): try answer(try open.search(text, limit: 20).map { FollowItem.text($0.id) })
        case .wait(let items):
          let start = Date()
          while list(open) != items, Date().timeIntervalSince(start) < 30 { usleep(1000) }
          try answer(list(open))
        }
      }
    }

    /// - Returns: nothing of a list that is partial.
    private func list(_ store: ListStore) -> [FollowItem] {
      let snapshot = store.snapshot()
      return snapshot.isPartial ? [] : snapshot.elements(offset: 0, limit: .max).map { FollowItem($0) }
    }

    private func answer(_ value: some Encodable) throws {
      try ChildProgram.say(String(decoding: try JSONEncoder().encode(value), as: UTF8.self))
    }
  }
#endif
