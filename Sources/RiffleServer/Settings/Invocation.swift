#if Service
  import Configuration
  import Foundation
  public import Logging
  import RiffleInput
  import SystemPackage

  /// What the program is called to do.
  public struct Invocation: Sendable {
    public enum Task: Sendable, Hashable {
      case help, check
      case makeKey(String)
      case serve
    }

    /// What `--help` prints.
    public static var help: String { Option.helpText }

    public let task: Task
    public let settings: ServerSettings
    /// Whether a list that comes with Riffle is served.
    public let isDemo: Bool
    /// Other scopes for that list than it has; `nil` for those.
    public let demoScopes: [String: String]?
    public let logLevel: Logger.Level
    public let logsJSON: Bool
    /// Of the key that is made.
    public let role: KeyRole
    public let scope: String?

    /// Reads flags, then the environment, then the file that one of them names.
    /// - Parameter arguments: without the program's name.
    /// - Throws: ``SettingsError`` that names what is wrong.
    public init(arguments: [String], environment: [String: String]) async throws(SettingsError) {
      let given = try Arguments(arguments)
      if !given.wantsHelp { try Option.check(environment.keys) }
      let flags = CommandLineArgumentsProvider(arguments: ["riffle-serve"] + given.flags)
      let names = EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "riffle")
      let first = Values([flags, names])
      var values = first
      if let path = try first.text("config") { values = Values([flags, names, try await Invocation.file(path)]) }
      isDemo = try values.flag("demo")
      if !given.paths.isEmpty, given.flags.contains("--stores") {
        throw SettingsError("stores are given after --stores and without a flag: give all of them in one way")
      }
      let scopes = try Invocation.scopes(values.texts("scopes"))
      demoScopes = isDemo ? scopes[DemoStore.name] : nil
      settings = try Invocation.settings(values, paths: given.paths, scopes, isDemo: isDemo)
      logLevel = try values.choice("log.level", .info)
      logsJSON = try values.choice("log.format", LogFormat.text) == .json
      role = try values.choice("role", .read)
      scope = try values.text("scope")
      if given.wantsHelp {
        task = .help
      } else if let name = try values.text("makeKey") {
        guard APIKey.isName(name) else {
          throw SettingsError("“\(name)” cannot be the name of a key: it has 1 to 64 small letters, digits and “-”")
        }
        if scope != nil, role != .read {
          throw SettingsError("a key that is bound to a scope only reads: leave --role out")
        }
        task = .makeKey(name)
      } else {
        task = try values.flag("check") ? .check : .serve
      }
    }

    private enum LogFormat: String, CaseIterable { case text, json }

    private static func settings(
      _ values: Values, paths: [String], _ scopes: [String: [String: String]], isDemo: Bool
    ) throws(SettingsError) -> ServerSettings {
      var lists: [ServerSettings.List] = []
      for text in paths.isEmpty ? try values.texts("stores") : paths {
        var list = list(text)
        list.scopes = scopes[list.name]
        lists.append(list)
      }
      let names = lists.map(\.name) + (isDemo ? [DemoStore.name] : [])
      for name in scopes.keys.sorted() where !names.contains(name) {
        throw SettingsError("scopes are given for “\(name)”, but no list of that name is served")
      }
      var settings = ServerSettings(lists: lists)
      settings.host = try values.text("host") ?? settings.host
      settings.port = try values.number("port", in: 0...65_535) ?? settings.port
      settings.keys = try values.text("keys")
      settings.isReadOnly = try values.flag("readOnly")
      settings.certificate = try values.text("tls.certificate")
      settings.privateKey = try values.text("tls.key")
      settings.origins = try values.texts("cors.origins")
      settings.slowMilliseconds = try values.number("slowQuery", in: 0...86_400_000) ?? settings.slowMilliseconds
      var limits = settings.limits
      for limit in Limits.all {
        if let number = try values.number(limit.key, in: limit.range) { limits[keyPath: limit.path] = number }
      }
      settings.limits = limits
      return settings
    }

    /// `NAME=PATH#TABLE`; without a name, that of the file without what stands after its dot.
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

    // MARK: - The file

    private static func file(_ path: String) async throws(SettingsError) -> any ConfigProvider {
      let bytes: [UInt8]
      do {
        bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      } catch {
        throw SettingsError("the file of settings “\(path)” cannot be read: \(error.localizedDescription)")
      }
      let json: JSONValue
      do throws(JSONValue.Failure) {
        json = try JSONValue(bytes)
      } catch {
        throw SettingsError("the file of settings “\(path)” is no JSON: \(error)")
      }
      try check(json, "", path)
      do {
        return try await FileProvider<JSONSnapshot>(filePath: FilePath(path))
      } catch {
        throw SettingsError("the file of settings “\(path)” cannot be read: \(error)")
      }
    }

    /// Looks whether all names of a file are known: one that is misspelt would otherwise go unnoticed.
    private static func check(_ json: JSONValue, _ prefix: String, _ path: String) throws(SettingsError) {
      guard let members = json.members else {
        throw SettingsError("“\(prefix)” in the file of settings “\(path)” must be an object")
      }
      for (name, value) in members {
        let key = prefix.isEmpty ? name : "\(prefix).\(name)"
        if Option.named(key) != nil { continue }
        guard Option.all.contains(where: { $0.key.hasPrefix(key + ".") }) else {
          throw SettingsError("there is no setting “\(key)”, as in the file “\(path)”: see --help")
        }
        try check(value, key, path)
      }
    }
  }
#endif
