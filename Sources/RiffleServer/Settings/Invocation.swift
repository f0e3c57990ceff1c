#if Service
  import ArgumentParser
  public import Logging
  import Foundation
  public import Riffle
  import SystemPackage

  /// The command line of the program, with its settings.
  public struct Invocation: Sendable {
    public enum Task: Sendable, Hashable {
      /// Print a text: help, the version, or completions for a shell.
      case print(String)
      case check
      case makeKey(name: String, role: KeyRole, filter: String?, expires: Timestamp?)
      case serve
    }

    public let task: Task
    public private(set) var settings = ServerSettings(lists: [])
    /// Whether to serve the list that comes with Riffle.
    public private(set) var isDemo = false
    /// Scopes for that list in place of its own; `nil` for its own.
    public private(set) var demoScopes: [String: String]?
    public private(set) var logLevel = Logger.Level.info
    public private(set) var logsJSON = false

    /// Reads flags, then the environment, then the file that one of them names.
    /// - Parameter arguments: without the program's name.
    /// - Throws: ``SettingsError`` that names the fault.
    public init(arguments: [String], environment: [String: String]) throws(SettingsError) {
      let given: ServeArguments
      do {
        given = try ServeArguments.parse(arguments)
      } catch {
        guard ServeArguments.exitCode(for: error) == .success else {
          throw SettingsError("\(ServeArguments.message(for: error)) (see --help)")
        }
        task = .print(ServeArguments.fullMessage(for: error))
        return
      }
      task =
        if let name = given.task.makeKey {
          .makeKey(name: name, role: given.task.role, filter: given.task.filter, expires: given.task.expires)
        } else {
          given.task.check ? .check : .serve
        }
      var values = Values(environment: environment)
      if let path = try values.text("config", given.config) { try values.read(file: path) }
      isDemo = try values.flag("demo", given.demo)
      logLevel = try values.choice("log.level", given.logLevel, logLevel)
      logsJSON = try values.choice("log.format", given.logFormat, LogFormat.text) == .json
      let scopes = try Invocation.scopes(values.texts("scopes", given.scopes))
      demoScopes = isDemo ? scopes[DemoStore.name] : nil
      let stores = try values.texts("stores", given.paths + given.stores)
      settings.folder = try values.text("folder", given.folder)
      settings.follow = try Invocation.follow(given, &values)
      settings.maxLagSeconds = try values.number("maxLag", given.maxLag, in: 1...86_400) ?? settings.maxLagSeconds
      settings.host = try values.text("host", given.host) ?? settings.host
      settings.port = try values.number("port", given.port, in: 0...65_535) ?? settings.port
      settings.keys = try values.text("keys", given.keys)
      settings.isReadOnly = try values.flag("readOnly", given.readOnly)
      settings.certificate = try values.text("tls.certificate", given.tlsCertificate)
      settings.privateKey = try values.text("tls.key", given.tlsKey)
      settings.origins = try values.texts("cors.origins", given.corsOrigins)
      settings.slowMilliseconds =
        try values.number("slowQuery", given.slowQuery, in: 0...86_400_000) ?? settings.slowMilliseconds
      for limit in Limits.all {
        let given = given.limits[keyPath: limit.argument]
        if let number = try values.number(limit.key, given, in: limit.range) {
          settings.limits[keyPath: limit.path] = number
        }
      }
      try values.checkNames()
      settings.lists = stores.map { text in
        var list = Invocation.list(text)
        list.scopes = scopes[list.name]
        return list
      }
      let names = settings.lists.map(\.name) + (isDemo ? [DemoStore.name] : [])
      for name in scopes.keys.sorted() where !names.contains(name) {
        throw SettingsError("scopes are given for “\(name)”, but no list of that name is served")
      }
    }

    private static func follow(
      _ given: ServeArguments, _ values: inout Values
    ) throws(SettingsError) -> ServerSettings.Follow? {
      let connection = try values.text("follow", given.follow)
      let (list, shard) = (try values.text("list", given.list), try values.text("shard", given.shard))
      let folder = try values.text("nodeFolder", given.nodeFolder) ?? "riffle-node"
      guard let connection else { return nil }
      guard let list else { throw SettingsError("--follow needs the name of a list: give --list") }
      return ServerSettings.Follow(connection: connection, list: list, shard: shard, folder: folder)
    }

    /// Parses `NAME=PATH#TABLE`; without a name, it is that of the file without its extension.
    private static func list(_ text: String) -> ServerSettings.List {
      let parts = text.split(separator: "=", maxSplits: 1).map { String($0) }
      let path = parts.count == 2 ? parts[1] : text
      let place = path.split(separator: "#", maxSplits: 1).map { String($0) }
      let file = FilePath(place.first ?? path)
      let name = parts.count == 2 ? parts[0] : file.stem ?? path
      return ServerSettings.List(name: name, path: place.first ?? path, table: place.count == 2 ? place[1] : nil)
    }

    private static func scopes(_ texts: [String]) throws(SettingsError) -> [String: [String: String]] {
      var scopes: [String: [String: String]] = [:]
      for text in texts {
        let parts = text.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        let names = (parts.first ?? "").split(separator: ".", maxSplits: 1).map { String($0) }
        guard parts.count == 2, names.count == 2, !parts[1].isEmpty else {
          throw SettingsError("the scope “\(text)” is not written as NAME.SCOPE=SQL")
        }
        scopes[names[0], default: [:]][names[1]] = parts[1]
      }
      return scopes
    }
  }
#endif
