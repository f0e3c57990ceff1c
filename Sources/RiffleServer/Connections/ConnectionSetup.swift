#if Service
  import NIOConcurrencyHelpers
  import NIOCore
  import NIOHTTP1
  import NIOHTTPCompression
  import NIOHTTPTypesHTTP1

  /// A handler that removes the compressor before an answer to a malformed request, and reports which answers have no body.
  ///
  /// At an answer to a malformed request, the compressor traps (swift-nio-extras 1.35.2): malformed data from any client would
  /// end the process. At an answer without a body, it ends a body that does not exist; the next answer of the connection would be
  /// misread.
  private final class UnaskedAnswers: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let compressor: HTTPResponseCompressor
    private let hasNoBody: NIOLockedValueBox<Bool>
    /// For each request without an answer yet, whether it is a HEAD request.
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

  /// A handler that adds others for NIO's own forms of requests and answers, and removes itself: a check of heads, and a
  /// compressor.
  final class ConnectionSetup: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Never

    func handlerAdded(context: ChannelHandlerContext) {
      let pipeline = context.pipeline.syncOperations
      do {
        let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
        let hasNoBody = NIOLockedValueBox(false)
        let compressor = HTTPResponseCompressor { head, _ in
          if hasNoBody.withLockedValue({ $0 }) { return .doNotCompress }
          // A strong tag identifies these exact bytes.
          if head.headers.first(name: "ETag")?.hasPrefix("\"") == true { return .doNotCompress }
          // Events and bulk results are sent one by one; short bodies are not worth it.
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
        // Answers are then sent uncompressed.
      }
    }
  }
#endif
