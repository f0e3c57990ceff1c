#if Service
  import Hummingbird
  import NIOCore

  /// What goes with a request.
  struct ServiceContext: RequestContext {
    var coreContext: CoreRequestContextStorage

    init(source: ApplicationRequestContextSource) {
      coreContext = CoreRequestContextStorage(source: source)
    }
  }
#endif
