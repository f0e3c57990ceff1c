#if Service && Cluster
  import Foundation
  import RiffleCluster
  import RiffleInput
  import RiffleServer

  /// A list, its nodes, and the database to write it in.
  public struct RoutedList: Sendable, Hashable {
    /// The name of the list in paths and on the nodes.
    public var name: String
    /// The nodes of the list; each has the whole list.
    public var nodes: [NodeAddress]
    /// The libpq connection string of the database that the nodes follow; `nil` if the gateway does not write the list.
    public var postgres: String?

    public init(name: String, nodes: [NodeAddress], postgres: String? = nil) {
      (self.name, self.nodes, self.postgres) = (name, nodes, postgres)
    }

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
        if list.nodes.isEmpty { throw SettingsError("the list “\(list.name)” has no nodes") }
        var known: Set<NodeAddress> = []
        for node in list.nodes where !known.insert(node).inserted {
          throw SettingsError("the list “\(list.name)” names the node \(node) twice")
        }
        guard let postgres = list.postgres else { continue }
        do throws(ClusterError) {
          _ = try ConnectionInfo(postgres)
        } catch {
          throw SettingsError("the list “\(list.name)”: \(error.description)")
        }
      }
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
      let members = try members(json, place, ["name", "nodes", "postgres"])
      guard let name = members["name"]?.string else { throw SettingsError("“\(place).name” must be a text") }
      guard let texts = members["nodes"]?.elements else {
        throw SettingsError("“\(place).nodes” must be an array of addresses")
      }
      var list = RoutedList(name: name, nodes: [])
      for (index, text) in texts.enumerated() {
        guard let text = text.string else { throw SettingsError("“\(place).nodes[\(index)]” must be a text") }
        list.nodes.append(try NodeAddress(text))
      }
      if let postgres = members["postgres"] {
        guard let text = postgres.string else { throw SettingsError("“\(place).postgres” must be a text") }
        list.postgres = text
      }
      return list
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
