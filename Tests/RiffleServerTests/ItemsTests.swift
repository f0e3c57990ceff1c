#if Service
  import HTTPTypes
  import Riffle
  import RiffleInput
  import RiffleStore
  import RiffleTestSupport
  import Testing

  @testable import RiffleServer

  struct ItemsTests {
    @Test func anItemSaysWhyAQueryFindsIt() async throws {
      try await Fixture.with { fixture in
        let found = try await fixture.get("/v1/lists/cities/search?q=gotebrg&explain=true")
        let reply = try await fixture.get("/v1/lists/cities/items/1/explanation?q=gotebrg")
        #expect(reply.status == 200)
        #expect(reply["explanation"]?.json == found["hits"]?[0]?["explanation"]?.json)
        #expect(reply["explanation"]?["reasons"]?.elements?.isEmpty == false)
        #expect(try await fixture.get("/v1/lists/cities/items/2/explanation?q=gotebrg")["explanation"]?.json == "null")
        #expect(try await fixture.get("/v1/lists/cities/items/77/explanation?q=gotebrg").parameter == "id")
      }
    }

    @Test func anItemIsWrittenReadChangedAndTakenAway() async throws {
      try await Fixture.with { fixture in
        let path = "/v1/lists/cities/items/99"
        let first = try await fixture.send(
          .put, path, #"{"title": "Lund", "searchText": "Londinium", "weight": 7, "payload": {"a": [1.0, "é\n"]}}"#)
        #expect(first.status == 200)
        #expect(try await fixture.get("/v1/lists/cities/search?q=lund")["hits"]?[0]?["id"]?.integer == 99)
        let item = try await fixture.get(path)
        #expect(item["title"]?.string == "Lund")
        #expect(item["weight"]?.integer == 7)
        #expect(item["payload"]?.json == #"{"a": [1.0, "é\n"]}"#)
        let tag = try #require(item.headers[.eTag])
        #expect(try await fixture.get(path, headers: [.ifNoneMatch: tag]).status == 304)
        let second = try await fixture.send(
          .patch, path, #"{"weight": 8, "payload": null}"#, type: "application/merge-patch+json")
        #expect(second.status == 200)
        #expect((second["sequence"]?.integer ?? 0) > (first["sequence"]?.integer ?? .max))
        let changed = try await fixture.get(path, headers: [.ifNoneMatch: tag])
        #expect(changed["weight"]?.integer == 8)
        #expect(changed["title"]?.string == "Lund")
        #expect(changed["payload"] == nil)
        #expect(try await fixture.send(.delete, path).status == 200)
        #expect(try await fixture.get(path).status == 404)
        #expect(try await fixture.send(.delete, path).status == 404)
        #expect(try await fixture.send(.patch, path, "{}").status == 404)
      }
    }

    @Test func anItemIsAddedOnlyIfThereIsNone() async throws {
      try await Fixture.with { fixture in
        let (path, body) = ("/v1/lists/cities/items/1", #"{"title": "x"}"#)
        let reply = try await fixture.send(.put, path, body, headers: [.ifNoneMatch: "*"])
        #expect(reply.status == 412)
        #expect(reply.problem == "precondition-failed")
        #expect(
          try await fixture.send(.put, "/v1/lists/cities/items/50", body, headers: [.ifNoneMatch: "*"]).status == 200)
      }
    }

    @Test func anItemIsWrittenOnlyIfItIsAsDemanded() async throws {
      try await Fixture.with { fixture in
        let (path, missing) = ("/v1/lists/cities/items/1", "/v1/lists/cities/items/50")
        let body = #"{"title": "Göteborg"}"#
        func status(
          _ method: HTTPRequest.Method, _ path: String, _ name: HTTPField.Name, _ value: String
        ) async throws -> Int {
          let reply = try await fixture.send(method, path, method == .delete ? nil : body, headers: [name: value])
          if reply.status == 412 {
            #expect(reply.problem == "precondition-failed" && reply.parameter == name.rawName, "\(reply.body)")
          }
          return reply.status
        }
        var tag = try #require(try await fixture.get(path).headers[.eTag])
        #expect(tag.hasPrefix("\""))
        #expect(try await status(.put, path, .ifMatch, "\"other\"") == 412)
        #expect(try await status(.patch, path, .ifMatch, "W/" + tag) == 412)
        #expect(try await status(.delete, path, .ifMatch, "\"a,b\", \"c\"") == 412)
        #expect(try await status(.put, path, .ifNoneMatch, "*") == 412)
        #expect(try await status(.patch, path, .ifNoneMatch, "*") == 412)
        #expect(try await status(.delete, path, .ifNoneMatch, "W/" + tag) == 412)
        #expect(try await status(.put, missing, .ifMatch, "*") == 412)
        #expect(try await status(.patch, missing, .ifMatch, "*") == 404)
        #expect(try await status(.delete, missing, .ifMatch, tag) == 404)
        #expect(try await fixture.get(path).headers[.eTag] == tag)
        for wrong in ["abc", "\"abc", "W/abc", "*, \"a\""] {
          let reply = try await fixture.send(.put, path, body, headers: [.ifMatch: wrong])
          #expect(reply.status == 400 && reply.parameter == "If-Match", "\(reply.body)")
        }
        #expect(try await status(.put, path, .ifMatch, "\"other\",\(tag)") == 200)
        #expect(try await status(.put, path, .ifMatch, tag) == 412)
        tag = try #require(try await fixture.get(path).headers[.eTag])
        #expect(try await status(.patch, path, .ifNoneMatch, "\"other\"") == 200)
        #expect(try await status(.patch, path, .ifMatch, "*") == 200)
        #expect(try await status(.delete, path, .ifMatch, tag) == 200)
        #expect(try await status(.put, path, .ifNoneMatch, "*") == 200)
      }
    }

    /// Each adds one to the weight that it has read, and tries again if somebody else was faster.
    @Test func writesThatDemandWhatTheyHaveReadLoseNothing() async throws {
      try await Fixture.with { fixture in
        let path = "/v1/lists/cities/items/1"
        let (writers, rounds) = (6, 8)
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<writers {
            group.addTask {
              for _ in 0..<rounds {
                var status = 0
                while status != 200 {
                  let item = try await fixture.get(path)
                  let weight = (item["weight"]?.integer ?? 0) + 1
                  status = try await fixture.send(
                    .patch, path, #"{"weight": \#(weight)}"#, headers: [.ifMatch: item.headers[.eTag] ?? ""]
                  ).status
                  #expect(status == 200 || status == 412)
                }
              }
            }
          }
          try await group.waitForAll()
        }
        #expect(try fixture.store.item(1)?.weight == UInt16(writers * rounds))
      }
    }

    @Test(arguments: ["abc", "a/b", "a b", "7", "-3", "\"quoted\"", "%2F", "日本", "..", "007", "a?b=c&d#e"])
    func idsOfTextsAreTheirOwn(_ text: String) async throws {
      try await Fixture.with { fixture in
        var written = text
        if Int64(text)?.description == text || text.hasPrefix("\"") {
          var json = JSONWriter()
          json.string(text)
          written = String(decoding: json.bytes, as: UTF8.self)
        }
        let path = "/v1/lists/cities/items/" + part(written)
        let put = try await fixture.send(.put, path, #"{"title": "of text"}"#)
        #expect(put.status == 200)
        let item = try fixture.store.item(.text(text))
        #expect(item?.title == "of text")
        let reply = try await fixture.get(path)
        #expect(reply["id"]?.string == text)
      }
    }

    @Test func bytesAreGivenAsTheyAre() async throws {
      try await Fixture.with { fixture in
        try fixture.store.write { $0.upsert(StoreItem(id: 90, title: "a", payload: .bytes([0, 255, 10]))) }
        try fixture.store.write { $0.upsert(StoreItem(id: 91, title: "b", payload: .json("no json {"))) }
        #expect(try await fixture.get("/v1/lists/cities/items/90")["payloadBase64"]?.string == "AP8K")
        #expect(try await fixture.get("/v1/lists/cities/items/91")["payloadText"]?.string == "no json {")
        let body = #"{"title": "c", "payloadBase64": "AP8K"}"#
        #expect(try await fixture.send(.put, "/v1/lists/cities/items/92", body).status == 200)
        #expect(try fixture.store.item(92)?.payload == .bytes([0, 255, 10]))
      }
    }

    // MARK: - Many items

    private func lines(_ reply: Fixture.Reply) throws -> [JSONValue] {
      try reply.body.split(separator: "\n").map { try JSONValue(Array($0.utf8)) }
    }

    @Test func eachLineHasItsResultAndABadOneKeepsNoOtherFromBeingWritten() async throws {
      try await Fixture.with { fixture in
        let body = """
          {"id": 100, "title": "first"}
          {"id": 1, "title": "again", "op": "insert"}

          {"id": "t", "op": "upsert", "title": "text"}
          no json
          {"id": 200, "op": "delete"}
          {"id": 100, "op": "patch", "title": "changed"}
          {"id": 2, "op": "delete"}
          {"id": 5, "op": "patch", "weight": -1}
          {"title": "without id"}
          {"id": 101, "title": "last, without a newline"}
          """
        let reply = try await fixture.send(
          .post, "/v1/lists/cities/items?results=all", body, type: "application/x-ndjson")
        #expect(reply.status == 200)
        let lines = try lines(reply)
        let sequence = try fixture.store.lastSequence()
        #expect(lines.last?["summary"]?.json == #"{"lines":10,"ok":5,"failed":5,"sequence":\#(sequence)}"#)
        var results: [Int64: JSONValue] = [:]
        for line in lines.dropLast() { results[line["line"]?.integer ?? 0] = line }
        #expect(results.count == 10)
        let states = (1...10).map { results[$0]?["status"]?.string }
        #expect(states == ["ok", "error", "ok", "error", "error", "ok", "ok", "error", "error", "ok"])
        #expect(results[2]?["problem"]?["type"]?.string == "/problems/precondition-failed")
        #expect(results[8]?["problem"]?["parameter"]?.string == "/weight")
        #expect(results[9]?["problem"]?["parameter"]?.string == "/id")
        #expect(try fixture.store.item(100)?.title == "changed")
        #expect(try fixture.store.item(1)?.title == "Göteborg")
        #expect(try fixture.store.item(2) == nil)
        #expect(try fixture.store.item(.text("t"))?.title == "text")
        #expect(try fixture.store.item(101) != nil)
      }
    }

    @Test func ofManyLinesOnlyFailuresAreToldUnlessAllAreAskedFor() async throws {
      try await Fixture.with([]) { fixture in
        var body = ""
        for number in 0..<3_000 { body += #"{"id": \#(number), "title": "line \#(number)"}"# + "\n" }
        body += #"{"id": 0, "op": "insert", "title": "again"}"#
        let reply = try await fixture.send(
          .post, "/v1/lists/cities/items", body, type: "application/x-ndjson")
        let lines = try lines(reply)
        #expect(lines.count == 2)
        #expect(lines[0]["line"]?.integer == 3_001)
        #expect(lines[1]["summary"]?["ok"]?.integer == 3_000)
        #expect(fixture.store.snapshot().count == 3_000)
      }
    }

    @Test func aLineThatIsTooLongIsPassedOver() async throws {
      try await Fixture.with { settings, _ in
        settings.limits.body = 2_000
      } _: { fixture in
        let long = #"{"id": 300, "title": ""# + String(repeating: "x", count: 5_000) + "\"}\n"
        let body = "{\"id\": 301, \"title\": \"a\"}\n" + long + "{\"id\": 302, \"title\": \"b\"}\n"
        let lines = try lines(
          try await fixture.send(.post, "/v1/lists/cities/items", body, type: "application/x-ndjson"))
        #expect(lines.last?["summary"]?["ok"]?.integer == 2 && lines.last?["summary"]?["failed"]?.integer == 1)
        #expect(try fixture.store.items([300, 301, 302]).map { $0 == nil } == [true, false, false])
      }
    }

    // MARK: - Changes

    @Test func theChangesSinceAnyMomentMakeTheListOfNow() async throws {
      let seed = UInt64(setting("RIFFLE_SEED") ?? 1)
      var random = SeededGenerator(seed: seed)
      var programs: [[(ItemID, Int)]] = []
      for _ in 0..<12 {
        programs.append(
          (0..<Int.random(in: 1...6, using: &random)).map { _ in
            (.integer(Int64.random(in: 0..<12, using: &random)), Int.random(in: 0..<4, using: &random))
          })
      }
      let steps = programs
      try await Fixture.with([]) { fixture in
        var states: [(sequence: Int64, items: [ItemID: StoreItem])] = []
        var now: [ItemID: StoreItem] = [:]
        func note() throws { states.append((try fixture.store.lastSequence(), now)) }
        try note()
        for (round, step) in steps.enumerated() {
          var batch = StoreBatch()
          for (id, kind) in step {
            if kind == 0 {
              batch.delete(id: id)
              now[id] = nil
            } else {
              let item = StoreItem(id: id, title: "round \(round)", weight: UInt16(kind))
              batch.upsert(item)
              now[id] = item
            }
          }
          try fixture.store.write(batch)
          try note()
        }
        for (sequence, items) in states {
          var items = items
          var since = sequence
          var hasMore = true
          while hasMore {
            let reply = try await fixture.get("/v1/lists/cities/changes?since=\(since)&limit=3")
            #expect(reply.status == 200)
            for change in reply["changes"]?.elements ?? [] {
              let id = try #require(change["id"]?.id)
              items[id] =
                change["item"]?.isNull == true
                ? nil
                : StoreItem(
                  id: id, title: change["item"]?["title"]?.string ?? "",
                  weight: UInt16(change["item"]?["weight"]?.integer ?? 0))
            }
            let next = try #require(reply["sequence"]?.integer)
            hasMore = reply["hasMore"]?.boolean == true
            #expect(next > since || !hasMore)
            since = next
          }
          #expect(
            items.mapValues { "\($0.title) \($0.weight)" } == now.mapValues { "\($0.title) \($0.weight)" },
            "seed \(seed)")
        }
      }
    }

    @Test func changesThatAreManyBytesComeInSeveralAnswers() async throws {
      try await Fixture.with([]) { settings, _ in
        settings.limits.answer = 10_000
      } _: { fixture in
        let since = try fixture.store.lastSequence()
        let sizes = [4_000, 4_000, 4_000, 30_000, 10, 9_000, 9_000]
        for (index, size) in sizes.enumerated() {
          let item = StoreItem(
            id: .integer(Int64(index)), title: "a", payload: .bytes(Array(repeating: 7, count: size)))
          try fixture.store.write { $0.upsert(item) }
        }
        var (next, pages, hasMore) = (since, [[Int64]](), true)
        while hasMore {
          let reply = try await fixture.get("/v1/lists/cities/changes?since=\(next)")
          #expect(reply.status == 200, "\(reply.body)")
          pages.append(reply["changes"]?.elements?.compactMap { $0["id"]?.integer } ?? [])
          next = try #require(reply["sequence"]?.integer)
          hasMore = reply["hasMore"]?.boolean == true
        }
        #expect(pages == [[0, 1], [2], [3], [4, 5], [6]])
        try fixture.store.write {
          for id in 10..<14 as Range<Int64> {
            $0.upsert(StoreItem(id: .integer(id), title: String(repeating: "b", count: 4_000)))
          }
        }
        let reply = try await fixture.get("/v1/lists/cities/changes?since=\(next)")
        #expect(reply.status == 410 && reply.problem == "changes-gone")
      }
    }

    @Test func whoWaitsIsToldOfTheNextChange() async throws {
      try await Fixture.with { fixture in
        let since = try #require(try await fixture.get("/v1/lists/cities/changes")["sequence"]?.integer)
        async let reply = fixture.get("/v1/lists/cities/changes?since=\(since)&wait=30")
        try fixture.store.write { $0.delete(id: 3) }
        let changes = try await reply["changes"]
        #expect(changes?.elements?.count == 1)
        #expect(changes?[0]?["id"]?.integer == 3)
        #expect(changes?[0]?["item"]?.isNull == true)
      }
    }

    @Test func changesThatAreNoLongerNotedAreGone() async throws {
      try await Fixture.with { fixture in
        try fixture.store.write { $0.delete(id: 3) }
        try fixture.store.checkpoint()
        let reply = try await fixture.get("/v1/lists/cities/changes?since=0")
        #expect(reply.status == 410)
        #expect(reply.problem == "changes-gone")
      }
    }
  }
#endif
