#if Service
  import HTTPTypes
  import Riffle
  import RiffleInput
  import RiffleStore
  import Testing

  @testable import RiffleServer

  struct RowsTests {
    @Test func theSectionsOfAListAreItsJumplist() async throws {
      let items = (0..<60).map { number in
        StoreItem(
          id: .integer(Int64(number)), title: "town \(number)", section: ["east", "north", "west"][number % 3],
          position: Double(number))
      }
      try await Fixture.with(items, arrangement: .sections) { fixture in
        for query in ["", "?q=town+1", "?q=town+1&scope=even"] {
          let jumplist = try await fixture.get("/v1/lists/cities/jumplist" + query)
          let entries = try #require(jumplist["entries"]?.elements)
          #expect(entries.map { $0["label"]?.string } == ["east", "north", "west"])
          #expect(entries.allSatisfy { $0["kind"]?.string == "section" })
          let found = try await fixture.get(
            "/v1/lists/cities/search?order=list&limit=100&include=section" + query.replacing("?", with: "&"))
          let sections = found["hits"]?.elements?.compactMap { $0["section"]?.string } ?? []
          #expect(sections.count == Int(jumplist["count"]?.integer ?? -1))
          for entry in entries {
            let label = entry["label"]?.string
            #expect(Int(entry["count"]?.integer ?? -1) == sections.count { $0 == label })
            #expect(Int(entry["start"]?.integer ?? -1) == sections.firstIndex { $0 == label })
          }
        }
        let written = try await fixture.send(.put, "/v1/lists/cities/items/99", #"{"title": "x", "section": "a"}"#)
        #expect(written.status == 200)
        let entries = try await fixture.get("/v1/lists/cities/jumplist")["entries"]?.elements
        #expect(entries?.first?["label"]?.string == "a")
      }
    }

    @Test func windowsTogetherAreTheListInItsOrder() async throws {
      try await Fixture.with(Fixture.items((0..<57).map { "title \($0 * 37 % 57)" })) { fixture in
        var ids: [ItemID?] = []
        for offset in stride(from: 0, to: 57, by: 10) {
          let reply = try await fixture.get("/v1/lists/cities/rows?offset=\(offset)&limit=10")
          #expect(reply["count"]?.integer == 57)
          ids += reply["rows"]?.elements?.map { $0["id"]?.id } ?? []
        }
        let list = fixture.store.snapshot()
        #expect(ids == (0..<57).map { list.element(at: $0)?.id })
        #expect(try await fixture.get("/v1/lists/cities/rows?offset=57")["rows"]?.elements?.isEmpty == true)
      }
    }

    @Test func aWindowAroundARowShowsItWhereverItStands() async throws {
      try await Fixture.with(Fixture.items((0..<57).map { "title \($0)" }), arrangement: .arrival) { fixture in
        for (id, offset) in [(1, 0), (3, 0), (30, 25), (55, 47), (57, 47)] {
          let reply = try await fixture.get("/v1/lists/cities/rows?around=\(id)&limit=10&before=4")
          #expect(reply["offset"]?.integer == Int64(offset))
          #expect(reply["index"]?.integer == Int64(id - 1))
          #expect(reply["rows"]?.elements?.contains { $0["id"]?.integer == Int64(id) } == true)
          #expect(reply["rows"]?.elements?.count == 10)
        }
      }
    }

    @Test func aSnapshotStaysAsItIsWhateverIsWritten() async throws {
      try await Fixture.with(Fixture.items((0..<50).map { "title \($0)" }), arrangement: .arrival) { fixture in
        let first = try await fixture.get("/v1/lists/cities/rows?limit=20&snapshot=new")
        let token = try #require(first["snapshot"]?.string)
        for id in 1...40 { try fixture.store.write { $0.delete(id: .integer(Int64(id))) } }
        let then = try await fixture.get("/v1/lists/cities/rows?offset=20&limit=20&snapshot=\(token)")
        #expect(then["rows"]?.elements?.map { $0["id"]?.integer } == (21...40).map { Int64($0) })
        #expect(then["snapshot"]?.string == token)
        let found = try await fixture.get("/v1/lists/cities/search?q=title&order=list&limit=50&snapshot=\(token)")
        #expect(found["hits"]?.elements?.count == 50)
        #expect(try await fixture.get("/v1/lists/cities/rows")["count"]?.integer == 10)
      }
    }

    @Test func theJumplistIsThatOfTheListAndOfWhatAQueryLeaves() async throws {
      try await Fixture.with { fixture in
        for (query, part) in [("", fixture.store.snapshot()), ("?q=o", nil), ("?scope=even", nil)] {
          let reply = try await fixture.get("/v1/lists/cities/jumplist" + query)
          let entries = try #require(reply["entries"]?.elements)
          let expected: Jumplist?
          if let part {
            expected = part.jumplist()
          } else if query == "?q=o" {
            expected = fixture.store.search(SearchRequest(try Query("o"), order: .list)).jumplist()
          } else {
            expected = try fixture.store.snapshot().restricted(to: .scope("even")).jumplist()
          }
          #expect(entries.map { $0["label"]?.string } == expected?.entries.map(\.label))
          #expect(entries.map { $0["count"]?.integer } == expected?.entries.map { Int64($0.count) })
          #expect(entries.map { $0["start"]?.integer } == expected?.entries.map { Int64($0.start) })
          for (entry, known) in zip(entries, expected?.entries ?? []) {
            #expect(entry["target"]?.integer == expected?.position(of: known.id).map { Int64($0) })
          }
        }
      }
    }

    @Test func aListInOrderOfArrivalHasNothingToJumpBy() async throws {
      try await Fixture.with(arrangement: .arrival) { fixture in
        let reply = try await fixture.get("/v1/lists/cities/jumplist")
        #expect(reply["hasBuckets"]?.boolean == false)
        #expect(reply["entries"]?.elements?.isEmpty == true)
      }
    }

    @Test func listsSayWhatTheyAre() async throws {
      try await Fixture.with { fixture in
        let list = try await fixture.get("/v1/lists")["lists"]?[0]
        #expect(list?["name"]?.string == "cities")
        #expect(list?["count"]?.integer == 12)
        #expect(list?["arrangement"]?.string == "alphabet")
        #expect(list?["hasJumplist"]?.boolean == true)
        #expect(list?["scopes"]?.json == #"["even","north"]"#)
        #expect(list?["isWritable"]?.boolean == true)
        #expect(try await fixture.get("/v1/lists/cities").json?.json == list?.json)
      }
    }
  }
#endif
