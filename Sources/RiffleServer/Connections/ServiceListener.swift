#if Service
  package import Hummingbird
  import HummingbirdCore
  import HummingbirdTLS
  package import Logging
  import NIOConcurrencyHelpers
  import NIOCore
  import ServiceLifecycle
  import SystemPackage

  /// A listener for HTTP/1.1. Limits its connections, and passes requests to a router.
  package final class ServiceListener: Sendable {
    private let host: String
    private let port: Int
    private let limits: Limits
    private let connections: ConnectionBook
    private let certificate: ServerCertificate?
    private let logger: Logger
    private let onRunning: @Sendable (_ address: String, _ port: Int) -> Void
    private let hasStopped = NIOLockedValueBox(false)

    /// - Parameter onRunning: called with the address and the port when the listener begins to answer requests.
    package init(
      host: String, port: Int, limits: Limits, connections: ConnectionBook, certificate: ServerCertificate?,
      logger: Logger, onRunning: @escaping @Sendable (_ address: String, _ port: Int) -> Void
    ) {
      (self.host, self.port, self.limits, self.connections) = (host, port, limits, connections)
      (self.certificate, self.logger, self.onRunning) = (certificate, logger, onRunning)
    }

    /// Whether a graceful shutdown has begun.
    package var isStopping: Bool { hasStopped.withLockedValue { $0 } }

    /// Returns the HTTP application for a router.
    /// - Throws: errors of the TLS configuration.
    package func application(_ router: Router<ServiceContext>) throws -> some ApplicationProtocol {
      let (limits, connections) = (limits, connections)
      var configuration = HTTP1Channel.Configuration(
        additionalChannelHandlers: [ConnectionGuard(limits, connections), ConnectionSetup()],
        idleTimeout: .seconds(Int64(limits.idleSeconds)))
      configuration.httpDecoder = .init(
        maxHeaderFieldSize: limits.header, maxHeaderListSize: limits.header, maxHeaderFieldCount: 100)
      var server = HTTPServerBuilder.http1(configuration: configuration)
      if let certificate { server = try .tls(server, tlsConfiguration: certificate.configuration) }
      let (onRunning, logger) = (onRunning, logger)
      return Application(
        router: router, server: server,
        configuration: ApplicationConfiguration(address: .hostname(host, port: port), serverName: "riffle"),
        onServerRunning: { channel in
          let address = channel.localAddress
          onRunning(address?.ipAddress ?? "", address?.port ?? 0)
        },
        logger: logger)
    }

    /// Answers requests until the task is cancelled or a graceful shutdown begins. A graceful shutdown first answers the requests
    /// in flight, for at most ``Limits/stopSeconds``.
    /// - Parameter onStop: called when a graceful shutdown begins; ends endless answers.
    /// - Throws: errors of the server.
    package func run(_ router: Router<ServiceContext>, onStop: @escaping @Sendable () -> Void) async throws {
      let application = try application(router)
      let running = Task { try await application.run() }
      do {
        try await withTaskCancellationHandler {
          try await withGracefulShutdownHandler {
            try await running.value
          } onGracefulShutdown: {
            self.stop(running, onStop)
          }
        } onCancel: {
          running.cancel()
        }
      } catch is CancellationError where isStopping {
        // The end of a graceful shutdown is not an error.
      } catch let error as IOError {
        throw SettingsError("cannot listen on \(host), port \(port): \(Errno(rawValue: error.errnoCode))")
      }
    }

    /// Begins a graceful shutdown, and cancels `running` after ``Limits/stopSeconds``. A client that sends an endless body cannot
    /// keep the server running.
    private func stop(_ running: Task<Void, any Error>, _ onStop: () -> Void) {
      hasStopped.withLockedValue { $0 = true }
      onStop()
      let (seconds, logger) = (limits.stopSeconds, logger)
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
  }
#endif
