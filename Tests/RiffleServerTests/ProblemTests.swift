#if Service
  import HTTPTypes
  import RiffleInput
  import RiffleStore
  import Testing

  @testable import RiffleServer

  struct ProblemTests {
    @Test(arguments: [
      ("search?limit=-3", 400, "limit"), ("search?limit=1001", 400, "limit"), ("search?limit=ten", 400, "limit"),
      ("search?offset=-1", 400, "offset"), ("search?offset=99999999999999999999", 400, "offset"),
      ("search?mode=fuzzy", 400, "mode"), ("search?order=best", 400, "order"), ("search?reach=-1", 400, "reach"),
      ("search?reach=nan", 400, "reach"), ("search?total=some", 400, "total"), ("search?scope=odd", 400, "scope"),
      ("search?filter=even+and", 400, "filter"), ("search?filter=(even", 400, "filter"),
      ("search?filter=even+even", 400, "filter"), ("search?highlights=bold", 400, "highlights"),
      ("search?explain=yes", 400, "explain"), ("search?include=everything", 400, "include"),
      ("search?query=x", 400, "query"), ("search?q=a&q=b", 400, "q"), ("search?q=%FF", 400, "q"),
      ("search?q=%", 400, "q"),
      ("search?snapshot=1-2", 410, "snapshot"), ("rows?limit=x", 400, "limit"), ("rows?before=3", 400, "before"),
      ("rows?around=1&offset=3", 400, "offset"), ("rows?around=77", 404, "around"), ("rows?around=%22x", 400, "around"),
      ("jumplist?showsEmpty=1", 400, "showsEmpty"), ("changes?since=-1", 400, "since"),
      ("changes?wait=31", 400, "wait"),
      ("changes?since=123456", 410, "since"), ("items/77", 404, "id"), ("items/%22", 400, "id"),
    ])
    func badRequestsNameTheParameter(_ path: String, _ status: Int, _ parameter: String) async throws {
      try await Fixture.with { fixture in
        let reply = try await fixture.get("/v1/lists/cities/" + path)
        #expect(reply.status == status)
        #expect(reply.headers[.contentType] == "application/problem+json")
        #expect(reply["status"]?.integer == Int64(status))
        #expect(reply.parameter == parameter)
        #expect(reply["detail"]?.string?.isEmpty == false)
      }
    }

    @Test func aQueryThatIsTooLongIsRefused() async throws {
      try await Fixture.with { fixture in
        let reply = try await fixture.get("/v1/lists/cities/search?q=" + String(repeating: "a", count: 300))
        #expect(reply.status == 400)
        #expect(reply.parameter == "q")
      }
    }

    @Test func otherListsPathsAndMethodsAreNotThere() async throws {
      try await Fixture.with { fixture in
        #expect(try await fixture.get("/v1/lists/citys/search").problem == "unknown-list")
        #expect(try await fixture.get("/v1/nothing").problem == "unknown-path")
        #expect(try await fixture.get("/../../etc/passwd").status == 404)
        let reply = try await fixture.send(.delete, "/v1/lists/cities/search")
        #expect(reply.status == 405)
        #expect(reply.headers[.allow] == "GET, HEAD, POST")
      }
    }

    @Test(arguments: [
      (#"{"title": 3}"#, 400, "/title"), ("{}", 400, "/title"), (#"{"title": "x", "weight": 65536}"#, 400, "/weight"),
      (#"{"title": "x", "colour": 1}"#, 400, "/colour"),
      (#"{"title": "x", "payload": 1, "payloadBase64": ""}"#, 400, "/payloadBase64"),
      (#"{"title": "x", "payloadBase64": "!"}"#, 400, "/payloadBase64"), ("[]", 400, nil), ("{", 400, nil),
      ("", 400, nil),
      (String(repeating: "[", count: 5_000), 400, nil),
    ])
    func badItemsNameTheMember(_ body: String, _ status: Int, _ parameter: String?) async throws {
      try await Fixture.with { fixture in
        let reply = try await fixture.send(.put, "/v1/lists/cities/items/5", body)
        #expect(reply.status == status)
        #expect(reply.parameter == parameter)
        #expect(try await fixture.get("/v1/lists/cities/items/5")["title"]?.string == "Uppsala")
      }
    }

    /// Whoever is answered that the log says why finds it there; also where pages of other sites may ask.
    @Test(arguments: [[], ["https://example.org"]])
    func aFailureOfTheStoreIsInTheLog(origins: [String]) async throws {
      let (logger, lines) = KeptLogs.make()
      try await Fixture.with(logger: logger) { settings, _ in
        settings.origins = origins
      } _: { fixture in
        func failures() -> [String] { lines().filter { $0.hasPrefix("error a request failed") } }
        let list = "/v1/lists/cities"
        try fixture.store.close()
        let reply = try await fixture.get("\(list)/items/1", headers: [.origin: "https://example.org"])
        #expect(reply.status == 503 && reply.problem == "store-failed")
        #expect(reply["detail"]?.string?.contains("log says why") == true)
        #expect(!reply.body.contains(fixture.store.path))
        #expect(failures().count == 1)
        #expect(failures().last?.contains("error=\(fixture.store.path) has been closed") == true, "\(lines())")
        #expect(failures().last?.contains("path=\(list)/items/1") == true)
        let body = (0..<5).map { #"{"id": \#($0), "title": "x"}"# }.joined(separator: "\n")
        let bulk = try await fixture.send(.post, "\(list)/items", body, type: "application/x-ndjson")
        #expect(bulk.body.contains("store-failed") && bulk.body.contains(#""failed":5"#))
        #expect(failures().count == 2 && failures().last?.contains("path=\(list)/items") == true)
        let many = try await fixture.send(
          .post, "\(list)/search", #"{"searches": [{"q": "o", "include": "payload"}]}"#)
        #expect(many["answers"]?[0]?["status"]?.integer == 503)
        #expect(failures().count == 3 && failures().last?.contains("path=\(list)/search") == true)
      }
    }

    @Test(arguments: [
      ("application/json ; charset=utf-8", 200), ("application/json;charset=utf-8", 200), (" Application/JSON ", 200),
      ("application/json, text/plain", 415), ("application/jsonp", 415), ("", 415), (";", 415),
    ])
    func aTypeCountsWithoutItsParameters(type: String, status: Int) async throws {
      try await Fixture.with { fixture in
        let reply = try await fixture.send(.put, "/v1/lists/cities/items/5", #"{"title": "x"}"#, type: type)
        #expect(reply.status == status && (status == 200 || reply.parameter == "Content-Type"), "\(reply.body)")
        let lines = try await fixture.send(
          .post, "/v1/lists/cities/items", #"{"id": 5, "title": "x"}"#,
          type: type.replacing("json", with: "x-ndjson").replacing("JSON", with: "X-NDJSON"))
        #expect(lines.status == status)
      }
    }

    @Test func bodiesOfOtherTypesAndTooLargeOnesAreRefused() async throws {
      try await Fixture.with { settings, _ in
        settings.limits.body = 2_000
      } _: { fixture in
        let path = "/v1/lists/cities/items/5"
        #expect(try await fixture.send(.put, path, #"{"title": "x"}"#, type: "text/plain").status == 415)
        let large = #"{"title": ""# + String(repeating: "x", count: 3_000) + #""}"#
        let reply = try await fixture.send(.put, path, large)
        #expect(reply.status == 413)
        #expect(reply.problem == "body-too-large")
      }
    }
  }
#endif
