#if Service
  import Foundation
  import HTTPTypes
  import Logging
  import Riffle
  import RiffleClient
  import RiffleInput
  import RiffleStore
  import Testing

  @testable import RiffleServer

  /// Lists that are made and dropped while the server runs.
  @Suite(.timeLimit(.minutes(15)))
  struct ListFolderTests {
    private static let path = "/v1/lists/books"

    /// A server whose folder for lists is the one with the list `cities`, which is in its settings no more.
    private func withFolder(
      keys: [APIKey]? = nil, change: (inout ServerSettings) -> Void = { _ in },
      _ body: @Sendable (Fixture) async throws -> Void
    ) async throws {
      try await Fixture.with { settings, folder in
        settings.lists = []
        settings.folder = folder.path
        if let keys {
          try Fixture.write(keys, folder)
          settings.keys = folder.appending(path: "keys.json").path
        }
        change(&settings)
      } _: {
        try await body($0)
      }
    }

    private func names(_ fixture: Fixture, key: String? = nil) async throws -> [String] {
      try await fixture.get("/v1/lists", key: key)["lists"]?.elements?.compactMap { $0["name"]?.string } ?? []
    }

    private func files(_ fixture: Fixture) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).sorted()
    }

    @Test func aListIsMadeFilledSearchedAndDropped() async throws {
      try await withFolder { fixture in
        #expect(try await names(fixture) == ["cities"])
        let before = try files(fixture)
        let settings = #"{"arrangement": "alphabet", "locales": ["sv"], "scopes": {"old": "weight > 5"}}"#
        let made = try await fixture.send(.put, Self.path, settings)
        #expect(made.status == 201, "\(made.body)")
        #expect(made["count"]?.integer == 0 && made["arrangement"]?.string == "alphabet")
        #expect(made["scopes"]?[0]?.string == "old")
        #expect(try await fixture.send(.put, Self.path, settings).status == 200)
        let other = try await fixture.send(.put, Self.path, "{}")
        #expect(other.status == 409 && other.problem == "conflict")
        #expect(try await names(fixture) == ["books", "cities"])
        let lines = #"{"id": 1, "title": "Ärret", "weight": 9}"# + "\n" + #"{"id": 2, "title": "Zorn"}"# + "\n"
        let put = try await fixture.send(.put, Self.path + "/items", lines, type: "application/x-ndjson")
        #expect(put.status == 200)
        let rows = try await fixture.get(Self.path + "/rows")
        #expect(rows["rows"]?.elements?.compactMap { $0["title"]?.string } == ["Zorn", "Ärret"])
        let found = try await fixture.get(Self.path + "/search?q=arret&scope=old")
        #expect(found["hits"]?[0]?["id"]?.integer == 1)
        #expect(try await fixture.get("/metrics").body.contains(#"list="books""#))

        let dropped = try await fixture.send(.delete, Self.path)
        #expect(dropped.status == 204 && dropped.body.isEmpty)
        #expect(try await fixture.get(Self.path + "/search?q=arret").problem == "unknown-list")
        #expect(try await fixture.send(.delete, Self.path).problem == "unknown-list")
        #expect(try await fixture.get("/metrics").body.contains(#"list="books""#) == false)
        #expect(try files(fixture) == before)
        // The same name may come again, with nothing of what there was.
        #expect(try await fixture.send(.put, Self.path, "{}").status == 201)
        #expect(try await fixture.get(Self.path + "/rows")["count"]?.integer == 0)
      }
    }

    @Test func listsOfTheFolderAreServedWhenTheServerStarts() async throws {
      try await withFolder { fixture in
        #expect(try await fixture.send(.put, Self.path, "{}").status == 201)
        #expect(try await fixture.send(.put, Self.path + "/items/1", #"{"title": "Momo"}"#).status == 200)
        try fixture.service.close()
        var settings = Fixture.settings([])
        settings.folder = fixture.folder.path
        let next = try RiffleService(settings, logger: .init(label: "test"))
        #expect(next.routes.lists.all.map(\.name) == ["books", "cities"])
        #expect(try next.routes.lists["books"]?.store.item(1)?.title == "Momo")
        await next.routes.pool.stop()
        try next.close()
      }
    }

    @Test(arguments: [
      ("{", "invalid-body", nil), ("[]", "invalid-body", nil),
      (#"{"order": "arrival"}"#, "invalid-parameter", "/order"),
      (#"{"arrangement": "size"}"#, "invalid-parameter", "/arrangement"),
      (#"{"arrangement": "alphabet"}"#, "invalid-parameter", "/locales"),
      (#"{"arrangement": "alphabet", "locales": ["xx yy"]}"#, "invalid-parameter", "/locales"),
      (#"{"locales": ["sv"]}"#, "invalid-parameter", "/locales"),
      (#"{"arrangement": "alphabet", "locales": "sv"}"#, "invalid-parameter", "/locales"),
      (#"{"scopes": ["a"]}"#, "invalid-parameter", "/scopes"),
      (#"{"scopes": {"a": 1}}"#, "invalid-parameter", "/scopes/a"),
      (#"{"scopes": {"a": "no_such_column > 1"}}"#, "invalid-parameter", "/scopes"),
      (#"{"scopes": {"a": ""}}"#, "invalid-parameter", "/scopes"),
      (#"{"isCaseSensitive": 1}"#, "invalid-parameter", "/isCaseSensitive"),
    ])
    func whatCannotBeMadeLeavesNothing(body: String, problem: String, parameter: String?) async throws {
      try await withFolder { fixture in
        let before = try files(fixture)
        let reply = try await fixture.send(.put, Self.path, body)
        #expect(reply.status == 400 && reply.problem == problem && reply.parameter == parameter, "\(reply.body)")
        #expect(try await names(fixture) == ["cities"])
        #expect(try files(fixture) == before)
      }
    }

    /// A database that was put into the folder meanwhile is neither changed nor removed.
    @Test func aFileThatIsNotServedStays() async throws {
      try await withFolder { fixture in
        let file = fixture.folder.appending(path: "books.db").path
        let store = try ListStore(file)
        try store.write { $0.upsert(StoreItem(id: 1, title: "Momo")) }
        try store.close()
        for body in ["{}", #"{"scopes": {"a": "no_such_column > 1"}}"#] {
          #expect(try await fixture.send(.put, Self.path, body).status == 409)
        }
        let kept = try ListStore(file)
        #expect(try kept.item(1)?.title == "Momo")
        try kept.close()
      }
    }

    @Test(arguments: ["a b", "a.b", "..%2Fx", "%2Fetc", "ä", String(repeating: "x", count: 65)])
    func aNameIsNoPath(name: String) async throws {
      try await withFolder { fixture in
        let before = try files(fixture)
        let escaped = name.contains("%") ? name : part(name)
        let reply = try await fixture.send(.put, "/v1/lists/\(escaped)", "{}")
        #expect(reply.status == 400 || reply.status == 404, "\(reply.body)")
        #expect(try files(fixture) == before)
      }
    }

    @Test func onlyAdminKeysThatSeeTheListMakeAndDrop() async throws {
      let made = [
        APIKey.make(name: "admin", role: .admin), APIKey.make(name: "writer", role: .write),
        APIKey.make(name: "other", role: .admin, lists: ["cities"]),
        APIKey.make(name: "books", role: .admin, lists: ["books"]),
        APIKey.make(name: "bound", role: .read, filter: "old"),
      ]
      let keys = Dictionary(uniqueKeysWithValues: made.map { ($0.0.name, $0.1) })
      try await withFolder(keys: made.map(\.0)) { fixture in
        for name in ["writer", "other", "bound"] {
          #expect(try await fixture.send(.put, Self.path, "{}", key: keys[name]).status == 403, "\(name)")
          #expect(try await fixture.send(.delete, Self.path, key: keys[name]).status == 403, "\(name)")
        }
        #expect(try await fixture.send(.put, Self.path, "{}").status == 401)
        let settings = #"{"scopes": {"old": "weight > 5"}}"#
        #expect(try await fixture.send(.put, Self.path, settings, key: keys["books"]).status == 201)
        #expect(try await names(fixture, key: keys["books"]) == ["books"])
        let lines = #"{"id": 1, "title": "Momo", "weight": 9}"# + "\n" + #"{"id": 2, "title": "Mumien"}"# + "\n"
        _ = try await fixture.send(
          .put, Self.path + "/items", lines, key: keys["writer"], type: "application/x-ndjson")
        // A key that is bound to a scope of the new list sees that of it at once.
        #expect(try await names(fixture, key: keys["bound"]) == ["books"])
        #expect(try await fixture.get(Self.path + "/rows", key: keys["bound"])["count"]?.integer == 1)
        #expect(try await fixture.send(.delete, Self.path, key: keys["admin"]).status == 204)
        // The name may come again with another scope, or with none.
        #expect(try await fixture.send(.put, Self.path, "{}", key: keys["admin"]).status == 201)
        #expect(try await names(fixture, key: keys["bound"]) == [])
      }
    }

    // MARK: - Fields

    @Test func aListGetsOtherFieldsAndKeepsTheValuesOfThoseThatStay() async throws {
      try await withFolder { fixture in
        let settings = #"""
          {"scopes": {"old": "weight > 5"}, "synonyms": "kid, child",
           "fields": [{"name": "year", "type": "integer"}, {"name": "genre", "type": "keyword"}]}
          """#
        #expect(try await fixture.send(.put, Self.path, settings).status == 201)
        let lines = (1...50).map {
          #"{"id": \#($0), "title": "Child \#($0)", "fields": {"year": \#(1970 + $0), "genre": "g\#($0 % 3)"}}"#
        }
        _ = try await fixture.send(
          .put, Self.path + "/items", lines.joined(separator: "\n"), type: "application/x-ndjson")
        let before = try await fixture.get(Self.path + "/search?q=kid&filter=year%3E2010&sort=-year")
        #expect(before["total"]?.integer == 10)
        let fields = #"""
          {"fields": [{"name": "tags", "type": "keyword", "isFolded": true, "hasSeveralValues": true},
                      {"name": "year", "type": "integer"}]}
          """#
        let changed = try await fixture.send(.put, Self.path + "/fields", fields)
        #expect(changed.status == 200 && changed["count"]?.integer == 50, "\(changed.body)")
        #expect(changed["fields"]?.elements?.compactMap { $0["name"]?.string } == ["tags", "year"])
        #expect(changed["scopes"]?[0]?.string == "old")
        #expect(try await fixture.send(.put, Self.path + "/fields", fields).body == changed.body)
        let after = try await fixture.get(Self.path + "/search?q=kid&filter=year%3E2010&sort=-year")
        #expect(after["hits"]?.json == before["hits"]?.json && after["total"]?.integer == 10)
        #expect(try await fixture.get(Self.path + "/search?filter=genre%3Dg1").parameter == "filter")
        let patch = #"{"fields": {"tags": ["A", "b"]}}"#
        #expect(try await fixture.send(.patch, Self.path + "/items/7", patch).status == 200)
        let found = try await fixture.get(Self.path + "/search?filter=tags%3Da&include=fields")
        #expect(found["hits"]?[0]?["fields"]?.json == #"{"tags":["A","b"],"year":1977}"#, "\(found.body)")
        // A removed field that comes again has no values.
        let again = #"{"fields": [{"name": "genre", "type": "keyword"}]}"#
        #expect(try await fixture.send(.put, Self.path + "/fields", again).status == 200)
        #expect(try await fixture.get(Self.path + "/search?filter=genre+EXISTS")["total"]?.integer == 0)
        #expect(try await fixture.send(.put, Self.path + "/fields", #"{"fields": []}"#)["fields"]?.json == "[]")
        #expect(try await fixture.get(Self.path + "/rows")["count"]?.integer == 50)
      }
    }

    @Test(arguments: [
      ("{}", "/fields"), (#"{"fields": 1}"#, "/fields"), (#"{"fields": [], "scopes": {}}"#, "/scopes"),
      (#"{"fields": [{"name": "a"}]}"#, "/fields/0/name"),
      (#"{"fields": [{"name": "a", "type": "real"}, {"name": "A", "type": "real"}]}"#, "/fields"),
      (#"{"fields": [{"name": "old", "type": "real"}]}"#, "/fields"),
      (#"{"fields": [{"name": "a", "type": "real", "isFolded": true}]}"#, "/fields/0/isFolded"),
    ])
    func fieldsThatAListCannotHaveChangeNothing(body: String, parameter: String) async throws {
      try await withFolder { fixture in
        let settings = #"{"scopes": {"old": "weight > 5"}, "fields": [{"name": "year", "type": "integer"}]}"#
        #expect(try await fixture.send(.put, Self.path, settings).status == 201)
        let item = #"{"title": "Momo", "fields": {"year": 1973}}"#
        #expect(try await fixture.send(.put, Self.path + "/items/1", item).status == 200)
        let reply = try await fixture.send(.put, Self.path + "/fields", body)
        #expect(reply.status == 400 && reply.parameter == parameter, "\(reply.body)")
        #expect(try await fixture.get(Self.path + "/search?filter=year%3D1973")["total"]?.integer == 1)
        #expect(try await fixture.send(.put, Self.path + "/items/2", item).status == 200)
      }
    }

    @Test func keysFollowTheFieldsOfAList() async throws {
      let made = [
        APIKey.make(name: "admin", role: .admin), APIKey.make(name: "writer", role: .write),
        APIKey.make(name: "bound", role: .read, filter: "year > 1972"),
      ]
      let keys = Dictionary(uniqueKeysWithValues: made.map { ($0.0.name, $0.1) })
      try await withFolder(keys: made.map(\.0)) { fixture in
        let fields = Self.path + "/fields"
        let year = #"{"fields": [{"name": "year", "type": "integer"}]}"#
        #expect(try await fixture.send(.put, Self.path, "{}", key: keys["admin"]).status == 201)
        #expect(try await names(fixture, key: keys["bound"]) == [])
        #expect(try await fixture.send(.put, fields, year, key: keys["writer"]).status == 403)
        #expect(try await fixture.send(.put, "/v1/lists/none/fields", year, key: keys["admin"]).status == 404)
        #expect(try await fixture.send(.put, fields, year, key: keys["admin"]).status == 200)
        let items = [1970, 1973].map { #"{"id": \#($0), "title": "Momo", "fields": {"year": \#($0)}}"# }
        _ = try await fixture.send(
          .put, Self.path + "/items", items.joined(separator: "\n"), key: keys["writer"], type: "application/x-ndjson")
        #expect(try await fixture.get(Self.path + "/rows", key: keys["bound"])["count"]?.integer == 1)
        // A key whose filter is none of the list sees nothing of it.
        #expect(try await fixture.send(.put, fields, #"{"fields": []}"#, key: keys["admin"]).status == 200)
        #expect(try await fixture.get(Self.path + "/rows", key: keys["bound"]).problem == "unknown-list")
        #expect(try await fixture.get(Self.path + "/rows", key: keys["writer"])["count"]?.integer == 2)
      }
    }

    @Test func aListOfTheSettingsKeepsItsFields() async throws {
      try await Fixture.with { fixture in
        let reply = try await fixture.send(.put, "/v1/lists/cities/fields", #"{"fields": []}"#)
        #expect(reply.status == 409 && reply["detail"]?.string?.contains("--folder") == true, "\(reply.body)")
      }
    }

    @Test func aSwiftClientMakesAndDropsLists() async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "riffle-lists-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try await RunningServer.with {
        $0.folder = folder.path
      } _: { server in
        var settings = RemoteListSettings()
        (settings.arrangement, settings.locales, settings.scopes) = (.alphabet, ["sv"], ["old": "weight > 5"])
        settings.synonyms = "kid, child"
        try await server.client.makeList("books", settings)
        try await server.client.makeList("books", settings)
        await #expect(throws: ServerProblem.self) { try await server.client.makeList("books") }
        try await server.client.replaceItems(of: "books", with: [RemoteItem(id: .integer(1), title: "Momo")])
        #expect(try await server.client.rows(of: "books").rows.map(\.title) == ["Momo"])
        try await server.client.replaceItems(of: "books", with: [RemoteItem(id: .integer(1), title: "Child of Time")])
        #expect(try await server.client.search("kid", in: "books").hits.map(\.title) == ["Child of Time"])
        try await server.client.setFields([RemoteFieldDefinition("year", .integer)], of: "books")
        try await server.client.put(
          RemoteItem(id: .integer(2), title: "Momo", fields: ["year": [1973]]), in: "books")
        #expect(try await server.client.search("", in: "books", filter: "year = 1973").total == 1)
        // A live search ends, because its filter may name a field that is gone.
        try await server.client.withLiveSearch(in: "books") { field in
          try await server.client.setFields([], of: "books")
          for try await _ in field.events {}
        }
        // The list is then another one than that which was made.
        try await server.client.setSynonyms("minor, child", of: "books")
        #expect(try await server.client.search("minor", in: "books").hits.map(\.title) == ["Child of Time"])
        await #expect(throws: ServerProblem.self) { try await server.client.makeList("books", settings) }
        settings.synonyms = "minor, child"
        try await server.client.makeList("books", settings)
        (settings.synonyms, settings.arrangement, settings.locales) = ("kid", .arrival, nil)
        await #expect(throws: ServerProblem.self) { try await server.client.makeList("others", settings) }
        try await server.client.dropList("books")
        await #expect(throws: ServerProblem.self) { try await server.client.dropList("books") }
      }
    }

    @Test func listsOfTheSettingsStay() async throws {
      try await Fixture.with { settings, folder in
        let lists = folder.appending(path: "lists")
        try FileManager.default.createDirectory(at: lists, withIntermediateDirectories: false)
        settings.folder = lists.path
        settings.limits.lists = 2
      } _: { fixture in
        let reply = try await fixture.send(.delete, "/v1/lists/cities")
        #expect(reply.status == 409 && reply["detail"]?.string?.contains("settings") == true)
        #expect(try await fixture.send(.put, "/v1/lists/cities", "{}").status == 409)
        #expect(try await fixture.send(.put, Self.path, "{}").status == 201)
        let third = try await fixture.send(.put, "/v1/lists/third", "{}")
        #expect(third.status == 409 && third["detail"]?.string?.contains("--limits-lists") == true)
      }
    }

    @Test func aServerWithoutAFolderSaysSo() async throws {
      try await Fixture.with { fixture in
        let reply = try await fixture.send(.put, Self.path, "{}")
        #expect(reply.status == 409 && reply["detail"]?.string?.contains("--folder") == true)
        #expect(try await fixture.send(.delete, "/v1/lists/cities").status == 409)
      }
      var settings = Fixture.settings([])
      settings.folder = "/no/such/folder"
      #expect(throws: SettingsError.self) { try RiffleService.check(settings) }
    }

    /// Of many who make and drop at once each gets an answer that can be, and the list is there or is not.
    @Test func listsAreMadeAndDroppedByManyAtOnce() async throws {
      try await withFolder { fixture in
        for _ in 0..<5 {
          let statuses = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
            for number in 0..<12 {
              group.addTask {
                switch number % 3 {
                case 0: (0, try await fixture.send(.put, Self.path, "{}").status)
                case 1: (1, try await fixture.send(.delete, Self.path).status)
                default: (2, try await fixture.get(Self.path + "/search?q=a").status)
                }
              }
            }
            return try await group.reduce(into: [(Int, Int)]()) { $0.append($1) }
          }
          let may = [[200, 201, 503], [204, 404, 503], [200, 404, 503]]
          for (kind, status) in statuses { #expect(may[kind].contains(status), "\(kind): \(status)") }
          let isThere = try await names(fixture).contains("books")
          #expect(try files(fixture).contains("books.db") == isThere)
          #expect(try await fixture.get(Self.path).status == (isThere ? 200 : 404))
        }
      }
    }
  }
#endif
