#if Service
  import Hummingbird
  import Logging
  import NIOCore

  /// The context of a request.
  struct ServiceContext: RequestContext {
    var coreContext: CoreRequestContextStorage

    init(source: ApplicationRequestContextSource) {
      coreContext = CoreRequestContextStorage(source: source)
    }

    /// The id of the request in logs and problems; `nil` if nothing is logged.
    var requestID: String? { logger[metadataKey: "hb.request.id"].map { "\($0)" } }
  }
#endif
