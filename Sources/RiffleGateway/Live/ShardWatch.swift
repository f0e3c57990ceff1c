#if Service && Cluster
  import AsyncHTTPClient
  import NIOCore
  import NIOHTTP1
  import RiffleServer

  /// The reader of one shard's changes for a search field: an event stream of one of its nodes, opened again when it ends.
  struct ShardWatch: Sendable {
    let number: Int
    let field: ShardField
    let forwarder: Forwarder

    private static let (leastPause, mostPause) = (Duration.milliseconds(100), Duration.seconds(1))

    /// Reports changes until the task is cancelled or a node refuses the caller.
    func run() async {
      let shard = field.list.shards[number]
      var pause = ShardWatch.leastPause
      while !Task.isCancelled {
        do {
          let answer = try await forwarder.send(
            request(to: shard), to: shard, first: field.nodes[number], streams: true)
          if answer.status == .ok, case .stream(let stream) = answer.body {
            pause = ShardWatch.leastPause
            let field = field
            let reading = Task {
              var names = EventNames()
              do {
                for try await part in stream where names.read(part, contains: "changed") { field.live.listDidChange() }
              } catch {
                // The node or the client has disconnected.
              }
            }
            field.watch(number, ShardField.Watched(node: answer.node, reading: reading))
            await withTaskCancellationHandler {
              await reading.value
            } onCancel: {
              reading.cancel()
            }
          } else if answer.verdict == .final {
            return field.refuse(answer)
          }
        } catch {
          // No node answers. The next search says so.
        }
        if Task.isCancelled { return }
        field.watch(number, nil)
        try? await Task.sleep(for: pause)
        pause = min(ShardWatch.mostPause, pause * 2)
      }
    }

    private func request(to shard: NodeList) -> NodeRequest {
      var headers = ShardSession.headers(field.headers, to: shard)
      for name in ["Riffle-After", "Content-Type", "Content-Length"] { headers.remove(name: name) }
      return NodeRequest(method: .GET, target: "/v1/lists/\(field.list.name)/live", headers: headers)
    }
  }

  /// A reader of the names of server-sent events. Ignores their data, however long it is.
  struct EventNames {
    /// The bytes of a line so far, up to the length of a name.
    private var line: [UInt8] = []

    private static let longest = 64

    /// Reads a part of a stream.
    /// - Returns: whether an event of this name begins in it.
    mutating func read(_ part: ByteBuffer, contains name: String) -> Bool {
      var isFound = false
      for byte in part.readableBytesView {
        if byte == UInt8(ascii: "\n") {
          if line == Array("event: \(name)".utf8) { isFound = true }
          line.removeAll(keepingCapacity: true)
        } else if line.count < EventNames.longest {
          line.append(byte)
        }
      }
      return isFound
    }
  }
#endif
