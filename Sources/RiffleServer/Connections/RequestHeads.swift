#if Service
  import NIOCore
  import NIOHTTP1

  /// A handler that passes on only requests that name a host (RFC 9112, 3.2 and 3.3).
  ///
  /// A target in absolute form, as proxies receive it, takes precedence over the `Host` field: the request passed on has the host
  /// of the target. For a refused head, a ``Problem`` is passed on as an error of the connection.
  final class RequestHeads: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private var isRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if isRefused { return }
      guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
      do throws(Problem) {
        try RequestHeads.check(&head)
        context.fireChannelRead(wrapInboundOut(.head(head)))
      } catch {
        isRefused = true
        context.fireErrorCaught(error)
      }
    }

    /// - Throws: ``Problem``.
    static func check(_ head: inout HTTPRequestHead) throws(Problem) {
      func refuse(_ detail: String, _ parameter: String) -> Problem {
        Problem(.invalidRequest, detail, parameter: parameter)
      }
      let hosts = head.headers["Host"]
      if hosts.count > 1 { throw refuse("the request has \(hosts.count) “Host” fields: send one", "Host") }
      // HTTP/1.0 does not require a Host field.
      if hosts.isEmpty, (head.version.major, head.version.minor) >= (1, 1) {
        throw refuse("the request has no “Host” field: send one", "Host")
      }
      if head.uri.hasPrefix("/") || head.uri == "*" { return }
      let rest = ["http://", "https://"].first { head.uri.lowercased().hasPrefix($0) }
        .map { head.uri.dropFirst($0.count) }
      let host = rest.map { $0.prefix { !"/?#".contains($0) } } ?? ""
      if host.isEmpty || host.contains("@") {
        throw refuse(
          "the target “\(head.uri.prefix(100))” is neither a path nor an address with http or https and a host",
          "target")
      }
      head.headers.replaceOrAdd(name: "Host", value: String(host))
      let path = rest.map { $0.dropFirst(host.count) } ?? ""
      head.uri = path.hasPrefix("/") ? String(path) : "/" + path
    }
  }
#endif
