#if Service && Cluster
  import AsyncHTTPClient
  import Hummingbird
  public import Logging
  import NIOConcurrencyHelpers
  import NIOCore
  import NIOSSL
  public import RiffleServer
  public import ServiceLifecycle

  /// An HTTP gateway for lists on several nodes. Sends each request to a node that can answer it.
  ///
  ///     let service = try GatewayService(settings, logger: logger)
  ///     try await service.run()
  public final class GatewayService: Service, Sendable {
    let settings: GatewaySettings
    let lists = NodeLists()
    let routes: GatewayRoutes
    private let probes: NodeProbes
    private let client: HTTPClient
    private let listener: ServiceListener
    private let certificate: ServerCertificate?
    private let logger: Logger
    /// The stamp of the file of routes when it was last read, and the failure of the last reload.
    private let file: NIOLockedValueBox<(stamp: FileStamp?, failure: SettingsError?)>

    private static let pauseBetweenProbes = Duration.seconds(1)

    /// - Parameter onRunning: called with the address and the port when the service begins to answer requests.
    /// - Throws: `SettingsError`.
    public init(
      _ settings: GatewaySettings, logger: Logger,
      onRunning: @escaping @Sendable (_ address: String, _ port: Int) -> Void = { _, _ in }
    ) throws(SettingsError) {
      try settings.check()
      let stamp = settings.routes.flatMap { FileStamp($0) }
      lists.set(try settings.readLists())
      (self.settings, self.logger) = (settings, logger)
      file = NIOLockedValueBox((stamp, nil))
      certificate = try ServerCertificate(certificate: settings.certificate, key: settings.privateKey)
      var limits = settings.limits
      // A request takes one connection from the client, and one or two to nodes of each shard.
      let shardCount = lists.all.map { max(1, $0.shards.count) }.max() ?? 1
      limits.connections = OpenFiles.connections(
        limits.connections, limit: OpenFiles.limit.map { $0 / (1 + 2 * shardCount) }, listCount: 0)
      if limits.connections < settings.limits.connections {
        logger.warning(
          "fewer connections are taken than are set: let the process open more files (ulimit -n, or LimitNOFILE of systemd)",
          metadata: ["connections": "\(limits.connections)", "set": "\(settings.limits.connections)"])
      }
      let client = HTTPClient(
        eventLoopGroupProvider: .singleton, configuration: try GatewayService.configuration(settings, limits))
      self.client = client
      let listener = ServiceListener(
        host: settings.host, port: settings.port, limits: limits, connections: ConnectionBook(limits),
        certificate: certificate, logger: logger, onRunning: onRunning)
      self.listener = listener
      probes = NodeProbes(client: client, needsKeys: settings.needsKeys, logger: logger)
      routes = GatewayRoutes(
        lists: lists,
        forwarder: Forwarder(
          client: client, probes: probes,
          buffers: AnswerBuffers(bytes: settings.bufferBytes, mostOfAnswer: limits.answer),
          hedges: HedgeAllowance(percent: settings.hedgePercent), measures: GatewayMeasures(), logger: logger,
          facetValues: settings.facetValues),
        relays: LiveRelays(most: limits.liveSessions), places: KnownPlaces(), settings: settings,
        isStopping: { listener.isStopping })
    }

    /// Checks whether a gateway can be started with the settings. Makes no connections.
    /// - Throws: `SettingsError`.
    public static func check(_ settings: GatewaySettings) throws(SettingsError) {
      try settings.check()
      _ = try settings.readLists()
      _ = try ServerCertificate(certificate: settings.certificate, key: settings.privateKey)
      _ = try configuration(settings, settings.limits)
    }

    private static func configuration(
      _ settings: GatewaySettings, _ limits: Limits
    ) throws(SettingsError) -> HTTPClient.Configuration {
      var configuration = HTTPClient.Configuration(
        redirectConfiguration: .disallow,
        // While a connection is open, nodes send data at least every 15 seconds.
        timeout: .init(connect: .milliseconds(500), read: .seconds(45), write: .seconds(Int64(limits.idleSeconds))),
        // Nodes keep idle connections open for longer.
        connectionPool: .init(
          idleTimeout: .seconds(10), concurrentHTTP1ConnectionsPerHostSoftLimit: 2 * limits.connections))
      configuration.connectionPool.retryConnectionEstablishment = false
      configuration.httpVersion = .http1Only
      if let authority = settings.nodeAuthority {
        do {
          var tls = TLSConfiguration.makeClientConfiguration()
          tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(authority))
          configuration.tlsConfiguration = tls
        } catch {
          throw SettingsError("“\(authority)” cannot be read for TLS, or has no certificate in PEM in it")
        }
      }
      return configuration
    }

    // MARK: - Running

    /// Answers requests until the task is cancelled or a graceful shutdown begins. A graceful shutdown first answers the
    /// requests in flight.
    /// - Throws: errors of the server.
    public func run() async throws {
      await askAll()
      let upkeep = Task {
        while !Task.isCancelled {
          try await Task.sleep(for: GatewayService.pauseBetweenProbes)
          reload()
          await askAll()
        }
      }
      let running = await Result {
        // Live searches have no end, so the relays are closed.
        try await listener.run(router()) { [routes] in routes.relays.closeAll() }
      }
      upkeep.cancel()
      try await close()
      try running.get()
    }

    /// Closes the connections to nodes. The gateway must not be running.
    func close() async throws {
      routes.relays.closeAll()
      try await lists.close()
      try await client.shutdown()
    }

    /// Probes all nodes.
    func askAll() async {
      await withTaskGroup(of: Void.self) { group in
        for node in lists.nodes { group.addTask { [probes] in await probes.ask(node) } }
      }
    }

    /// Reads the certificate and the routes again if their files have changed. A file that cannot be read changes nothing.
    public func reload() {
      do throws(SettingsError) {
        if try certificate?.read() == true { logger.notice("the certificate and its key have been read again") }
      } catch {
        note(error)
        return
      }
      guard let path = settings.routes else { return note(nil) }
      let stamp = FileStamp(path)
      if stamp == file.withLockedValue({ $0.stamp }) { return note(nil) }
      do throws(SettingsError) {
        lists.set(try RoutesFile.lists(path))
        file.withLockedValue { $0.stamp = stamp }
        logger.notice("the routes have been read again")
        note(nil)
      } catch {
        note(error)
      }
    }

    /// Logs a failure, unless it equals the previous one.
    private func note(_ failure: SettingsError?) {
      let isNew = file.withLockedValue { file in
        defer { file.failure = failure }
        return file.failure != failure
      }
      if let failure, isNew { logger.error("files stay as they were", metadata: ["reason": "\(failure)"]) }
    }

    // MARK: - The application

    func router() -> Router<ServiceContext> {
      let router = Router(context: ServiceContext.self, options: .autoGenerateHeadEndpoints)
      if !settings.origins.isEmpty { router.add(middleware: CrossOriginMiddleware(origins: settings.origins)) }
      router.add(middleware: AnsweringMiddleware(measures: routes.forwarder.measures.measures))
      if !settings.needsKeys { router.add(middleware: LoopbackMiddleware()) }
      router.add(middleware: RefusalMiddleware())
      routes.add(to: router, ServerFiles())
      return router
    }

    /// Returns the HTTP application.
    /// - Throws: errors of the TLS configuration.
    func application() throws -> some ApplicationProtocol { try listener.application(router()) }
  }

  extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
      do { self = .success(try await body()) } catch { self = .failure(error) }
    }
  }
#endif
