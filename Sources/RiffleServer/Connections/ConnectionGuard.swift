#if Service
  import NIOCore
  import NIOHTTPTypes

  /// Cuts clients that keep a connection without getting anywhere: those that do not end the head of a request, that send a
  /// body drop by drop, or that do not take their answer.
  final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let patience: TimeAmount
    /// A body comes at least so fast, in bytes a second, once it has come for longer than the patience.
    private static let slowestBody = 1_000

    private enum Reading {
      case head
      case body(since: NIODeadline, bytes: Int)
      case answer
    }

    private var reading = Reading.head
    private var headDeadline: Scheduled<Void>?
    private var writeDeadline: Scheduled<Void>?
    private var pendingWrites = 0

    init(_ limits: Limits) { patience = .seconds(Int64(limits.idleSeconds)) }

    func handlerAdded(context: ChannelHandlerContext) { waitForHead(context) }
    func handlerRemoved(context: ChannelHandlerContext) {
      headDeadline?.cancel()
      writeDeadline?.cancel()
    }
    func channelInactive(context: ChannelHandlerContext) {
      headDeadline?.cancel()
      writeDeadline?.cancel()
      context.fireChannelInactive()
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
      switch unwrapInboundIn(data) {
      case .head:
        headDeadline?.cancel()
        headDeadline = nil
        reading = .body(since: .now(), bytes: 0)
      case .body(let buffer):
        if case .body(let start, let bytes) = reading {
          let total = bytes + buffer.readableBytes
          reading = .body(since: start, bytes: total)
          let late = NIODeadline.now() - start - patience
          if late > .nanoseconds(0),
            Double(total) < Double(late.nanoseconds) / 1e9 * Double(ConnectionGuard.slowestBody)
          {
            context.close(promise: nil)
            return
          }
        }
      case .end: reading = .answer
      }
      context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      if case .end = unwrapOutboundIn(data) {
        reading = .head
        waitForHead(context)
      }
      pendingWrites += 1
      if writeDeadline == nil { writeDeadline = cut(context, in: patience) }
      let promise = promise ?? context.eventLoop.makePromise()
      let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      promise.futureResult.whenComplete { _ in bound.value.0.didWrite(bound.value.1) }
      context.write(data, promise: promise)
    }

    /// A client that takes anything has its time again.
    private func didWrite(_ context: ChannelHandlerContext) {
      pendingWrites -= 1
      writeDeadline?.cancel()
      writeDeadline = pendingWrites > 0 && context.channel.isActive ? cut(context, in: patience) : nil
    }
  }
#endif
