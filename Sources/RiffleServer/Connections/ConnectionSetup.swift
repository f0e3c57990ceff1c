#if Service
  import NIOConcurrencyHelpers
  import NIOCore
  import NIOHTTP1
  import NIOHTTPCompression
  import NIOHTTPTypesHTTP1

  /// Takes the compressor away before an answer to what was no request, to which it has no encoding, and says which answers
  /// have no body.
  ///
  /// It traps at the first (swift-nio-extras 1.35.2): what a stranger sends that cannot be parsed would end the process. And it
  /// ends a body that there is none of, after which the next answer of the connection would not be read as one.
  private final class UnaskedAnswers: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let compressor: HTTPResponseCompressor
    private let hasNoBody: NIOLockedValueBox<Bool>
    /// Whether those that are not answered yet ask for heads alone.
    private var requests = CircularBuffer<Bool>()

    init(_ compressor: HTTPResponseCompressor, _ hasNoBody: NIOLockedValueBox<Bool>) {
      (self.compressor, self.hasNoBody) = (compressor, hasNoBody)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if case .head(let head) = unwrapInboundIn(data) { requests.append(head.method == .HEAD) }
      context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      if case .head = unwrapOutboundIn(data) {
        if let isHead = requests.popFirst() {
          hasNoBody.withLockedValue { $0 = isHead }
        } else {
          context.pipeline.syncOperations.removeHandler(compressor, promise: nil)
        }
      }
      context.write(data, promise: promise)
    }
  }

  /// Adds what works on requests and answers in the form that NIO has them in, and removes itself: a check of heads, and a compressor.
  final class ConnectionSetup: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Never

    func handlerAdded(context: ChannelHandlerContext) {
      let pipeline = context.pipeline.syncOperations
      do {
        let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
        let hasNoBody = NIOLockedValueBox(false)
        let compressor = HTTPResponseCompressor { head, _ in
          if hasNoBody.withLockedValue({ $0 }) { return .doNotCompress }
          // A strong tag is one of these very bytes.
          if head.headers.first(name: "ETag")?.hasPrefix("\"") == true { return .doNotCompress }
          // Events and results of lines go out one by one; what is short is not worth it.
          let type = head.headers.first(name: "Content-Type") ?? ""
          let isText = ["application/json", "text/html", "text/css", "text/javascript", "text/plain", "image/svg"]
            .contains { type.hasPrefix($0) }
          let length = head.headers.first(name: "Content-Length").flatMap { Int($0) } ?? .max
          return isText && length >= 1_024 ? .compressIfPossible : .doNotCompress
        }
        try pipeline.addHandler(compressor, position: .before(codec))
        try pipeline.addHandler(UnaskedAnswers(compressor, hasNoBody), position: .before(codec))
        try pipeline.addHandler(RequestHeads(), position: .before(codec))
      } catch {
        // Answers then go out as they are.
      }
    }
  }
#endif
