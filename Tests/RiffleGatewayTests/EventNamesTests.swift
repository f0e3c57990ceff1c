#if Service && Cluster
  import NIOCore
  import Testing

  @testable import RiffleGateway

  struct EventNamesTests {
    @Test(arguments: 1...12) func `names of events are found, however a stream is cut`(length: Int) {
      let stream = """
        event: session\ndata: {"event": "changed"}\n\n: still here\n\nevent: changed\ndata: {}\n
        event: changed again\ndata: \(String(repeating: "x", count: 200))\n\nevent: changed\n
        """
      var names = EventNames()
      var found = 0
      var rest = Array(stream.utf8)[...]
      while !rest.isEmpty {
        if names.read(ByteBuffer(bytes: rest.prefix(length)), contains: "changed") { found += 1 }
        rest = rest.dropFirst(length)
      }
      #expect(found == 2)
    }
  }
#endif
