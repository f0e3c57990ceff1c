#if Service
  import Foundation
  import HTTPTypes
  import Hummingbird
  import HummingbirdCore
  import HummingbirdTLS
  public import Logging
  import NIOConcurrencyHelpers
  import NIOCore
  import NIOPosix
  import Riffle
  import RiffleStore
  public import ServiceLifecycle
  import SystemPackage

  /// A service of lists over HTTP: opens stores, serves them until it is stopped, and closes them.
  ///
  ///     let service = try RiffleService(ServerSettings(lists: [.init(name: "cities", path: "cities.db")]), logger: logger)
  ///     try await service.run()
  public final class RiffleService: Service, Sendable {
    let settings: ServerSettings
    let routes: Routes
    let connections: ConnectionBook
    private let logger: Logger
    private let files = ServerFiles()
    /// The errors of the last attempts to read files of settings again, by the kind of their content.
    private let fileFailures = NIOLockedValueBox<[String: SettingsError]>([:])
    /// The errors of the last attempts to follow or write lists, by their names.
    private let listFailures = NIOLockedValueBox<[String: StoreError]>([:])
    /// The states and failures of lists that are copies, by their names.
    private let feedStates = NIOLockedValueBox<[String: String]>([:])
    private let certificate: ServerCertificate?
    private let listener: ServiceListener

    /// Opens the stores.
    /// - Parameter onRunning: called with address and port when requests are answered.
    /// - Throws: ``SettingsError``, `StoreError`.
    public init(
      _ settings: ServerSettings, logger: Logger,
      onRunning: @escaping @Sendable (_ address: String, _ port: Int) -> Void = { _, _ in }
    ) throws {
      let known = try RiffleService.known(settings)
      let settings = known.settings
      self.settings = settings
      self.logger = logger
      certificate = known.certificate
      var limits = settings.limits
      limits.connections = OpenFiles.connections(
        limits.connections, limit: OpenFiles.limit,
        // A list that is copied again exists twice.
        listCount: (settings.folder == nil ? settings.lists.count : max(settings.lists.count, limits.lists))
          + (settings.follow == nil ? 0 : 2))
      if limits.connections < settings.limits.connections {
        logger.warning(
          "fewer connections are taken than are set: let the process open more files (ulimit -n, or LimitNOFILE of systemd)",
          metadata: ["connections": "\(limits.connections)", "set": "\(settings.limits.connections)"])
      }
      connections = ConnectionBook(limits)
      listener = ServiceListener(
        host: settings.host, port: settings.port, limits: settings.limits, connections: connections,
        certificate: certificate, logger: logger, onRunning: onRunning)
      var lists: [String: ServedList] = [:]
      do {
        for list in settings.lists {
          lists[list.name] = try ServedList(
            name: list.name, store: try RiffleService.open(list, settings), isWritable: !settings.isReadOnly,
            settings.limits)
        }
        routes = Routes(
          lists: ServedLists(lists), folder: settings.isReadOnly ? nil : settings.folder.map { ListFolder($0) },
          limits: settings.limits, keys: known.keys, pool: SearchPool(settings.limits),
          measures: Measures(), live: LiveSessions(most: settings.limits.liveSessions),
          slowMilliseconds: settings.slowMilliseconds, maxLagSeconds: settings.maxLagSeconds)
        try follow()
      } catch {
        for list in lists.values { try? list.store.close() }
        throw error
      }
    }

    /// Checks whether a server can be started with settings: reads certificate, keys and the records of lists in stores. Changes
    /// nothing, and may run beside a server.
    /// - Throws: ``SettingsError``, `StoreError`.
    public static func check(_ settings: ServerSettings) throws {
      _ = try known(settings)
      #if Cluster
        if let follow = settings.follow { try FollowedList.check(follow) }
      #endif
    }

    /// Returns everything known before stores are opened, and the settings with the lists of their folder.
    private static func known(
      _ settings: ServerSettings
    ) throws -> (settings: ServerSettings, certificate: ServerCertificate?, keys: KeyRing) {
      var settings = settings
      if let folder = settings.folder { settings.lists += try ListFolder(folder).lists() }
      try settings.check()
      let certificate = try ServerCertificate(certificate: settings.certificate, key: settings.privateKey)
      var names: [String: FilterNames] = [:]
      for list in settings.lists {
        let known = try ListStore.list(list.table, in: list.path)
        guard let given = list.scopes, !settings.isReadOnly else {
          names[list.name] = FilterNames(known.settings)
          continue
        }
        guard !known.isFollowed else {
          throw SettingsError(
            "the list “\(list.name)” is a table that is followed: give its scopes to riffle-store follow")
        }
        try ListStore.check(scopes: given, in: list.path)
        var changed = known.settings
        changed.scopes = given
        names[list.name] = FilterNames(changed)
      }
      let keys = try KeyRing(
        path: settings.keys, lists: names, isComplete: settings.folder == nil && settings.follow == nil,
        limits: settings.limits)
      return (settings, certificate, keys)
    }

    private static func open(_ list: ServerSettings.List, _ settings: ServerSettings) throws -> ListStore {
      let options = StoreOptions(access: settings.isReadOnly ? .reading : .writing, buildsInBackground: true)
      let known = try ListStore.list(list.table, in: list.path)
      if known.isFollowed { return try ListStore(followed: known.source.table, in: list.path, options: options) }
      guard let scopes = list.scopes, scopes != known.settings.scopes, !settings.isReadOnly else {
        return try ListStore(list.path, options: options)
      }
      var changed = known.settings
      changed.scopes = scopes
      return try ListStore(list.path, settings: changed, options: options)
    }

    /// Starts to follow the list of the settings.
    /// - Throws: ``SettingsError``.
    private func follow() throws(SettingsError) {
      #if Cluster
        guard let follow = settings.follow else { return }
        let feed = try FollowedList(follow)
        routes.lists.insert(feed)
        let (routes, limits, logger) = (routes, settings.limits, logger)
        // The node does not outlive them: it is stopped before they are released.
        feed.start { [weak feed] store in
          guard let feed else { return }
          do throws(StoreError) {
            let list = try ServedList(name: feed.name, store: store, isWritable: false, feed: feed, limits)
            let old = routes.lists.insert(list)
            routes.keys.set(list: list.name, names: list.names)
            if let old { routes.live.closeAll(of: old) }
            logger.notice(
              "a copy of a list is served", metadata: ["list": "\(list.name)", "items": "\(store.snapshot().count)"])
          } catch {
            logger.error("a copy of a list cannot be served", metadata: ["error": "\(loggable("\(error)"))"])
          }
        }
      #endif
    }

    // MARK: - Running

    /// Answers requests until the task is cancelled or shut down gracefully. Then it answers requests in flight, as long as
    /// ``Limits/stopSeconds`` allows, and closes the stores.
    /// - Throws: errors of the server, and `StoreError` if a store cannot be closed.
    public func run() async throws {
      let upkeep = Task {
        while !Task.isCancelled {
          try await Task.sleep(for: .seconds(1))
          for list in routes.lists.all {
            list.snapshots.sweep()
            list.rounds.sweep()
          }
          readKeys()
          readCertificate()
          logFailures()
        }
      }
      let result = await Result {
        // Streams would go on for ever.
        try await listener.run(router()) { [routes] in routes.live.closeAll() }
      }
      upkeep.cancel()
      routes.live.closeAll()
      await routes.pool.stop()
      try close()
      try result.get()
    }

    /// Closes the stores of a service that does not run.
    /// - Throws: `StoreError`.
    public func close() throws {
      for feed in routes.lists.feeds { feed.stop() }
      var failure: (any Error)?
      for list in routes.lists.all {
        do { try list.store.close() } catch { failure = error }
      }
      if let failure { throw failure }
    }

    /// Reads keys and certificate again if their files have changed, without waiting for the check that takes place every second.
    /// Files that cannot be read change nothing.
    public func reload() {
      readKeys()
      readCertificate()
      logger.notice("keys and certificate have been looked at, because that was asked for")
    }

    /// Reads the file of keys again if it has changed; a file that cannot be read changes nothing.
    func readKeys() {
      readAgain("the keys") { () throws(SettingsError) in
        let isNew = try routes.keys.read()
        if isNew { routes.live.wakeAll() }
        return isNew
      }
    }

    /// Reads the certificate and its key again if their files have changed, for new connections; files that cannot be read change
    /// nothing.
    func readCertificate() {
      readAgain("the certificate and its key") { () throws(SettingsError) in try certificate?.read() ?? false }
    }

    /// Logs that a file has been read again, or once why it cannot be.
    private func readAgain(_ what: String, _ read: () throws(SettingsError) -> Bool) {
      var failure: SettingsError?
      do throws(SettingsError) {
        if try read() { logger.notice("\(what) have been read again") }
      } catch {
        failure = error
      }
      let new = failure
      let isNew = fileFailures.withLockedValue { known in
        defer { known[what] = new }
        return known[what] != new
      }
      if let failure, isNew { logger.error("\(what) stay as they were", metadata: ["reason": "\(failure)"]) }
    }

    /// Logs lists that can no longer be followed or written, and their recovery.
    func logFailures() {
      let failures = routes.lists.all.reduce(into: [String: StoreError]()) { $0[$1.name] = $1.store.failure }
      let before = listFailures.withLockedValue { known in
        defer { known = failures }
        return known
      }
      for (name, failure) in failures.sorted(by: { $0.key < $1.key }) where before[name] != failure {
        logger.error(
          "a list cannot be followed or kept", metadata: ["list": "\(name)", "error": "\(loggable("\(failure)"))"])
      }
      for feed in routes.lists.feeds {
        let report = feed.report
        let text = report.failure ?? report.state
        let isNew = feedStates.withLockedValue { $0.updateValue(text, forKey: feed.name) != text }
        guard isNew else { continue }
        let metadata: Logger.Metadata = ["list": "\(feed.name)", "state": "\(report.state)"]
        if let failure = report.failure {
          logger.error(
            "a list cannot be followed", metadata: metadata.merging(["error": "\(loggable(failure))"]) { $1 })
        } else {
          logger.notice("the state of a copy has changed", metadata: metadata)
        }
      }
      for name in before.keys.sorted() where failures[name] == nil {
        logger.notice("a list is followed and kept again", metadata: ["list": "\(name)"])
      }
    }

    // MARK: - The application

    func router() -> Router<ServiceContext> {
      let router = Router(context: ServiceContext.self, options: .autoGenerateHeadEndpoints)
      if !settings.origins.isEmpty { router.add(middleware: CrossOriginMiddleware(origins: settings.origins)) }
      router.add(middleware: AnsweringMiddleware(measures: routes.measures))
      if settings.keys == nil { router.add(middleware: LoopbackMiddleware()) }
      router.add(middleware: FeedMiddleware(routes: routes))
      routes.addLists(router)
      routes.addSynonyms(router)
      routes.addItems(router)
      routes.addLive(router)
      routes.addShards(router)
      routes.addServer(router, files) { [listener] in listener.isStopping }
      return router
    }

    /// Returns the application that answers requests.
    /// - Throws: errors of TLS.
    func application() throws -> some ApplicationProtocol { try listener.application(router()) }
  }

  extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
      do { self = .success(try await body()) } catch { self = .failure(error) }
    }
  }
#endif
