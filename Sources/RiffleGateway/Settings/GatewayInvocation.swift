#if Service && Cluster
  import ArgumentParser
  public import Logging
  public import RiffleServer

  /// The task, settings and log options of a run of the program.
  public struct GatewayInvocation: Sendable {
    public enum Task: Sendable, Hashable {
      /// Prints a text: help, the version, or completions for a shell.
      case print(String)
      case check
      case serve
    }

    public let task: Task
    public private(set) var settings = GatewaySettings()
    public private(set) var logLevel = Logger.Level.info
    public private(set) var logsJSON = false

    /// Reads flags, then the environment, then the file named by one of them.
    /// - Parameter arguments: the arguments without the program's name.
    /// - Throws: `SettingsError` that names the cause.
    public init(arguments: [String], environment: [String: String]) throws(SettingsError) {
      let given: GatewayArguments
      do {
        given = try GatewayArguments.parse(arguments)
      } catch {
        guard GatewayArguments.exitCode(for: error) == .success else {
          throw SettingsError("\(GatewayArguments.message(for: error)) (see --help)")
        }
        task = .print(GatewayArguments.fullMessage(for: error))
        return
      }
      task = given.check ? .check : .serve
      var values = Values(environment: environment)
      if let path = try values.text("config", given.config) { try values.read(file: path) }
      logLevel = try values.choice("log.level", given.logLevel, logLevel)
      logsJSON = try values.choice("log.format", given.logFormat, LogFormat.text) == .json
      settings.routes = try values.text("routes", given.routes)
      for text in try values.texts("lists", given.lists) { settings.lists.append(try RoutedList(text)) }
      settings.host = try values.text("host", given.host) ?? settings.host
      settings.port = try values.number("port", given.port, in: 0...65_535) ?? settings.port
      settings.needsKeys = try values.flag("needsKeys", given.needsKeys)
      settings.certificate = try values.text("tls.certificate", given.tlsCertificate)
      settings.privateKey = try values.text("tls.key", given.tlsKey)
      settings.nodeAuthority = try values.text("tls.nodes", given.tlsNodes)
      settings.origins = try values.texts("cors.origins", given.corsOrigins)
      settings.forwardedFor = try values.choice("forwardedFor", given.forwardedFor, settings.forwardedFor)
      settings.hedgePercent = try values.number("hedge", given.hedge, in: 0...100) ?? settings.hedgePercent
      settings.bufferBytes =
        try values.number("limits.buffer", given.limits.limitsBuffer, in: 0...1 << 40) ?? settings.bufferBytes
      for limit in GatewayLimitArguments.all {
        guard let setting = Limits.setting(limit.path) else { continue }
        if let number = try values.number(setting.key, given.limits[keyPath: limit.argument], in: setting.range) {
          settings.limits[keyPath: limit.path] = number
        }
      }
      try values.checkNames()
    }
  }
#endif
