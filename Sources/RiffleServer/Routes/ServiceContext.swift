#if Service
  import Hummingbird
  import Logging
  import NIOCore

  /// What goes with a request.
  struct ServiceContext: RequestContext {
    var coreContext: CoreRequestContextStorage

    init(source: ApplicationRequestContextSource) {
      coreContext = CoreRequestContextStorage(source: source)
    }

    /// What logs and problems know the request by; `nil` where nothing is logged.
    var requestID: String? { logger[metadataKey: "hb.request.id"].map { "\($0)" } }
  }
#endif
