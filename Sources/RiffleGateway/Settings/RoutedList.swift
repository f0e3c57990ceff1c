#if Service && Cluster
  import Foundation
  public import RiffleCluster
  import RiffleInput
  import RiffleServer

  /// A list, its nodes, and the database to write it in.
  public struct RoutedList: Sendable, Hashable {
    /// The name of the list in paths and on the nodes.
    public var name: String
    /// The nodes of the list; each has the whole list. Empty if the list is in shards.
    public var nodes: [NodeAddress]
    /// The shards of the list, which together have each id once; empty if nodes have the whole list.
    public var shards: [RoutedShard] = []
    /// The libpq connection string of the database that the nodes follow; `nil` if the gateway does not write the list.
    public var postgres: String?

    public init(name: String, nodes: [NodeAddress], postgres: String? = nil) {
      (self.name, self.nodes, self.postgres) = (name, nodes, postgres)
    }

    /// Creates a list in shards.
    public init(name: String, shards: [RoutedShard], postgres: String? = nil) {
      (self.name, nodes, self.shards, self.postgres) = (name, [], shards, postgres)
    }

    /// All nodes, those of shards included.
    var allNodes: [NodeAddress] { nodes + shards.flatMap(\.nodes) }

    /// Parses the value of an option: `NAME=URL,URL`.
    /// - Throws: `SettingsError`.
    init(_ text: String) throws(SettingsError) {
      let parts = text.split(separator: "=", maxSplits: 1).map { String($0) }
      guard parts.count == 2 else {
        throw SettingsError("“\(text.prefix(200))” is no list with nodes: give it as NAME=URL,URL")
      }
      var nodes: [NodeAddress] = []
      for text in parts[1].split(separator: ",") { nodes.append(try NodeAddress(String(text))) }
      self.init(name: parts[0], nodes: nodes)
    }

    /// - Throws: `SettingsError`.
    static func check(_ lists: [RoutedList]) throws(SettingsError) {
      if lists.isEmpty { throw SettingsError("no list is named: give a file of routes, or --lists NAME=URL,URL") }
      var names: Set<String> = []
      for list in lists {
        guard ServerSettings.List.isName(list.name) else {
          throw SettingsError(
            "“\(list.name.prefix(100))” cannot be the name of a list: it has 1 to 64 letters, digits, “-” and “_”")
        }
        if !names.insert(list.name).inserted { throw SettingsError("the list “\(list.name)” is named twice") }
        if list.allNodes.isEmpty { throw SettingsError("the list “\(list.name)” has no nodes") }
        var known: Set<NodeAddress> = []
        for node in list.allNodes where !known.insert(node).inserted {
          throw SettingsError("the list “\(list.name)” names the node \(node) twice")
        }
        try list.checkShards()
        guard let postgres = list.postgres else { continue }
        do throws(ClusterError) {
          _ = try ConnectionInfo(postgres)
        } catch {
          throw SettingsError("the list “\(list.name)”: \(error.description)")
        }
      }
    }
  }

  /// A shard of a list, and its nodes.
  public struct RoutedShard: Sendable, Hashable {
    public var shard: Shard
    /// The nodes of the shard; each has all of it.
    public var nodes: [NodeAddress]

    public init(_ shard: Shard, nodes: [NodeAddress]) { (self.shard, self.nodes) = (shard, nodes) }
  }

  extension RoutedList {
    /// Checks that each slot of ids is in one shard.
    /// - Throws: `SettingsError` that names the shard, or the slots that are in none.
    fileprivate func checkShards() throws(SettingsError) {
      if shards.isEmpty { return }
      if !nodes.isEmpty {
        throw SettingsError("the list “\(name)” has nodes of its own and shards: give its nodes to the shards")
      }
      var owners = [Shard?](repeating: nil, count: Shard.slotCount)
      var known: Set<Shard> = []
      for shard in shards {
        if !known.insert(shard.shard).inserted {
          throw SettingsError(
            "the list “\(name)” names the shard \(shard.shard) twice: give all its nodes in one place")
        }
        if shard.nodes.isEmpty { throw SettingsError("the shard \(shard.shard) of the list “\(name)” has no nodes") }
        for slot in shard.shard.slots {
          if let other = owners[slot] {
            throw SettingsError("the shards \(other) and \(shard.shard) of the list “\(name)” overlap: leave one out")
          }
          owners[slot] = shard.shard
        }
      }
      guard let first = owners.firstIndex(of: nil) else { return }
      let end = owners[first...].firstIndex { $0 != nil } ?? owners.count
      throw SettingsError(
        "the slots \(first) to \(end - 1) of the ids of the list “\(name)” are in none of its shards: add the missing shards"
      )
    }
  }

  /// The file of routes: `{"lists": [{"name": "cities", "nodes": ["http://10.0.0.1:8080"]}]}`.
  enum RoutesFile {
    private static let mostBytes = 1 << 20

    /// - Throws: `SettingsError` that names the file and the place in it.
    static func lists(_ path: String) throws(SettingsError) -> [RoutedList] {
      func wrong(_ reason: String) -> SettingsError { SettingsError("the file of routes “\(path)”: \(reason)") }
      let bytes: Data
      do {
        bytes = try Data(contentsOf: URL(filePath: path))
      } catch {
        throw wrong(error.localizedDescription)
      }
      if bytes.count > mostBytes { throw wrong("it has more than \(mostBytes) bytes") }
      do throws(SettingsError) {
        let lists = try lists([UInt8](bytes))
        try RoutedList.check(lists)
        return lists
      } catch {
        throw wrong(error.description)
      }
    }

    private static func lists(_ text: [UInt8]) throws(SettingsError) -> [RoutedList] {
      let json: JSONValue
      do throws(JSONValue.Failure) {
        json = try JSONValue(text)
      } catch {
        throw SettingsError("it is no JSON: \(error)")
      }
      let members = try members(json, "the file", ["lists"])
      guard let elements = members["lists"]?.elements else {
        throw SettingsError("“lists” must be an array of objects")
      }
      var lists: [RoutedList] = []
      for (index, element) in elements.enumerated() {
        lists.append(try list(element, "lists[\(index)]"))
      }
      return lists
    }

    private static func list(_ json: JSONValue, _ place: String) throws(SettingsError) -> RoutedList {
      let members = try members(json, place, ["name", "nodes", "postgres", "shards"])
      guard let name = members["name"]?.string else { throw SettingsError("“\(place).name” must be a text") }
      var list = RoutedList(name: name, nodes: [])
      if let shards = members["shards"] {
        guard let elements = shards.elements, !elements.isEmpty else {
          throw SettingsError("“\(place).shards” must be an array of shards")
        }
        for (index, element) in elements.enumerated() {
          list.shards.append(try shard(element, "\(place).shards[\(index)]"))
        }
      }
      if members["shards"] == nil || members["nodes"] != nil { list.nodes = try nodes(members["nodes"], place) }
      if let postgres = members["postgres"] {
        guard let text = postgres.string else { throw SettingsError("“\(place).postgres” must be a text") }
        list.postgres = text
      }
      return list
    }

    private static func shard(_ json: JSONValue, _ place: String) throws(SettingsError) -> RoutedShard {
      let members = try members(json, place, ["shard", "nodes"])
      guard let text = members["shard"]?.string else { throw SettingsError("“\(place).shard” must be a text, as 0/4") }
      let nodes = try nodes(members["nodes"], place)
      do throws(ClusterError) {
        return RoutedShard(try Shard(text), nodes: nodes)
      } catch {
        throw SettingsError("“\(place).shard”: \(error.description)")
      }
    }

    private static func nodes(_ json: JSONValue?, _ place: String) throws(SettingsError) -> [NodeAddress] {
      guard let texts = json?.elements else { throw SettingsError("“\(place).nodes” must be an array of addresses") }
      var nodes: [NodeAddress] = []
      for (index, text) in texts.enumerated() {
        guard let text = text.string else { throw SettingsError("“\(place).nodes[\(index)]” must be a text") }
        nodes.append(try NodeAddress(text))
      }
      return nodes
    }

    private static func members(
      _ json: JSONValue, _ place: String, _ known: Set<String>
    ) throws(SettingsError) -> [String: JSONValue] {
      guard let all = json.members else { throw SettingsError("\(place) must be an object") }
      var members: [String: JSONValue] = [:]
      for (name, value) in all {
        if !known.contains(name) {
          throw SettingsError(
            "\(place) has “\(name.prefix(100))”; it may have \(known.sorted().joined(separator: ", "))")
        }
        if members.updateValue(value, forKey: name) != nil { throw SettingsError("\(place) has “\(name)” twice") }
      }
      return members
    }
  }
#endif
