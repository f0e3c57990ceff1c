#if Service
  package import Hummingbird
  import Logging
  package import NIOCore

  /// The context of a request.
  package struct ServiceContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The address of the client, or of the proxy in front of the server; `nil` if the connection is gone.
    package let remoteAddress: SocketAddress?

    package init(source: ApplicationRequestContextSource) {
      coreContext = CoreRequestContextStorage(source: source)
      remoteAddress = source.channel.remoteAddress
    }

    /// The id of the request in logs and problems; `nil` if nothing is logged.
    package var requestID: String? { logger[metadataKey: "hb.request.id"].map { "\($0)" } }
  }
#endif
