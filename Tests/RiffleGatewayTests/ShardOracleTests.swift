#if Service && Cluster
  import Foundation
  import NIOHTTP1
  import Riffle
  import RiffleInput
  import RiffleStore
  import RiffleTestSupport
  import Testing

  @testable import RiffleCluster
  @testable import RiffleGateway
  @testable import RiffleServer

  /// Answers merged from shards are those of one plain store with all rows.
  ///
  /// Each shard has one replica or two, which are copied at different times. `RIFFLE_SHARD_LISTS` is the number of random lists
  /// for each arrangement, `RIFFLE_SHARD_REQUESTS` that of random requests to each list, `RIFFLE_SEED` the first seed.
  @Suite(.serialized, .timeLimit(.minutes(30)))
  struct ShardOracleTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let listCount = environment["RIFFLE_SHARD_LISTS"].flatMap { Int($0) } ?? 1
    private static let requestCount = environment["RIFFLE_SHARD_REQUESTS"].flatMap { Int($0) } ?? 40
    static let seeds: [UInt64] = {
      let first = environment["RIFFLE_SEED"].flatMap { UInt64($0) } ?? 1
      return (0..<UInt64(listCount)).map { first &+ $0 }
    }()
    private static let counts = [1, 2, 3, 7]

    @Test(arguments: seeds)
    func `in the order of arrival`(seed: UInt64) async throws { try await run(seed, .arrival) }

    @Test(arguments: seeds)
    func `in sections`(seed: UInt64) async throws { try await run(seed, .sections) }

    @Test(arguments: seeds)
    func `in the order of an alphabet`(seed: UInt64) async throws {
      try await run(seed, .alphabet(locales: seed % 2 == 0 ? ["sv", "ru"] : ["zh", "en"]))
    }

    private struct Keys: Codable { let keys: [APIKey] }

    private func run(_ seed: UInt64, _ arrangement: StoreSettings.Arrangement) async throws {
      try await withFolder { folder in
        var random = RandomText(seed: seed &+ 1)
        // The best hits of shards differ most in short lists; long ones have windows that are found by samples.
        let rowCount = one(&random, [random.number(below: 4), 40, 40, 150, 700, 700])
        let list = try ShardedList(folder, seed: seed, arrangement, counts: Self.counts, rowCount: rowCount)
        try list.change(20)
        for count in Self.counts where random.oneIn(2) { try list.addReplicas(count) }
        try list.change(20)
        let (all, allKey) = APIKey.make(name: "all", role: .read)
        let (bound, boundKey) = APIKey.make(name: "bound", role: .read, filter: "even and not north")
        let keys = folder.appending(path: "keys.json")
        try JSONEncoder().encode(Keys(keys: [all, bound])).write(to: keys)
        let (plain, shards) = try await list.serve(keys: keys.path)
        var gateways: [(count: Int, hasReplicas: Bool, service: RunningService)] = []
        for count in Self.counts {
          let routes = try (shards[count] ?? []).enumerated().map { number, replicas in
            RoutedShard(try Shard(number, of: count), nodes: try replicas.map { try NodeAddress($0.url) })
          }
          let valuesAtOnce = one(&random, [1, 3, 20, ShardRequest.mostValues])
          let service = try await gateway([]) {
            $0.lists = [RoutedList(name: ShardedList.list, shards: routes)]
            $0.facetValues = valuesAtOnce
          }
          gateways.append((count, routes.contains { $0.nodes.count > 1 }, service))
        }
        let items = list.rows.values.map(\.item).sorted { $0.id < $1.id }
        let bothKeys = [allKey, boundKey]
        for number in 0..<Self.requestCount {
          let asked = request(&random, items)
          let key = bothKeys[number % 2]
          let headers: HTTPHeaders = ["Authorization": "Bearer \(key)"]
          let expected = try await plain.send(asked.method, asked.path, asked.body, headers: headers)
          for (count, _, service) in gateways {
            let found = try await service.send(asked.method, asked.path, asked.body, headers: headers)
            compare(
              expected, found, arrangement == .sections && key == boundKey,
              "seed \(seed), \(arrangement), \(count) shards, key \(number % 2): \(asked.path) \(asked.body ?? "")")
          }
        }
        try await checkSnapshots(gateways, plain, items, allKey)
        try await checkLive(
          &random, gateways.map { ("\($0.count) shards", $0.service) }, plain, items, bothKeys,
          "seed \(seed), \(arrangement)", areSections: arrangement == .sections)
        for service in gateways.map(\.service) + [plain] + shards.values.joined().joined() { await service.stop() }
      }
    }

    // MARK: - Requests

    private struct Asked {
      var method = HTTPMethod.GET
      let path: String
      var body: String?
    }

    private func encoded(_ text: String) -> String {
      var allowed = CharacterSet.alphanumerics
      allowed.insert(charactersIn: "-_.~")
      return text.replacing("\0", with: "").addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }

    private func one<Element>(_ random: inout RandomText, _ elements: [Element]) -> Element {
      elements[random.number(below: elements.count)]
    }

    private func request(_ random: inout RandomText, _ items: [Item<Int>]) -> Asked {
      let base = "/v1/lists/\(ShardedList.list)"
      let id = items.isEmpty || random.oneIn(8) ? random.number(below: 2_000) : one(&random, items).id
      switch random.number(below: 12) {
      case 0: return Asked(path: base + "/items/\(id)")
      case 1: return Asked(path: base + "/items/\(id)/explanation?q=\(encoded(random.query(for: items)))")
      case 2, 3:
        var query = "limit=\(one(&random, [0, 1, 7, 50, 300]))" + part(&random)
        query += random.oneIn(2) ? "&offset=\(random.number(below: 900))" : "&around=\(id)"
        if query.contains("around"), random.oneIn(2) { query += "&before=\(random.number(below: 20))" }
        return Asked(path: base + "/rows?" + query + one(&random, ["", "&include=payload,section,fields,scopes"]))
      case 4:
        return Asked(
          path: base + "/jumplist?" + search(&random, items) + part(&random) + one(&random, ["", "&showsEmpty=false"]))
      case 5:
        let searches = (0..<1 + random.number(below: 3)).map { _ in wish(&random, items).json }
        return Asked(
          method: .POST, path: base + "/search", body: #"{"searches": [\#(searches.joined(separator: ", "))]}"#)
      default:
        var query = search(&random, items) + part(&random)
        if random.oneIn(3) {
          query += "&sort=" + encoded(sort(&random))
          if random.oneIn(2) { query += "&sections=" + one(&random, Self.sections) }
        } else {
          query += one(&random, ["", "&order=list", "&order=list", "&order=relevance"])
        }
        if random.oneIn(3) { query += "&facets=" + encoded(facets(&random)) }
        query += one(&random, ["", "&offset=\(random.number(below: 12))", "&offset=\(random.number(below: 500))"])
        query += one(&random, ["", "&limit=\(random.number(below: 30))", "&limit=\(190 + random.number(below: 200))"])
        query += one(&random, ["", "", "&total=exact", "&total=\(random.number(below: 60))"])
        query += one(&random, ["", "&highlights=marked", "&highlights=none"])
        query += one(
          &random, ["", "", "&explain=true", "&include=payload,searchText,reading,weight,scopes,section,fields"])
        return Asked(path: base + "/search?" + query)
      }
    }

    /// A search in a body, or in a live search, and the members that choose its hits.
    private func wish(_ random: inout RandomText, _ items: [Item<Int>]) -> (json: String, hits: String) {
      var text = random.query(for: items).filter { !"\\\"\0\n\t".contains($0) }
      if random.oneIn(5) { text = "" }
      var hits = [#""q": "\#(text)""#]
      if random.oneIn(3) { hits.append(#""filter": "\#(one(&random, Self.filters))""#) }
      if random.oneIn(3) { hits.append(#""scope": "\#(one(&random, ["even", "heavy"]))""#) }
      if random.oneIn(4) { hits.append(#""reach": \#(one(&random, ["0", "2.5", "\"unlimited\""]))"#) }
      var members = hits + [#""limit": \#(random.number(below: 30))"#]
      if random.oneIn(3) { members.append(#""offset": \#(one(&random, [3, 210, 400]))"#) }
      if random.oneIn(3) { members.append(#""facets": \#(facets(&random))"#) }
      let sort = #""sort": \#(sort(&random, isJSON: true))"#
      let sections = #""sections": "\#(one(&random, Self.sections))""#
      members.append(one(&random, ["", "", #""order": "list""#, sort, "\(sort), \(sections)"]))
      return ("{\(members.filter { !$0.isEmpty }.joined(separator: ", "))}", hits.joined(separator: ", "))
    }

    private static let sections = ["values", "values", "values", "years", "months"]
    private static let names = ShardedList.fields.map(\.definition.name)
    private static let filters = [
      "section = north", "position > 0 or heavy", "land = göteborg", "tags = tag and weight > 1", "not odd",
      "land = ab and section = south", "added < 1971-01-01 and position > 0", "name > m",
    ]

    private func sort(_ random: inout RandomText, isJSON: Bool = false) -> String {
      let count = 1 + random.number(below: 3)
      let last = random.oneIn(3) ? ["relevance"] : []
      if !isJSON, random.oneIn(2) {
        let keys = (0..<count).map { _ in
          let name = one(&random, Self.names)
          return one(&random, [name, "-\(name)", "\(name):desc", "\(name):asc"])
        }
        return (keys + last).joined(separator: ",")
      }
      let keys = (0..<count).map { _ in
        let (name, missing) = (one(&random, Self.names), one(&random, ["first", "last"]))
        let order = one(&random, ["ascending", "descending"])
        return #"{"field": "\#(name)", "order": "\#(order)", "missing": "\#(missing)"}"#
      }
      return "[\((keys + last.map { "\"\($0)\"" }).joined(separator: ", "))]"
    }

    private func facets(_ random: inout RandomText) -> String {
      let facets = (0..<1 + random.number(below: 3)).map { _ -> String in
        let field = one(&random, ShardedList.fields).definition
        var members = [#""field": "\#(field.name)""#]
        if random.oneIn(2) { members.append(#""order": "\#(one(&random, ["count", "value"]))""#) }
        if random.oneIn(2) { members.append(#""limit": \#(one(&random, [0, 1, 2, 5, 40, 200]))"#) }
        if random.oneIn(2) { members.append(#""ignoresOwnFilter": true"#) }
        if field.kind == .keyword, random.oneIn(2) {
          members.append(#""q": "\#(one(&random, ["a", "gote", "tag", "x", "w1", "nor", "", "ortn", "ab"]))""#)
        }
        if field.kind == .time, random.oneIn(2) {
          members.append(#""histogram": \#(one(&random, [#""months""#, #""years""#, "1e7"]))"#)
        } else if [.integer, .real].contains(field.kind), random.oneIn(2) {
          members.append(#""histogram": \#(one(&random, ["1", "0.5", "100"]))"#)
        }
        return "{\(members.joined(separator: ", "))}"
      }
      return "[\(facets.joined(separator: ", "))]"
    }

    private func part(_ random: inout RandomText) -> String {
      if random.oneIn(4) { return "&filter=" + encoded(one(&random, Self.filters)) }
      return one(
        &random,
        [
          "", "", "", "&scope=even", "&scope=heavy", "&filter=section%3Dnorth", "&filter=position%3E0+or+heavy",
          "&scope=north&filter=not+even",
        ])
    }

    private func search(_ random: inout RandomText, _ items: [Item<Int>]) -> String {
      var text = random.query(for: items)
      if random.oneIn(8) { text = "" }
      if random.oneIn(4) { text = String(text.prefix(2)) }
      var query = "q="
      if random.oneIn(5) {
        query += encoded(random.marked(text)) + "&syntax=extended"
      } else {
        query += encoded(text)
      }
      query += one(
        &random, ["", "", "", "&mode=words", "&mode=substring", "&mode=subsequence", "&mode=lowercased-substring"])
      let reach = Double(random.number(below: 24)) / 4
      return query + one(&random, ["", "", "&reach=0", "&reach=\(reach)", "&reach=\(reach)", "&reach=unlimited"])
    }

    // MARK: - Live searches

    /// Types into live searches of the gateways and of the store, whose pages and jumplists must be the same.
    private func checkLive(
      _ random: inout RandomText, _ gateways: [(name: String, service: RunningService)], _ store: RunningService,
      _ items: [Item<Int>], _ keys: [String], _ list: String, areSections: Bool
    ) async throws {
      let live = "/v1/lists/\(ShardedList.list)/live"
      for (number, key) in keys.enumerated() {
        let headers: HTTPHeaders = ["Authorization": "Bearer \(key)"]
        var fields: [(name: String, service: RunningService, stream: LiveStreamReader, path: String)] = []
        for (name, service) in [("one store", store)] + gateways {
          let stream = try await LiveStreamReader(service.url + live, headers: headers)
          let session = try #require(try await stream.next("session"))
          fields.append((name, service, stream, live + "/" + (try #require(session["session"]?.string))))
        }
        var last = ""
        for revision in 1...max(4, Self.requestCount / 10) {
          let (wish, hits) = wish(&random, items)
          let body = #"{"revision": \#(revision), "jumplist": true, "# + wish.dropFirst()
          // A jumplist comes with the first page of other hits.
          let names: Set = hits == last ? ["page"] : ["page", "jumplist"]
          last = hits
          var expected: [String: String] = [:]
          for (place, field) in fields.enumerated() {
            let reply = try await field.service.send(.POST, field.path, body, headers: headers)
            #expect(reply.status == 202, "\(reply.body)")
            var found: [String: String] = [:]
            while !names.isSubset(of: found.keys), found["problem"] == nil, let event = try await field.stream.next() {
              if event.hasPrefix(":") { continue }
              let parts = event.split(separator: "\n", maxSplits: 1)
              found[String(parts[0].dropFirst("event: ".count))] = plain(String(parts[1]), areSections && number == 1)
            }
            if place == 0 {
              expected = found
            } else if found != expected {
              Issue.record("\(list), \(field.name), key \(number), live: \(body)\n \(expected)\n \(found)")
            }
          }
        }
      }
    }

    // MARK: - Comparison

    private func compare(_ expected: Reply, _ found: Reply, _ numbersDiffer: Bool, _ name: String) {
      #expect(found.status == expected.status, "\(name): \(found.body.prefix(500))")
      let (a, b) = (plain(expected.body, numbersDiffer), plain(found.body, numbersDiffer))
      if a != b { Issue.record("\(name)\n  one store \(difference(a, b))\n  shards    \(difference(b, a))") }
      for (one, other) in zip(known(expected), known(found)) where one != nil && other != nil && one != other {
        Issue.record("\(name): isCutByReach is \(String(describing: other)) instead of \(String(describing: one))")
      }
    }

    /// Returns the part of a text from shortly before it differs.
    private func difference(_ text: String, _ other: String) -> String {
      let same = zip(text, other).prefix { $0 == $1 }.count
      return String(text.dropFirst(max(0, same - 80)).prefix(400))
    }

    /// Removes what differs from one answer to the next. Whether reach has cut hits need not be known.
    private func plain(_ body: String, _ numbersDiffer: Bool) -> String {
      let text = body.replacing(/"(microseconds|instance|generation|sequence|snapshot)":("[^"]*"|\d+|null)/, with: "")
        .replacing(/"(work|statistics)":\{[^}]*\}/, with: "").replacing(/"isCutByReach":(true|false|null)/, with: "")
      // The numbers of sections that a bound key does not see count in one list.
      return numbersDiffer ? text.replacing(/\{"id":\d+,"label"/, with: "") : text
    }

    private func known(_ reply: Reply) -> [Bool?] {
      let answers = reply["answers"]?.elements ?? [reply.json].compactMap(\.self)
      return answers.map { $0["isCutByReach"]?.boolean }
    }

    private func checkSnapshots(
      _ gateways: [(count: Int, hasReplicas: Bool, service: RunningService)], _ plain: RunningService,
      _ items: [Item<Int>], _ key: String
    ) async throws {
      let headers: HTTPHeaders = ["Authorization": "Bearer \(key)"]
      let base = "/v1/lists/\(ShardedList.list)"
      let expected = try await plain.get(base + "/rows?limit=5&offset=250", headers: headers)
      for (count, hasReplicas, service) in gateways {
        let kept = try await service.get(base + "/rows?limit=5&offset=250&snapshot=new", headers: headers)
        let token = try #require(kept["snapshot"]?.string)
        #expect(token.split(separator: ".").count == count)
        let again = try await service.get(base + "/rows?limit=5&offset=250&snapshot=\(token)", headers: headers)
        #expect(again["rows"]?.source == expected["rows"]?.source && again["snapshot"]?.string == token)
        #expect(again["generation"]?.integer == kept["generation"]?.integer)
        let tag = try #require(again.headers["ETag"].first)
        let same = try await service.get(
          base + "/rows?limit=5&offset=250", headers: ["Authorization": "Bearer \(key)", "If-None-Match": tag])
        // Replicas have tags of their own.
        #expect(same.status == 304 || hasReplicas && same.status == 200)
        if let id = items.first?.id {
          let path = base + "/items/\(id)/explanation?q=a&snapshot="
          let explanation = try await service.get(path + token, headers: headers)
          #expect(explanation.status == 200 && explanation["snapshot"]?.string == token, "\(explanation.body)")
          #expect(try await service.get(path + token + ".x", headers: headers).problem == "snapshot-gone")
          #expect(try await service.get(path + "new", headers: headers)["parameter"]?.string == "snapshot")
        }
        let list = try await service.get(base, headers: headers)
        #expect(list["count"]?.integer == Int64(items.count) && list["name"]?.string == ShardedList.list)
        #expect(list["fields"]?.elements?.count == ShardedList.fields.count)
      }
    }
  }
#endif
