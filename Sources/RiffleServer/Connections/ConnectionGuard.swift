#if Service
  import HTTPTypes
  import NIOCore
  import NIOHTTP1
  import NIOHTTPTypes
  import RiffleInput

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// A handler that closes connections of clients without progress. These do not end the head of a request, send a body too
  /// slowly, or do not read their answer.
  ///
  /// The time for an answer counts from the end of its request, because some clients read nothing before. A client that is
  /// refused while much of its body is missing gets an answer, then its connection is closed without reading the rest.
  final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let patience: TimeAmount
    private let mostHeaderBytes: Int
    /// The least rate of a body in bytes per second, once it has taken longer than the patience.
    private static let slowestBody = 1_000

    /// The most bytes of a refused body that are read, so that the connection can be kept.
    private static let mostUnread = 1 << 16
    /// The time for a refused client to read the answer, while the rest of its body is discarded.
    private static let parting = TimeAmount.seconds(2)

    /// The most unsent bytes that the system accepts for a connection (`TCP_NOTSENT_LOWAT`).
    private static let mostUnsent = NIOBSDSocket.Option(rawValue: TCP_NOTSENT_LOWAT)

    private enum Reading {
      case head
      /// - Parameter length: the length of the whole body, if known.
      case body(since: NIODeadline, bytes: Int, length: Int?)
      case answer
      /// The connection is about to be closed.
      case parting
    }

    private var reading = Reading.head
    private var headDeadline: Scheduled<Void>?
    private var writeDeadline: Scheduled<Void>?
    private var pendingWrites = 0

    private let book: ConnectionBook
    /// Whether the present request has credentials, and its path requires a known key.
    private var showsKey = false
    /// The progress of the present answer.
    private enum Written { case nothing, head, stream }
    private var written = Written.nothing

    init(_ limits: Limits, _ book: ConnectionBook) {
      patience = .seconds(Int64(limits.idleSeconds))
      mostHeaderBytes = limits.header
      self.book = book
    }

    func handlerAdded(context: ChannelHandlerContext) {
      let channel = context.channel
      // Otherwise the system accepts megabytes ahead, and reports nothing until the client has read a third of them: a slow
      // client would seem to read nothing.
      channel.setOption(.tcpOption(ConnectionGuard.mostUnsent), value: 1 << 17).whenFailure { _ in }
      let address = channel.remoteAddress?.ipAddress.flatMap { ServerSettings.isLoopback($0) ? nil : $0 }
      let isTaken = book.add(ObjectIdentifier(channel), address: address) { channel.close(promise: nil) }
      if isTaken { waitForHead(context) } else { context.close(promise: nil) }
    }
    func handlerRemoved(context: ChannelHandlerContext) { end(context) }
    func channelInactive(context: ChannelHandlerContext) {
      end(context)
      context.fireChannelInactive()
    }

    private func end(_ context: ChannelHandlerContext) {
      headDeadline?.cancel()
      writeDeadline?.cancel()
      book.remove(ObjectIdentifier(context.channel))
    }

    /// Handles the end of a client's side. The client may still read an answer, but does not get one that would have to wait.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if case .inputClosed? = event as? ChannelEvent, case .answer = reading {
        switch written {
        case .nothing:
          headDeadline?.cancel()
          headDeadline = cut(context, in: ConnectionGuard.parting)
        case .head: break
        case .stream: context.close(promise: nil)
        }
      }
      context.fireUserInboundEventTriggered(event)
    }

    private func cut(_ context: ChannelHandlerContext, in time: TimeAmount) -> Scheduled<Void> {
      let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
      return context.eventLoop.scheduleTask(in: time) { bound.value.close(promise: nil) }
    }

    private func waitForHead(_ context: ChannelHandlerContext) {
      headDeadline?.cancel()
      headDeadline = cut(context, in: patience)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if case .parting = reading { return }
      switch unwrapInboundIn(data) {
      case .head(let head):
        headDeadline?.cancel()
        headDeadline = nil
        written = .nothing
        book.set(ObjectIdentifier(context.channel), isIdle: false)
        let path = head.path ?? ""
        showsKey =
          head.headerFields[.authorization] != nil && (path.hasPrefix("/v1/lists") || path.hasPrefix("/metrics"))
        reading = .body(since: .now(), bytes: 0, length: head.headerFields[.contentLength].flatMap { Int($0) })
      case .body(let buffer):
        if case .body(let start, let bytes, let length) = reading {
          let total = bytes + buffer.readableBytes
          reading = .body(since: start, bytes: total, length: length)
          let late = NIODeadline.now() - start - patience
          if late > .nanoseconds(0),
            Double(total) < Double(late.nanoseconds) / 1e9 * Double(ConnectionGuard.slowestBody)
          {
            context.close(promise: nil)
            return
          }
        }
      case .end:
        reading = .answer
        waitForReader(context)
      }
      context.fireChannelRead(data)
    }

    private func waitForReader(_ context: ChannelHandlerContext) {
      writeDeadline?.cancel()
      writeDeadline = nil
      if case .body = reading { return }
      if pendingWrites > 0, context.channel.isActive { writeDeadline = cut(context, in: patience) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      var data = data
      let promise = promise ?? context.eventLoop.makePromise()
      let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      if case .head(let head) = unwrapOutboundIn(data) {
        let type = head.headerFields[.contentType] ?? ""
        written = type.hasPrefix("text/event-stream") ? .stream : .head
        if showsKey, head.status.code < 400 { book.didShowKey(ObjectIdentifier(context.channel)) }
      }
      switch unwrapOutboundIn(data) {
      case .head(var head) where isRefused(head):
        head.headerFields[.connection] = "close"
        data = wrapOutboundOut(.head(head))
        reading = .parting
      case .end:
        if case .parting = reading {
          promise.futureResult.whenComplete { _ in bound.value.1.close(mode: .output, promise: nil) }
          headDeadline?.cancel()
          headDeadline = cut(context, in: ConnectionGuard.parting)
        } else {
          reading = .head
          book.set(ObjectIdentifier(context.channel), isIdle: true)
          waitForHead(context)
        }
      default: break
      }
      pendingWrites += 1
      if writeDeadline == nil { waitForReader(context) }
      promise.futureResult.whenComplete { _ in bound.value.0.didWrite(bound.value.1) }
      context.write(data, promise: promise)
    }

    // MARK: - Malformed requests

    /// Answers a malformed request. If another request is being answered, the connection ends with that answer instead.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      let problem: Problem? =
        switch error {
        case let problem as Problem: problem
        case HTTPParserError.headerOverflow:
          Problem(
            .headerTooLarge, "all header fields together may have \(mostHeaderBytes) bytes: send fewer or shorter ones")
        case is HTTPParserError: Problem(.invalidRequest, "this is no request of HTTP/1.1")
        default: nil
        }
      guard let problem else { return context.fireErrorCaught(error) }
      switch reading {
      case .head: answer(problem, context)
      case .parting: break
      case .body, .answer: if error is Problem { context.close(promise: nil) } else { context.fireErrorCaught(error) }
      }
    }

    private func answer(_ problem: Problem, _ context: ChannelHandlerContext) {
      headDeadline?.cancel()
      reading = .parting
      var json = JSONWriter()
      problem.write(to: &json)
      let fields: HTTPFields = [
        .contentType: "application/problem+json", .contentLength: "\(json.bytes.count)", .connection: "close",
      ]
      write(
        context: context, data: wrapOutboundOut(.head(HTTPResponse(status: problem.kind.status, headerFields: fields))),
        promise: nil)
      write(context: context, data: wrapOutboundOut(.body(json.buffer)), promise: nil)
      write(context: context, data: wrapOutboundOut(.end(nil)), promise: nil)
      context.flush()
    }

    /// Returns whether more of the request's body is missing than is worth reading.
    private func isRefused(_ head: HTTPResponse) -> Bool {
      guard head.status.code >= 400, case .body(_, let bytes, let length) = reading else { return false }
      return (length ?? .max) - bytes > ConnectionGuard.mostUnread
    }

    /// Restarts the time of a client that has read something.
    private func didWrite(_ context: ChannelHandlerContext) {
      pendingWrites -= 1
      waitForReader(context)
    }
  }
#endif
