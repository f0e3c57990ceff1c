#if Service
  import HTTPTypes
  import Hummingbird
  import HummingbirdCore
  import HummingbirdTLS
  public import Logging
  import NIOConcurrencyHelpers
  import NIOCore
  import NIOPosix
  import NIOSSL
  import Riffle
  import RiffleStore
  public import ServiceLifecycle

  /// Lists over HTTP: opens stores, answers for them until it is asked to stop, and closes them.
  ///
  ///     let service = try RiffleService(ServerSettings(lists: [.init(name: "cities", path: "cities.db")]), logger: logger)
  ///     try await service.run()
  public final class RiffleService: Service, Sendable {
    let settings: ServerSettings
    let routes: Routes
    let connections: ConnectionBook
    private let logger: Logger
    private let files = ServerFiles()
    private let isStopping = NIOLockedValueBox(false)
    /// Why the file of keys could not be read the last time.
    private let keysFailure = NIOLockedValueBox<SettingsError?>(nil)
    private let tls: TLSConfiguration?
    private let onRunning: @Sendable (_ address: String, _ port: Int) -> Void

    /// Opens the stores.
    /// - Parameter onRunning: called when requests are answered, with where.
    /// - Throws: ``SettingsError``, `StoreError`.
    public init(
      _ settings: ServerSettings, logger: Logger,
      onRunning: @escaping @Sendable (_ address: String, _ port: Int) -> Void = { _, _ in }
    ) throws {
      try settings.check()
      self.settings = settings
      self.logger = logger
      self.onRunning = onRunning
      tls = try RiffleService.tls(settings)
      connections = ConnectionBook(settings.limits)
      var lists: [String: ServedList] = [:]
      do {
        for list in settings.lists {
          lists[list.name] = try ServedList(
            name: list.name, store: try RiffleService.open(list, settings), isWritable: !settings.isReadOnly,
            settings.limits)
        }
        let keys = try KeyRing(path: settings.keys, lists: lists.mapValues(\.scopes), limits: settings.limits)
        routes = Routes(
          lists: lists, limits: settings.limits, keys: keys, pool: SearchPool(settings.limits), measures: Measures(),
          live: LiveSessions(most: settings.limits.liveSessions), slowMilliseconds: settings.slowMilliseconds)
      } catch {
        for list in lists.values { try? list.store.close() }
        throw error
      }
    }

    private static func open(_ list: ServerSettings.List, _ settings: ServerSettings) throws -> ListStore {
      let options = StoreOptions(access: settings.isReadOnly ? .reading : .writing, buildsInBackground: true)
      let known = try ListStore.list(list.table, in: list.path)
      guard !known.isFollowed else {
        guard list.scopes == nil else {
          throw SettingsError(
            "the list “\(list.name)” is a table that is followed: give its scopes to riffle-store follow")
        }
        return try ListStore(followed: known.source.table, in: list.path, options: options)
      }
      guard let scopes = list.scopes, scopes != known.settings.scopes, !settings.isReadOnly else {
        return try ListStore(list.path, options: options)
      }
      var changed = known.settings
      changed.scopes = scopes
      return try ListStore(list.path, settings: changed, options: options)
    }

    // MARK: - Running

    /// Answers requests until the task is cancelled or asked to stop gracefully; then answers those that are in flight, as long
    /// as ``Limits/stopSeconds`` allows, and closes the stores.
    /// - Throws: what the server throws, and `StoreError` if a store cannot be closed.
    public func run() async throws {
      let upkeep = Task {
        while !Task.isCancelled {
          try await Task.sleep(for: .seconds(1))
          for list in routes.lists.values { list.snapshots.sweep() }
          readKeys()
        }
      }
      let result = await Result {
        let application = try application()
        let running = Task { try await application.run() }
        try await withTaskCancellationHandler {
          try await withGracefulShutdownHandler {
            try await running.value
          } onGracefulShutdown: {
            self.stop(running)
          }
        } onCancel: {
          running.cancel()
        }
      }
      upkeep.cancel()
      routes.live.closeAll()
      await routes.pool.stop()
      try close()
      do {
        try result.get()
      } catch is CancellationError where isStopping.withLockedValue({ $0 }) {
        // It was to end, and has.
      }
    }

    /// Lets what is in flight come to its end, but not longer than it may: who sends a body for ever does not keep the server.
    private func stop(_ running: Task<Void, any Error>) {
      isStopping.withLockedValue { $0 = true }
      // Streams would go on for ever.
      routes.live.closeAll()
      let (seconds, logger) = (settings.limits.stopSeconds, logger)
      let cut = Task {
        try await Task.sleep(for: .seconds(seconds))
        logger.notice("what is in flight is cut", metadata: ["seconds": "\(seconds)"])
        running.cancel()
      }
      Task {
        _ = await running.result
        cut.cancel()
      }
    }

    /// Closes the stores of a service that does not run.
    /// - Throws: `StoreError`.
    public func close() throws {
      var failure: (any Error)?
      for list in routes.lists.values {
        do { try list.store.close() } catch { failure = error }
      }
      if let failure { throw failure }
    }

    /// Reads the file of keys anew if it has changed; one that cannot be read changes nothing.
    func readKeys() {
      var failure: SettingsError?
      do throws(SettingsError) {
        if try routes.keys.read() {
          logger.notice("the keys have been read again")
          routes.live.wakeAll()
        }
      } catch {
        failure = error
      }
      let new = failure
      let isNew = keysFailure.withLockedValue { known in
        defer { known = new }
        return known != new
      }
      if let failure, isNew { logger.error("the keys stay as they were", metadata: ["reason": "\(failure)"]) }
    }

    // MARK: - The application

    func router() -> Router<ServiceContext> {
      let router = Router(context: ServiceContext.self, options: .autoGenerateHeadEndpoints)
      if !settings.origins.isEmpty { router.add(middleware: CrossOriginMiddleware(origins: settings.origins)) }
      router.add(middleware: AnsweringMiddleware(measures: routes.measures))
      if settings.keys == nil { router.add(middleware: LoopbackMiddleware()) }
      routes.addLists(router)
      routes.addItems(router)
      routes.addLive(router)
      routes.addServer(router, files) { [isStopping] in isStopping.withLockedValue { $0 } }
      return router
    }

    /// What answers requests.
    /// - Throws: what makes TLS.
    func application() throws -> some ApplicationProtocol {
      let (limits, connections) = (settings.limits, connections)
      var configuration = HTTP1Channel.Configuration(
        additionalChannelHandlers: [ConnectionGuard(limits, connections), CompressionSetup()],
        idleTimeout: .seconds(Int64(limits.idleSeconds)))
      configuration.httpDecoder = .init(
        maxHeaderFieldSize: limits.header, maxHeaderListSize: limits.header, maxHeaderFieldCount: 100)
      var server = HTTPServerBuilder.http1(configuration: configuration)
      if let tls { server = try .tls(server, tlsConfiguration: tls) }
      let (onRunning, logger) = (onRunning, logger)
      return Application(
        router: router(), server: server,
        configuration: ApplicationConfiguration(
          address: .hostname(settings.host, port: settings.port), serverName: "riffle"),
        onServerRunning: { channel in
          let address = channel.localAddress
          onRunning(address?.ipAddress ?? "", address?.port ?? 0)
        },
        logger: logger)
    }

    /// Reads the certificate and its key.
    /// - Returns: `nil` if there are none.
    /// - Throws: ``SettingsError``.
    private static func tls(_ settings: ServerSettings) throws(SettingsError) -> TLSConfiguration? {
      guard let certificate = settings.certificate, let key = settings.privateKey else { return nil }
      func reading<Part>(_ path: String, _ read: () throws -> Part) throws(SettingsError) -> Part {
        do { return try read() } catch { throw SettingsError("“\(path)” cannot be read for TLS: \(error)") }
      }
      let chain = try reading(certificate) { try NIOSSLCertificate.fromPEMFile(certificate) }
      if chain.isEmpty { throw SettingsError("“\(certificate)” has no certificate in it") }
      let secret = try reading(key) { try NIOSSLPrivateKey(file: key, format: .pem) }
      let tls = TLSConfiguration.makeServerConfiguration(
        certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(secret))
      do {
        _ = try NIOSSLContext(configuration: tls)
      } catch {
        throw SettingsError("“\(certificate)” and “\(key)” do not belong together: \(error)")
      }
      return tls
    }
  }

  extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
      do { self = .success(try await body()) } catch { self = .failure(error) }
    }
  }
#endif
