#if Service
  import Foundation
  import HTTPTypes
  import NIOCore
  import Riffle
  import RiffleInput
  import RiffleStore
  import Testing

  @testable import RiffleServer

  struct KeysTests {
    @Test func onlyWhoHasTheKeyIsAnswered() async throws {
      let (kept, key) = APIKey.make(name: "app", role: .read)
      let other = APIKey.make(name: "app", role: .read).key
      try await Fixture.with(keys: [kept]) { fixture in
        #expect(try await fixture.get("/v1/lists", key: key).status == 200)
        var near = [String(key.dropLast()), key + "A", key.uppercased(), "", "riffle_app_", other]
        near.append(String(key.dropLast()) + (key.hasSuffix("A") ? "B" : "A"))
        near.append(key.replacing("riffle_app", with: "riffle_apq"))
        for wrong in near {
          let reply = try await fixture.get("/v1/lists", key: wrong)
          #expect(reply.status == 401)
          #expect(reply.parameter == "Authorization")
          #expect(reply.headers[.wwwAuthenticate] != nil)
        }
        for path in [
          "/v1/lists", "/v1/lists/cities/search?q=o", "/v1/lists/nothing", "/v1/lists/cities/live", "/metrics",
        ] {
          #expect(try await fixture.get(path).status == 401)
        }
        for path in ["/", "/health/live", "/health/ready", "/v1/openapi.json"] {
          #expect(try await fixture.get(path).status == 200)
        }
        #expect(try await fixture.get("/health/ready")["lists"] == nil)
      }
    }

    @Test func aKeyDoesWhatItsRoleAllows() async throws {
      let made = KeyRole.allCases.map { APIKey.make(name: $0.rawValue, role: $0) }
      let keys = made.map(\.key)
      try await Fixture.with(keys: made.map(\.kept)) { fixture in
        for (key, statuses) in zip(keys, [[200, 403, 403], [200, 200, 403], [200, 200, 200]]) {
          #expect(try await fixture.get("/v1/lists/cities/rows", key: key).status == statuses[0])
          let put = try await fixture.send(.put, "/v1/lists/cities/items/70", #"{"title": "x"}"#, key: key)
          #expect(put.status == statuses[1])
          let bulk = try await fixture.send(
            .post, "/v1/lists/cities/items", #"{"id": 71, "title": "x"}"#, key: key, type: "application/x-ndjson")
          #expect(bulk.status == statuses[1])
          #expect(try await fixture.get("/metrics", key: key).status == statuses[2])
        }
      }
    }

    @Test func aKeyNeverLeavesItsScope() async throws {
      let (kept, key) = APIKey.make(name: "even", role: .read, filter: "even")
      let (all, allKey) = APIKey.make(name: "all", role: .write)
      try await Fixture.with(keys: [kept, all]) { fixture in
        let token = try #require(
          try await fixture.get("/v1/lists/cities/rows?snapshot=new", key: allKey)["snapshot"]?.string)
        let since = try fixture.store.lastSequence()
        try fixture.store.write { batch in
          for id in 1...4 as ClosedRange<Int64> { batch.update(id: .integer(id), StorePatch(weight: 9)) }
        }
        let list = try await fixture.get("/v1/lists/cities", key: key)
        #expect(list["count"]?.integer == 6)
        #expect(list["isWritable"]?.boolean == false)
        #expect(list["statistics"] == nil)
        let paths = [
          "search?q=", "search?q=o&total=exact", "search?q=&scope=north&limit=50", "search?filter=not+even&limit=50",
          "search?filter=even+or+not+even&limit=50&order=list", "rows", "rows?filter=not+even",
          "rows?snapshot=\(token)", "search?q=o&snapshot=\(token)",
        ]
        for path in paths {
          let reply = try await fixture.get("/v1/lists/cities/" + path, key: key)
          #expect(reply.status == 200)
          for entry in (reply["hits"] ?? reply["rows"])?.elements ?? [] {
            #expect((entry["id"]?.integer ?? 1) % 2 == 0, "\(path)")
            #expect((entry["position"]?.integer ?? 0) < 6, "\(path)")
          }
          if let count = reply["count"]?.integer { #expect(count <= 6) }
        }
        for path in ["changes", "changes?since=\(since)&limit=1000", "changes?since=\(since)&wait=30"] {
          let reply = try await fixture.get("/v1/lists/cities/" + path, key: key)
          #expect(reply.status == 403 && reply["sequence"] == nil, "\(path)")
        }
        #expect(list["sequence"]?.isNull == true)
        #expect(try await fixture.get("/v1/lists", key: key)["lists"]?[0]?["sequence"]?.isNull == true)
        for odd in [1, 3, 11] {
          #expect(try await fixture.get("/v1/lists/cities/items/\(odd)", key: key).status == 404)
          #expect(try await fixture.get("/v1/lists/cities/rows?around=\(odd)", key: key).status == 404)
        }
        #expect(try await fixture.get("/v1/lists/cities/items/2", key: key).status == 200)
        let entries = try await fixture.get("/v1/lists/cities/jumplist", key: key)["entries"]?.elements ?? []
        #expect(entries.reduce(0) { $0 + ($1["count"]?.integer ?? 0) } == 6)
        #expect(try await fixture.send(.delete, "/v1/lists/cities/items/2", key: key).status == 403)
      }
    }

    /// Numbers that count would say how much is written outside of the scope.
    @Test func generationsHaveNoOrderForAKeyThatIsBound() async throws {
      let (kept, key) = APIKey.make(name: "bound", role: .read, filter: "north")
      try await Fixture.with(keys: [kept]) { fixture in
        var generations: [Int64] = []
        for number in 0..<6 {
          if number > 0 { try fixture.store.write { $0.upsert(StoreItem(id: 2, title: "Malmö \(number)")) } }
          let paths = ["search?q=o&snapshot=new", "rows?snapshot=new", "jumplist", ""]
          var seen: Set<Int64> = []
          for path in paths {
            let reply = try await fixture.get("/v1/lists/cities" + (path.isEmpty ? "" : "/\(path)"), key: key)
            seen.insert(try #require(reply["generation"]?.integer))
            if let token = reply["snapshot"]?.string {
              let again = try await fixture.get("/v1/lists/cities/rows?snapshot=\(token)", key: key)
              seen.insert(try #require(again["generation"]?.integer))
            }
          }
          #expect(seen.count == 1)
          generations += seen
        }
        for (earlier, later) in zip(generations, generations.dropFirst()) { #expect(abs(later - earlier) > 1_000) }
        #expect(generations.allSatisfy { (0..<1 << 53).contains($0) })
      }
    }

    @Test func aKeyOfOtherListsSeesNothingOfThisOne() async throws {
      let (kept, key) = APIKey.make(name: "none", role: .admin, lists: [])
      try await Fixture.with(keys: [kept]) { fixture in
        #expect(try await fixture.get("/v1/lists", key: key)["lists"]?.elements?.isEmpty == true)
        let reply = try await fixture.get("/v1/lists/cities/search?q=o", key: key)
        #expect(reply.problem == "unknown-list")
        #expect(!reply.body.contains("“cities”: there is"))
      }
    }

    @Test func keysAreReadAgainWhenTheirFileHasChanged() async throws {
      let (first, firstKey) = APIKey.make(name: "one", role: .read)
      let (second, secondKey) = APIKey.make(name: "two", role: .read)
      try await Fixture.with(keys: [first]) { fixture in
        #expect(try await fixture.get("/v1/lists", key: secondKey).status == 401)
        try Fixture.write([second], fixture.folder)
        #expect(try fixture.service.routes.keys.read())
        #expect(try await fixture.get("/v1/lists", key: firstKey).status == 401)
        #expect(try await fixture.get("/v1/lists", key: secondKey).status == 200)
        try Data("{".utf8).write(to: fixture.folder.appending(path: "keys.json"))
        #expect(throws: SettingsError.self) { try fixture.service.routes.keys.read() }
        #expect(try await fixture.get("/v1/lists", key: secondKey).status == 200)
      }
    }

    @Test func theFileHasNoKeyInIt() throws {
      let (kept, key) = APIKey.make(name: "app", role: .read)
      let text = String(decoding: try JSONEncoder().encode(kept), as: UTF8.self)
      #expect(!text.contains(key.suffix(20)))
    }

    @Test(.timeLimit(.minutes(15))) func whoAsksTooOftenWaits() async throws {
      var (kept, key) = APIKey.make(name: "app", role: .read)
      kept.requestsPerSecond = 1
      let (known, secret) = (kept, key)
      try await Fixture.with(keys: [known]) { fixture in
        #expect(try await fixture.get("/v1/lists", key: secret).status == 200)
        // On a busy machine each request may take longer than the allowance needs to come back: so many at once, until one waits.
        var waits: [String?] = []
        while waits.isEmpty {
          waits = try await withThrowingTaskGroup(of: String??.self) { group in
            for _ in 0..<20 {
              group.addTask {
                let reply = try await fixture.get("/v1/lists", key: secret)
                #expect(reply.status == 200 || reply.status == 429)
                return reply.status == 429 ? .some(reply.headers[.retryAfter]) : nil
              }
            }
            return try await group.reduce(into: []) { found, wait in if let wait { found.append(wait) } }
          }
        }
        #expect(waits.allSatisfy { $0 == "1" })
      }
    }

    @Test func anAllowanceComesBackWithTime() throws {
      let start = NIODeadline.now()
      let allowance = Allowance(requests: 2, work: 1_000, now: start)
      try allowance.takeRequest(now: start)
      try allowance.takeRequest(now: start)
      #expect(throws: Problem.self) { try allowance.takeRequest(now: start) }
      try allowance.takeRequest(now: start + .milliseconds(600))
      allowance.spend(work: 5_000, now: start + .seconds(1))
      #expect(throws: Problem.self) { try allowance.takeRequest(now: start + .seconds(3)) }
      try allowance.takeRequest(now: start + .seconds(6))
    }

    @Test func withoutKeysOnlyThisMachineIsServed() {
      var settings = ServerSettings(lists: [.init(name: "a", path: "a.db")])
      settings.host = "0.0.0.0"
      #expect(throws: SettingsError.self) { try settings.check() }
      settings.keys = "keys.json"
      #expect(throws: Never.self) { try settings.check() }
    }
  }
#endif
