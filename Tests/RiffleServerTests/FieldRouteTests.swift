#if Service
  import Foundation
  import HTTPTypes
  import Riffle
  import RiffleInput
  import RiffleStore
  import RiffleTestSupport
  import Testing

  @testable import RiffleClient
  @testable import RiffleServer

  /// Fields through HTTP. RIFFLE_CASES sets how many random requests there are, RIFFLE_SEED where they begin.
  @Suite(.timeLimit(.minutes(15)))
  struct FieldRouteTests {
    private static let firstSeed = setting("RIFFLE_SEED") ?? 1

    static let fields: [FieldDefinition] = [
      FieldDefinition("country", .keyword), FieldDefinition("tags", .keyword, isFolded: true, hasSeveralValues: true),
      FieldDefinition("population", .integer), FieldDefinition("rating", .real), FieldDefinition("founded", .time),
      FieldDefinition("capital", .boolean),
    ]

    private static let countries = ["SE", "NO", "DK", "it's", "x, y"]

    private static func items(_ random: inout SeededGenerator, count: Int = 60) -> [StoreItem] {
      (1...count).map { number in
        var fields: [String: [FieldValue]] = [:]
        func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
        if !oneIn(5) { fields["country"] = [.text(countries.randomElement(using: &random) ?? "SE")] }
        if !oneIn(5) { fields["population"] = [.integer(Int64.random(in: 0..<30, using: &random))] }
        if !oneIn(5) { fields["rating"] = [.real(Double(Int.random(in: 0..<8, using: &random)) / 2)] }
        if !oneIn(5) { fields["capital"] = [.boolean(oneIn(2))] }
        if oneIn(2) { fields["tags"] = ["Port", "rail"].filter { _ in oneIn(2) } + ["all"] }
        let title = ["berg", "borg", "holm", "stad"].randomElement(using: &random) ?? ""
        return StoreItem(
          id: .integer(Int64(number)), title: "\(title) \(number)", weight: UInt16(number % 7), fields: fields)
      }
    }

    /// A filter as a text, and for a plain item.
    private static func condition(
      _ random: inout SeededGenerator
    ) -> (text: String, isMet: @Sendable (StoreItem) -> Bool) {
      let number = Int64.random(in: 0..<30, using: &random)
      let country = countries.randomElement(using: &random) ?? "SE"
      let quoted = "'" + country.replacing("'", with: "''") + "'"
      @Sendable func population(_ item: StoreItem) -> Int64? {
        if case .integer(let number)? = item.fields["population"]?.first { number } else { nil }
      }
      switch Int.random(in: 0..<7, using: &random) {
      case 0: return ("country = \(quoted)", { $0.fields["country"] == [.text(country)] })
      case 1: return ("population > \(number)", { population($0).map { $0 > number } ?? false })
      case 2: return ("NOT capital AND even", { $0.fields["capital"] != [true] && isEven($0) })
      case 3: return ("tags = PORT", { $0.fields["tags"]?.contains("Port") ?? false })
      case 4:
        return (
          "country IN (\(quoted), NO) OR population IS NULL",
          { ["NO", country].contains($0.fields["country"]?.first.map { "\($0)" }) || population($0) == nil }
        )
      case 5: return ("NOT (rating EXISTS)", { $0.fields["rating"] == nil })
      default:
        return ("population \(number - 9) TO \(number)", { population($0).map { number - 9...number ~= $0 } ?? false })
      }
    }

    @Sendable private static func isEven(_ item: StoreItem) -> Bool {
      if case .integer(let number) = item.id { number % 2 == 0 } else { false }
    }

    private static func ids(_ json: JSONValue?) -> [ItemID] { (json?.elements ?? []).compactMap { $0["id"]?.id } }

    // MARK: - Values

    @Test func valuesAreWrittenAndReadInEachWay() async throws {
      try await Fixture.with([], fields: Self.fields) { fixture in
        let path = "/v1/lists/cities/items"
        let content = #"""
          {"title": "Göteborg", "fields": {"country": "SE", "tags": ["Port", "a \"b\""], "population": 604616, "rating": 4.5,
          "founded": "1621-06-04", "capital": false}}
          """#
        #expect(try await fixture.send(.put, path + "/1", content).status == 200)
        let item = try await fixture.get(path + "/1")
        let written =
          #"{"country":"SE","tags":["Port","a \"b\""],"population":604616,"rating":4.5,"#
          + #""founded":"1621-06-04T00:00:00Z","capital":false}"#
        #expect(item["fields"]?.json == written)
        let patch = #"{"fields": {"country": null, "tags": "one", "rating": "inf"}}"#
        #expect(try await fixture.send(.patch, path + "/1", patch).status == 200)
        let patched = try await fixture.get(path + "/1")["fields"]
        #expect(patched?["country"] == nil && patched?["tags"]?.json == #"["one"]"#)
        #expect(patched?["rating"]?.string == "inf" && patched?["population"]?.integer == 604_616)
        // What is read can be written again.
        let again = #"{"title": "Göteborg", "fields": \#(patched?.json ?? "")}"#
        #expect(try await fixture.send(.put, path + "/1", again).status == 200)
        #expect(try await fixture.get(path + "/1")["fields"]?.json == patched?.json)
        let lines = #"""
          {"id": 2, "title": "Oslo", "fields": {"country": "NO"}}
          {"id": 3, "title": "wrong", "fields": {"population": "many"}}
          """#
        let bulk = try await fixture.send(.post, path, lines, type: "application/x-ndjson")
        #expect(bulk.body.contains(#""parameter":"/fields/population""#) && bulk.body.contains(#""ok":1"#))
        let whole = try await fixture.send(.put, path, lines, type: "application/x-ndjson")
        #expect(whole.status == 400 && whole.parameter == "/fields/population")
        let hits = try await fixture.get("/v1/lists/cities/search?q=&include=fields")["hits"]
        #expect(hits?.elements?.count == 2 && hits?[1]?["fields"]?.json == #"{"country":"NO"}"#)
        #expect(try await fixture.get("/v1/lists/cities/rows?include=fields")["rows"]?[1]?["fields"]?["country"] != nil)
        let changes = try await fixture.get("/v1/lists/cities/changes?since=0")["changes"]
        #expect(changes?.elements?.contains { $0["item"]?["fields"]?["country"]?.string == "NO" } == true)
        let list = try await fixture.get("/v1/lists/cities")["fields"]
        #expect(list?[1]?.json == #"{"name":"tags","type":"keyword","isFolded":true,"hasSeveralValues":true}"#)
      }
    }

    @Test(arguments: [
      (#"{"land": "SE"}"#, "/fields/land"), (#"{"country": 3}"#, "/fields/country"),
      (#"{"country": ["SE", "NO"]}"#, "/fields/country"), (#"{"population": 1.5}"#, "/fields/population"),
      (#"{"population": 1e30}"#, "/fields/population"), (#"{"rating": "high"}"#, "/fields/rating"),
      (#"{"founded": "yesterday"}"#, "/fields/founded"), (#"{"capital": 1}"#, "/fields/capital"),
      (#"{"tags": [["x"]]}"#, "/fields/tags"), (#"{"tags": "a", "tags": "b"}"#, "/fields/tags"), ("[]", "/fields"),
    ])
    func valuesThatAFieldDoesNotHoldAreProblemsThatNameIt(_ fields: String, _ parameter: String) async throws {
      try await Fixture.with(fields: Self.fields) { fixture in
        let reply = try await fixture.send(
          .put, "/v1/lists/cities/items/5", #"{"title": "x", "fields": \#(fields)}"#)
        #expect(reply.status == 400 && reply.parameter == parameter, "\(reply.body)")
        #expect(try await fixture.get("/v1/lists/cities/items/5")["title"]?.string == "Uppsala")
      }
    }

    @Test func aListIsMadeWithFields() async throws {
      try await Fixture.with { settings, folder in
        settings.folder = folder.appending(path: "lists").path
        try FileManager.default.createDirectory(
          at: folder.appending(path: "lists"), withIntermediateDirectories: true)
      } _: { fixture in
        let settings =
          #"{"fields": [{"name": "size", "type": "integer"}, {"name": "kind", "type": "keyword", "isFolded": true}]}"#
        #expect(try await fixture.send(.put, "/v1/lists/things", settings).status == 201)
        #expect(try await fixture.send(.put, "/v1/lists/things", settings).status == 200)
        let item = #"{"title": "one", "fields": {"size": 3, "kind": "Ärm"}}"#
        #expect(try await fixture.send(.put, "/v1/lists/things/items/1", item).status == 200)
        let reply = try await fixture.get("/v1/lists/things/search?filter=size+%3E+2+AND+kind+%3D+arm")
        #expect(reply["total"]?.integer == 1)
        for (wrong, parameter) in [
          (#"[{"name": "size"}]"#, "/fields/0/name"), (#"[{"name": "a", "type": "text"}]"#, "/fields/0/type"),
          (#"[{"name": "a", "type": "time", "isFolded": true}]"#, "/fields/0/isFolded"), ("{}", "/fields"),
          (#"[{"name": "a", "type": "time"}, {"name": "A", "type": "time"}]"#, "/fields"),
        ] {
          let reply = try await fixture.send(.put, "/v1/lists/other", #"{"fields": \#(wrong)}"#)
          #expect(reply.status == 400 && reply.parameter == parameter, "\(reply.body)")
        }
      }
    }

    // MARK: - Searching

    @Test func answersAreThoseOfAPlainArray() async throws {
      let seed = UInt64(Self.firstSeed)
      var random = SeededGenerator(seed: seed)
      let items = Self.items(&random)
      let questions = (0..<60).map { _ in
        (Self.condition(&random), ["", "berg", "bo"].randomElement(using: &random) ?? "")
      }
      try await Fixture.with(items, arrangement: .arrival, fields: Self.fields) { fixture in
        for ((text, isMet), q) in questions {
          let note = Comment(rawValue: "seed \(seed): \(text), \(q)")
          let all = fixture.store.snapshot().search(SearchRequest(try Query(q), order: .list, reach: .unlimited))
          let matching = Set(all.map(\.id))
          let left = items.filter { isMet($0) && matching.contains($0.id) }
          let path = "/v1/lists/cities/search?q=\(q)&reach=unlimited&limit=1000&total=exact&filter=\(part(text))"
          let listed = try await fixture.get(path + "&order=list")
          #expect(Self.ids(listed["hits"]) == left.map(\.id), note)
          let sorted = try await fixture.get(path + "&sort=-population,country&facets=country,population")
          #expect(sorted["total"]?.integer == Int64(left.count) && sorted["isTotalExact"]?.boolean == true, note)
          func key(_ item: StoreItem) -> (Int64, Int, String) {
            var number = Int64.max
            if case .integer(let own)? = item.fields["population"]?.first { number = -own }
            let country = item.fields["country"]?.first.map { "\($0)" }
            return (number, country == nil ? 1 : 0, country ?? "")
          }
          let order = left.enumerated().sorted { a, b in
            key(a.element) != key(b.element) ? key(a.element) < key(b.element) : a.offset < b.offset
          }
          #expect(Self.ids(sorted["hits"]) == order.map(\.element.id), note)
          // Among items with one number, the best match comes first.
          let ranked = Self.ids(try await fixture.get(path)["hits"])
          let places = Dictionary(uniqueKeysWithValues: left.map { ($0.id, key($0).0) })
          let tied = ranked.enumerated().sorted { a, b in
            (places[a.element] ?? 0, a.offset) < (places[b.element] ?? 0, b.offset)
          }
          let byRelevance = try await fixture.get(path + "&sort=-population,relevance")
          #expect(Self.ids(byRelevance["hits"]) == tied.map(\.element), note)
          #expect(Self.ids(try await fixture.get(path + "&sort=relevance")["hits"]) == ranked, note)
          let counts = sorted["facets"]
          for value in counts?[0]?["values"]?.elements ?? [] {
            let own = value["value"]?.string ?? ""
            #expect(value["count"]?.integer == Int64(left.count { $0.fields["country"] == [.text(own)] }), note)
          }
          #expect(
            counts?[0]?["missingCount"]?.integer == Int64(left.count { $0.fields["country"] == nil }), note)
          // The same in a body, beside another search, the filter as an object.
          let filter = String(decoding: try JSONEncoder().encode(try Filter(text)), as: UTF8.self)
          let body = #"""
            {"searches": [{"q": "\#(q)", "reach": "unlimited", "limit": 1000, "filter": \#(filter),
            "sort": ["-population", {"field": "country"}], "facets": ["country", {"field": "population"}]},
            {"q": "\#(q)", "reach": "unlimited", "limit": 1000, "filter": \#(filter),
            "sort": [{"field": "population", "order": "descending"}, "relevance"]}]}
            """#
          let answers = try await fixture.send(.post, "/v1/lists/cities/search", body)["answers"]
          #expect(Self.ids(answers?[1]?["hits"]) == tied.map(\.element), note)
          let many = answers?[0]
          #expect(Self.ids(many?["hits"]) == Self.ids(sorted["hits"]), note)
          #expect(many?["facets"]?.json == counts?.json, note)
          let rows = try await fixture.get("/v1/lists/cities/rows?limit=1000&filter=\(part(text))")
          #expect(Self.ids(rows["rows"]) == items.filter(isMet).map(\.id), note)
        }
      }
    }

    @Test func sectionsAreThoseOfAPlainArray() async throws {
      let seed = UInt64(Self.firstSeed)
      var random = SeededGenerator(seed: seed)
      var items = Self.items(&random)
      for index in items.indices.dropFirst(9) {
        let (year, month) = (1990 + index % 4, 1 + index % 12)
        items[index].fields["founded"] = [.time(try #require(Timestamp(year: Int64(year), month: Int64(month))))]
      }
      let questions = (0..<12).map { _ in Self.condition(&random) }
      try await Fixture.with(items, arrangement: .arrival, fields: Self.fields) { fixture in
        for (text, _) in questions {
          for (sort, field, sections) in [
            ("country,-population", "country", "values"), ("-population", "population", "values"),
            ("capital", "capital", "values"), ("rating:desc,relevance", "rating", "values"),
            ("founded", "founded", "values"), ("-founded", "founded", "years"), ("founded", "founded", "months"),
          ] {
            let note = Comment(rawValue: "seed \(seed): \(text), \(sort), \(sections)")
            let path = "/v1/lists/cities/search?q=b&reach=unlimited&filter=\(part(text))&sort=\(sort)&include=fields"
            let all = try await fixture.get(path + "&limit=1000")
            #expect(all["sections"] == nil, note)
            /// Of each value, the number of hits before it, and of hits.
            var expected: [String] = []
            var last: (value: String, start: Int, count: Int)?
            func end() {
              guard let last else { return }
              expected.append(#"{"value":\#(last.value),"start":\#(last.start),"count":\#(last.count)}"#)
            }
            for (position, hit) in (all["hits"]?.elements ?? []).enumerated() {
              var value = hit["fields"]?[field]?.json ?? "null"
              if sections == "years", value != "null" { value = value.prefix(5) + "-01-01T00:00:00Z\"" }
              if last?.value == value {
                last?.count += 1
              } else {
                end()
                last = (value, position, 1)
              }
            }
            end()
            let window = try await fixture.get(path + "&offset=3&limit=2&sections=\(sections)")
            #expect(window["sections"]?.json == "[\(expected.joined(separator: ","))]", note)
            #expect(window["hits"]?.elements?.count ?? 0 <= 2, note)
          }
        }
      }
    }

    @Test func aFieldNamedRelevanceIsSortedByWithADirection() async throws {
      let items = [("berg", 2), ("berg x", 1), ("x berg", 3)].enumerated().map { number, item in
        StoreItem(id: .integer(Int64(number)), title: item.0, fields: ["relevance": [.integer(Int64(item.1))]])
      }
      try await Fixture.with(items, arrangement: .arrival, fields: [FieldDefinition("relevance", .integer)]) {
        fixture in
        for (sort, ids) in [
          ("relevance", [0, 1, 2]), ("relevance:asc", [1, 0, 2]), ("-relevance", [2, 0, 1]),
          ("relevance:desc,relevance", [2, 0, 1]), (#"[{"field":"relevance"}]"#, [1, 0, 2]),
        ] as [(String, [Int64])] {
          let reply = try await fixture.get("/v1/lists/cities/search?q=berg&sort=\(part(sort))")
          #expect(Self.ids(reply["hits"]) == ids.map { .integer($0) }, "\(sort): \(reply.body)")
        }
      }
    }

    @Test func aFacetCountsOtherChoicesOfItsField() async throws {
      var random = SeededGenerator(seed: 3)
      let items = Self.items(&random)
      try await Fixture.with(items, fields: Self.fields) { fixture in
        let facets =
          #"[{"field":"country","ignoresOwnFilter":true,"order":"value"},"#
          + #"{"field":"country","limit":1},{"field":"population","limit":0,"histogram":10},{"field":"country","q":"its"}]"#
        let reply = try await fixture.get(
          "/v1/lists/cities/search?filter=\(part("country = SE AND population < 20"))&facets=\(part(facets))&limit=0")
        let counts = try #require(reply["facets"]?.elements)
        let few = items.filter { item in
          if case .integer(let number)? = item.fields["population"]?.first { number < 20 } else { false }
        }
        for value in counts[0]["values"]?.elements ?? [] {
          let own = value["value"]?.string ?? ""
          #expect(value["count"]?.integer == Int64(few.count { $0.fields["country"] == [.text(own)] }))
        }
        #expect(counts[0]["values"]?.elements?.count == 5 && counts[0]["missingCount"]?.integer ?? 0 > 0)
        let swedish = few.filter { $0.fields["country"] == ["SE"] }
        #expect(counts[1].json.contains(#""values":[{"value":"SE","count":\#(swedish.count)}],"valueCount":1"#))
        let buckets = counts[2]["histogram"]?.elements ?? []
        #expect(buckets.reduce(0) { $0 + ($1["count"]?.integer ?? 0) } == Int64(swedish.count))
        #expect(counts[3]["values"]?.elements?.isEmpty == true)
      }
    }

    private static let badRequests: [(path: String, parameter: String, detail: String)] = [
      ("search?filter=country", "filter", "the name alone is no condition for the keyword field “country”"),
      ("search?filter=country+%3D", "filter", "the filter ends after 9 characters where a value should come"),
      ("search?filter=land+%3D+SE", "filter", "there is no field “land”"),
      (
        "search?filter=population+%3D+many", "filter",
        "“many” is text, which the integer field “population” does not hold"
      ),
      ("rows?filter=population+%3E+x", "filter", "“x” is text"),
      ("jumplist?filter=(country+%3D+SE", "filter", "AND, OR or )"),
      ("search?sort=land", "sort", "there is no field “land”"), ("search?sort=country&order=list", "order", "“sort”"),
      (
        "search?sort=%5B%7B%22field%22:%22country%22,%22order%22:%22up%22%7D%5D", "sort/0/order",
        "ascending, descending"
      ),
      ("search?sort=%5B1%5D", "sort/0", "object"), ("search?sort=%5B", "sort", "JSON"),
      ("search?facets=land", "facets", "there is no field “land”"),
      ("search?facets=%5B%7B%22field%22:%22country%22,%22limit%22:1001%7D%5D", "facets/0/limit", "from 0 to 1000"),
      ("search?facets=%5B%7B%22field%22:%22population%22,%22q%22:%22x%22%7D%5D", "facets/0/q", "keywords"),
      (
        "search?facets=%5B%7B%22field%22:%22country%22,%22histogram%22:1%7D%5D", "facets/0/histogram",
        "numbers and times"
      ),
      ("search?sort=" + Array(repeating: "country", count: 9).joined(separator: ","), "sort", "it may name 8"),
      ("search?sort=" + String(repeating: "country,", count: 9) + "relevance", "sort", "it may name 9"),
      ("search?sort=relevance,country", "sort", "sort key 1 is “relevance”"),
      ("search?sort=%5B%22country%22,%22relevance%22,%22rating%22%5D", "sort/1", "sort key 2 is “relevance”"),
      ("search?sort=-relevance", "sort", "there is no field “relevance”"),
      ("search?sort=relevance&order=list", "order", "“sort”"),
      ("search?sections=values", "sections", "“sort”"), ("search?sort=relevance&sections=values", "sections", "“sort”"),
      ("search?sort=country&sections=letters", "sections", "values, years, months"),
      ("search?sort=country,founded&sections=years", "sections", "country"),
      ("search?facets=" + Array(repeating: "country", count: 33).joined(separator: ","), "facets", "it may name 32"),
      ("search?filter=" + String(repeating: "(", count: 40), "filter", "too many conditions within one another"),
      (
        "search?filter=" + Array(repeating: "capital", count: 65).joined(separator: "+or+"), "filter", "no more than 64"
      ),
    ]

    @Test(arguments: badRequests)
    func badFiltersOrdersAndFacetsNameTheirPlace(_ path: String, _ parameter: String, _ detail: String) async throws {
      var random = SeededGenerator(seed: 1)
      try await Fixture.with(Self.items(&random), fields: Self.fields) { fixture in
        let reply = try await fixture.get("/v1/lists/cities/" + path)
        #expect(reply.status == 400 && reply.parameter == parameter, "\(reply.body)")
        #expect(reply["detail"]?.string?.contains(detail) == true, "\(reply.body)")
      }
    }

    @Test func textsThatNobodyWouldWriteAreFiltersOrProblems() async throws {
      let pieces = [
        "country", "population", "tags", "capital", "even", "=", "!=", "<", ">=", "IN", "(", ")", "[", "]", ",", "'",
        "\"", "`",
        "AND", "or", "NOT", "TO", "BETWEEN", "EXISTS", "IS NULL", "BEGINS WITH", "SE", "7", "-1e999", "2024-13-01", "é",
        "🎉",
        "\u{0}", "\\", "%", "{", "}", ":", "null", "TRUE",
      ]
      let seeds = Self.firstSeed..<Self.firstSeed + (setting("RIFFLE_CASES") ?? 300)
      try await Fixture.with(fields: Self.fields) { fixture in
        for seed in seeds {
          var random = SeededGenerator(seed: UInt64(seed))
          func text() -> String {
            (0..<Int.random(in: 1...12, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
              .joined(separator: Bool.random(using: &random) ? " " : "")
          }
          let (filter, sort, facets) = (text(), text(), text())
          for (name, value) in [("filter", filter), ("sort", sort), ("facets", facets)] {
            let reply = try await fixture.get("/v1/lists/cities/search?\(name)=\(part(value))")
            let isProblem = reply.status == 400 && reply.parameter?.hasPrefix(name) == true
            #expect(reply.status == 200 || isProblem, "seed \(seed): \(name)=\(value): \(reply.body)")
          }
          var json = JSONWriter()
          json.object { json in
            json.name("searches")
            json.array([filter]) { filter, json in
              json.object { json in
                json.member("filter", filter)
                json.name("sort")
                json.raw(facets)
              }
            }
          }
          let many = try await fixture.send(
            .post, "/v1/lists/cities/search", String(decoding: json.bytes, as: UTF8.self))
          #expect(many.status == 200 || many.status == 400, "seed \(seed): \(many.body)")
        }
      }
    }

    // MARK: - Deleting

    @Test func itemsThatMeetAFilterAreDeleted() async throws {
      let seed = UInt64(Self.firstSeed)
      var random = SeededGenerator(seed: seed)
      let items = Self.items(&random)
      let conditions = (0..<8).map { _ in Self.condition(&random) }
      try await Fixture.with(items, arrangement: .arrival, fields: Self.fields) { fixture in
        var left = items
        for (text, isMet) in conditions {
          let reply = try await fixture.send(.delete, "/v1/lists/cities/items?filter=\(part(text))")
          #expect(reply.status == 200 && reply["sequence"] != nil)
          left.removeAll(where: isMet)
          #expect(
            fixture.store.snapshot().elements(offset: 0, limit: .max).map(\.id) == left.map(\.id),
            "seed \(seed): \(text)")
        }
        for (query, parameter) in [("filter=", "filter"), ("scope=", "scope"), ("filter=x", "filter"), ("q=a", "q")] {
          let reply = try await fixture.send(.delete, "/v1/lists/cities/items?" + query)
          #expect(reply.status == 400 && reply.parameter == parameter)
        }
        #expect(fixture.store.snapshot().count == left.count)
        #expect(
          try await fixture.send(.delete, "/v1/lists/cities/items?scope=even&filter=country+EXISTS").status == 200)
        left.removeAll { Self.isEven($0) && $0.fields["country"] != nil }
        #expect(fixture.store.snapshot().count == left.count)
        #expect(try await fixture.send(.delete, "/v1/lists/cities/items").status == 200)
        #expect(fixture.store.snapshot().count == 0)
      }
    }

    // MARK: - Keys

    @Test(arguments: 0..<4) func aKeyThatIsBoundToAFilterLearnsNothingOutside(_ round: Int) async throws {
      let seed = UInt64(Self.firstSeed) &+ UInt64(round) &* 7919
      var random = SeededGenerator(seed: seed)
      let items = Self.items(&random)
      let (bound, isMet) = Self.condition(&random)
      let (kept, key) = APIKey.make(name: "bound", role: .read, filter: bound)
      let (all, allKey) = APIKey.make(name: "all", role: .write)
      let others = (0..<6).map { _ in Self.condition(&random) }
      try await Fixture.with(keys: [kept, all], items, arrangement: .arrival, fields: Self.fields) { fixture in
        let base = "/v1/lists/cities/"
        /// Everything that the key is told about fields, hits and counts, which must be what a list of the visible items tells.
        func check(_ visible: [StoreItem], _ note: Comment) async throws {
          let list = try await fixture.get("/v1/lists/cities", key: key)
          #expect(list["count"]?.integer == Int64(visible.count) && list["statistics"] == nil, note)
          let known = Set(visible.map(\.id))
          for (text, isOther) in others {
            let filter = "filter=\(part(text))"
            let expected = visible.filter(isOther)
            let facets = part(
              #"["country",{"field":"country","ignoresOwnFilter":true},{"field":"population","limit":0}]"#)
            let reply = try await fixture.get(
              base + "search?q=&limit=1000&\(filter)&sort=-population&facets=\(facets)", key: key)
            #expect(Set(Self.ids(reply["hits"])) == Set(expected.map(\.id)), note)
            #expect(reply["total"]?.integer == Int64(expected.count), note)
            #expect(reply["work"] == nil && reply["microseconds"] == nil, note)
            let countries = Set(expected.compactMap { $0.fields["country"]?.first })
            #expect(reply["facets"]?[0]?["valueCount"]?.integer == Int64(countries.count), note)
            let other = reply["facets"]?[1]
            let counted = (other?["values"]?.elements ?? []).reduce(0) { $0 + ($1["count"]?.integer ?? 0) }
            #expect(counted + (other?["missingCount"]?.integer ?? 0) <= Int64(visible.count), note)
            let numbers = expected.compactMap { item -> Int64? in
              if case .integer(let number)? = item.fields["population"]?.first { number } else { nil }
            }
            #expect(reply["facets"]?[2]?["greatest"]?.integer == numbers.max(), note)
            for path in [
              "search?q=b&limit=1000&\(filter)&include=fields,payload", "rows?limit=1000&\(filter)&include=section",
              "search?filter=\(part("(\(text)) OR NOT (\(text))"))&limit=1000&order=list",
              "rows?limit=1000&snapshot=new",
            ] {
              let reply = try await fixture.get(base + path, key: key)
              #expect(Self.ids(reply["hits"] ?? reply["rows"]).allSatisfy { known.contains($0) }, note)
            }
          }
          for item in items {
            let reply = try await fixture.get(base + "items/\(item.id)", key: key)
            #expect((reply.status == 200) == known.contains(item.id), note)
            let why = try await fixture.get(base + "items/\(item.id)/explanation?q=b", key: key)
            #expect(known.contains(item.id) || why.status == 404, note)
          }
        }
        let note = Comment(rawValue: "seed \(seed): \(bound)")
        try await check(items.filter(isMet), note)
        #expect(try await fixture.get(base + "changes?since=0", key: key).status == 403)
        #expect(try await fixture.send(.delete, base + "items?filter=even", key: key).status == 403)
        // Some leave what the key may see, some enter it.
        var changed = items
        for index in changed.indices where index % 3 == 0 {
          let fields = changed[(index + 7) % changed.count].fields
          changed[index].fields = fields
          try fixture.store.write { $0.upsert(changed[index]) }
        }
        try await check(changed.filter(isMet), note)
        #expect(try await fixture.get(base + "rows?limit=1000", key: allKey)["count"]?.integer == Int64(items.count))
      }
    }

    @Test func aKeyExpires() async throws {
      let moment = try #require(Timestamp("2030-01-01T12:00:00Z"))
      let (kept, key) = APIKey.make(name: "app", role: .read, expires: moment)
      let (old, oldKey) = APIKey.make(name: "old", role: .read, expires: Timestamp("2020"))
      try await Fixture.with(keys: [kept, old]) { fixture in
        let keys = fixture.service.routes.keys
        let before = Timestamp(millisecondsSince1970: moment.millisecondsSince1970 - 1)
        #expect(throws: Never.self) { try keys.caller("Bearer \(key)", now: before) }
        #expect(throws: Problem.self) { try keys.caller("Bearer \(key)", now: moment) }
        let reply = try await fixture.get("/v1/lists", key: oldKey)
        #expect(reply.status == 401 && reply["detail"]?.string == "the key has expired: ask for another one")
      }
    }

    @Test func filesOfKeysBeforeThereWereFieldsAreRead() throws {
      let json = #"{"name": "a", "role": "read", "hash": "x", "scope": "even", "filter": "country = SE OR capital"}"#
      let key = try JSONDecoder().decode(APIKey.self, from: Data(json.utf8))
      #expect(key.filter == "(country = SE OR capital) AND (even)")
      #expect(try JSONDecoder().decode(APIKey.self, from: try JSONEncoder().encode(key)) == key)
    }

    @Test func aKeyWithAFilterOfNoListIsAnError() async throws {
      for filter in ["land = SE", "population = many", "country ="] {
        let (kept, _) = APIKey.make(name: "bound", role: .read, filter: filter)
        await #expect(throws: SettingsError.self, "\(filter)") {
          try await Fixture.with(keys: [kept], fields: Self.fields) { _ in }
        }
      }
    }

    // MARK: - Live search and client

    @Test func aLiveSearchFiltersCountsAndSorts() async throws {
      var random = SeededGenerator(seed: 5)
      let items = Self.items(&random)
      try await RunningServer.with(items, fields: Self.fields) { server in
        let facet = RemoteFacet("country", ignoresOwnFilter: true)
        try await server.client.withLiveSearch(in: "cities") { field in
          var events = field.events.makeAsyncIterator()
          func page(_ revision: Int, _ isWanted: (SearchAnswer) -> Bool = { _ in true }) async throws -> SearchAnswer? {
            while let event = try await events.next() {
              if case .page(let page) = event, page.revision == revision, isWanted(page) { return page }
            }
            return nil
          }
          try await field.type(
            "", revision: 1, limit: 1000, filter: "country = SE", sort: [RemoteSortKey("population", .descending)],
            facets: [facet])
          let first = try #require(try await page(1))
          let swedish = items.filter { $0.fields["country"] == ["SE"] }
          #expect(first.total == swedish.count && first.count == swedish.count)
          let direct = try await server.client.search(
            "", in: "cities", limit: 1000, filter: "country = SE", sort: [RemoteSortKey("population", .descending)],
            facets: [facet])
          #expect(direct.hits.map(\.id) == first.hits.map(\.id) && direct.facets == first.facets)
          #expect(first.facets?[0].values.count == 5)
          let byCountry = [RemoteSortKey("country"), .relevance]
          let tied = try await server.client.search("berg", in: "cities", limit: 1000, sort: byCountry)
          let ranked = try await server.client.search("berg", in: "cities", limit: 1000)
          let countries = Dictionary(
            uniqueKeysWithValues: items.map { ($0.title, $0.fields["country"]?.first.map { "\($0)" }) })
          let expectedOrder = ranked.hits.enumerated().sorted { a, b in
            let (one, other) = (countries[a.element.title] ?? nil, countries[b.element.title] ?? nil)
            return (one == nil ? 1 : 0, one ?? "", a.offset) < (other == nil ? 1 : 0, other ?? "", b.offset)
          }
          #expect(
            tied.hits.map(\.id) == expectedOrder.map(\.element.id) && tied.hits.map(\.id) != ranked.hits.map(\.id))
          try await field.type("berg", revision: 2, limit: 1000, sort: byCountry)
          #expect(try await page(2)?.hits.map(\.id) == tied.hits.map(\.id))
          try await field.type(
            "", revision: 3, limit: 1000, filter: "country = SE", sort: [RemoteSortKey("population", .descending)],
            facets: [facet])
          // The list changes, and so does the page.
          let item = RemoteItem(
            id: .integer(999), title: "Nyköping", fields: ["country": ["SE"], "population": [1000], "tags": ["new"]])
          try await server.client.put(item, in: "cities")
          let second = try await page(3) { $0.total == swedish.count + 1 }
          #expect(second?.hits.first?.id == .integer(999))
          #expect(try await server.client.item(.integer(999), in: "cities") == item)
          try await server.client.deleteItems(of: "cities", where: "tags = new")
          #expect(try await page(3) { $0.total == swedish.count } != nil)
          #expect(first.sections == nil && direct.sections == nil)
          try await field.type("", revision: 5, limit: 1, sort: byCountry, sections: .values)
          let divided = try await page(5)
          let whole = try await server.client.search("", in: "cities", limit: 1, sort: byCountry, sections: .values)
          #expect(divided?.sections == whole.sections && whole.sections?.map(\.value).last == .some(nil))
          #expect(whole.sections?.reduce(0) { $0 + $1.count } == whole.total && whole.total == items.count)
          try await field.type("berg", revision: 6, limit: 5, filter: "capital", facets: [RemoteFacet("tags")])
          let third = try await page(6)
          let expected = try await server.client.search(
            "berg", in: "cities", limit: 5, filter: "capital", facets: [RemoteFacet("tags")],
            options: ["include": "fields"])
          #expect(third?.hits.map(\.id) == expected.hits.map(\.id) && third?.facets == expected.facets)
          #expect(expected.hits.allSatisfy { $0.fields?["capital"] == [true] })
        }
      }
    }
  }
#endif
