#if Service
  import NIOCore
  import NIOHTTP1
  import NIOHTTPCompression
  import NIOHTTPTypesHTTP1

  /// Puts a compressor where the answers of a connection are still in the form that it knows, and goes.
  final class CompressionSetup: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Never

    func handlerAdded(context: ChannelHandlerContext) {
      let pipeline = context.pipeline.syncOperations
      do {
        let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
        let compressor = HTTPResponseCompressor { head, _ in
          // Events and results of lines go out one by one; what is short is not worth it.
          let type = head.headers.first(name: "Content-Type") ?? ""
          let isText = ["application/json", "text/html", "text/css", "text/javascript", "text/plain", "image/svg"]
            .contains { type.hasPrefix($0) }
          let length = head.headers.first(name: "Content-Length").flatMap { Int($0) } ?? .max
          return isText && length >= 1_024 ? .compressIfPossible : .doNotCompress
        }
        try pipeline.addHandler(compressor, position: .before(codec))
      } catch {
        // Answers then go out as they are.
      }
    }
  }
#endif
