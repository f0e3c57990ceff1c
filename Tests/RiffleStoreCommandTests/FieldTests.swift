#if Store
  import Foundation
  import GRDB
  import Riffle
  import RiffleStore
  import RiffleTestSupport
  import Testing

  /// Fields in all commands.
  @Suite struct FieldTests {
    private static let fields = [
      "--field", "country:keyword", "--field", "tags:keywords:folded", "--field", "population:integer", "--field",
      "rating:real", "--field", "founded:time", "--field", "capital:boolean", "--field", "a.b\\c:keyword",
    ]

    private static let cities = """
      {"id": 1, "title": "Göteborg", "country": "SE", "population": 604616, "tags": ["Port", "x, y"], "founded": "1621"}
      {"id": 2, "title": "Oslo", "fields": {"country": "NO", "population": 709037, "capital": true, "rating": 4.5, \
      "a.b\\\\c": "d"}}
      {"id": 3, "title": "Borås", "country": "SE", "population": 73980, "capital": false, "tags": "rail"}

      """

    private func folder() throws -> StoreFolder {
      let folder = try StoreFolder(["cities.jsonl": FieldTests.cities])
      let made = try folder.folder.run("riffle-store", ["create", "a.db"] + FieldTests.fields)
      try #require(made.status == 0, "\(made.error)")
      try folder.done("import", "a.db", "cities.jsonl")
      return folder
    }

    @Test func itemsAreFilteredSortedAndCounted() throws {
      let folder = try folder()
      func search(_ query: String, _ options: String...) throws -> String {
        let outcome = try folder.folder.run("riffle-store", ["search", "a.db", query] + options)
        // The same with the other program.
        let other = try folder.folder.run("riffle", [query, "--store", "a.db"] + options)
        #expect(
          other.output == outcome.output && other.status == outcome.status,
          "\(query) \(options): \(other.text)\(other.error)")
        return outcome.text + outcome.error
      }
      #expect(try search("", "--where", "country = SE", "--sort", "-population") == "1\tGöteborg\n3\tBorås\n")
      #expect(try search("", "--sort", "founded,population") == "1\tGöteborg\n3\tBorås\n2\tOslo\n")
      #expect(try search("or", "-m", "subsequence", "--sort", "-country") == "1\tGöteborg\n3\tBorås\n")
      #expect(try search("or", "-m", "subsequence", "--sort", "-country,relevance") == "3\tBorås\n1\tGöteborg\n")
      #expect(try search("or", "-m", "subsequence", "--sort", "relevance") == "3\tBorås\n1\tGöteborg\n")
      #expect(try search("bor", "--where", "population < 100000 AND NOT capital") == "3\tBorås\n")
      #expect(
        try search("", "--facets", "country,capital", "-n", "0")
          == "country\tSE\t2\ncountry\tNO\t1\ncapital\tfalse\t1\ncapital\ttrue\t1\n")
      #expect(try search("", "--where", "tags = PORT", "--count") == "1\n")
      #expect(
        try search("oslo", "--format", "json").contains(
          #""values":{"country":"NO","population":709037,"rating":4.5,"capital":true,"a.b\\c":"d"}"#))
      let json = try search("", "--format", "json", "--facets", "country", "--facet-limit", "1", "-n", "0")
      #expect(json.hasPrefix(#"{"facets":{"country":{"values":[{"value":"SE","count":2}],"distinct":2"#))
    }

    @Test func aFilterWithoutAQueryListsItemsOfAStore() throws {
      let folder = try folder()
      let outcome = try folder.folder.run("riffle", ["--store", "a.db", "--where", "country = SE"])
      #expect(outcome.text == "1\tGöteborg\n3\tBorås\n" && outcome.error == "" && outcome.status == 0)
      let none = try folder.folder.run("riffle", ["--store", "a.db", "--where", "country = DK", "--facets", "country"])
      #expect(none.text == "" && none.error == "" && none.status == 1)
    }

    @Test func errorsNameTheField() throws {
      let folder = try folder()
      for (arguments, message) in [
        (["search", "a.db", "", "--where", "land = SE"], "there is no field “land”"),
        (["search", "a.db", "", "--where", "country ="], "--where: the filter ends after 9 characters"),
        (["search", "a.db", "", "--sort", "land"], "there is no field “land”"),
        (["search", "a.db", "", "--sort", "relevance,country"], "--sort: sort key 1 is “relevance”"),
        (["search", "a.db", "", "--sort", "-relevance"], "there is no field “relevance”"),
        (["create", "b.db", "--field", "x"], "x"), (["create", "b.db", "--field", "x:text"], "x:text"),
        (["create", "b.db", "--field", "x:integer", "--field", "x:real"], "--field x: a field has one type"),
        (["rebuild", "a.db", "--field", "Country:keyword"], "cannot have the field “Country”"),
        (
          ["import", "b.db", "cities.jsonl", "--field", "population:boolean"],
          "no value of the boolean field population"
        ),
      ] {
        let outcome = try folder.folder.run("riffle-store", arguments)
        #expect(outcome.status != 0 && outcome.error.contains(message), "\(arguments): \(outcome.error)")
        guard arguments[0] == "search" else { continue }
        let other = try folder.folder.run("riffle", ["", "--store", "a.db"] + arguments.dropFirst(3))
        #expect(other.status == 2 && other.error.contains(message), "\(arguments): \(other.error)")
      }
    }

    @Test(arguments: ["--tsv", "--csv", "--jsonl"]) func whatIsExportedIsImportedAgain(_ format: String) throws {
      let folder = try folder()
      let kept = try folder.items()
      #expect(kept[1].fields["a.b\\c"] == ["d"] && kept[0].fields["tags"] == ["Port", "x, y"])
      let exported = try folder.done("export", "a.db", format)
      let name = "copy." + format.dropFirst(2)
      try folder.folder.write(exported.output, name)
      let made = try folder.folder.run("riffle-store", ["create", "b.db"] + FieldTests.fields)
      #expect(made.status == 0)
      try folder.done("import", "b.db", name)
      #expect(try folder.items("b.db") == kept)
      #expect(try folder.run("export", "b.db", format).output == exported.output)
    }

    @Test func columnsOfATableAreChosen() throws {
      let folder = try StoreFolder(["a.tsv": "1\tOslo\tNO\t709037\n2\tBorås\tSE\t\n3\tRome\tIT\tmany\n"])
      let outcome = try folder.run(
        "import", "a.db", "a.tsv", "--id", "1", "--title", "2", "--field", "country:keyword=3", "--field",
        "population:integer=4")
      #expect(outcome.status == 1)
      #expect(outcome.error.contains("a.tsv:3: many is no value of the integer field population"))
      #expect(
        try folder.items().map(\.fields) == [["country": ["NO"], "population": [709_037]], ["country": ["SE"]]])
    }

    @Test func fieldsAreAddedAndRemoved() throws {
      let folder = try folder()
      let rebuilt = try folder.run("rebuild", "a.db", "--field", "size:real", "--field", "capital:")
      #expect(rebuilt.status == 0 && rebuilt.error.contains("fields are added to the index: size"), "\(rebuilt.error)")
      #expect(try folder.done("search", "a.db", "", "--where", "size IS NULL AND country = NO").text == "2\tOslo\n")
      #expect(try folder.run("search", "a.db", "", "--where", "capital").error.contains("there is no field “capital”"))
      #expect(try folder.items()[0].fields["country"] == ["SE"])
      let stats = try folder.done("stats", "a.db").text
      #expect(stats.contains("field tags") && stats.contains("keywords:folded") && !stats.contains("capital"))
      let removed = try folder.run("rebuild", "a.db", "--field", "size:")
      #expect(removed.status == 0 && removed.error.contains("the index is kept without the removed fields"))
    }

    @Test func aTableIsFollowedWithFields() throws {
      let folder = try StoreFolder()
      let queue = try DatabaseQueue(path: folder.path)
      try queue.write { db in
        try db.execute(
          sql: """
            CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, born INT, `home town` TEXT);
            INSERT INTO people VALUES (1, 'Erika', 1964, 'Köln'), (2, 'Max', 1970, NULL), (3, 'Jane', 1964, 'Oslo');
            """)
      }
      try folder.done(
        "follow", "a.db", "people", "--id", "id", "--title", "name", "--field", "decade:integer=born / 10 * 10",
        "--field", "home town:keyword")
      func found(_ filter: String) throws -> String {
        try folder.folder.run("riffle-store", ["search", "a.db", "", "--table", "people", "--where", filter]).text
      }
      #expect(try found("decade = 1960") == "1\tErika\n3\tJane\n")
      #expect(try found("'home town' IS NULL OR `home town` = Oslo") == "2\tMax\n3\tJane\n")
      try queue.write { try $0.execute(sql: "UPDATE people SET born = 1959 WHERE id = 3") }
      #expect(try found("decade = 1960") == "1\tErika\n" && found("decade < 1960") == "3\tJane\n")
      let wrong = try folder.run(
        "follow", "a.db", "people", "--id", "id", "--title", "name", "--field", "age:integer")
      #expect(wrong.status == 2 && wrong.error.contains("“age”: no such column: age"), "\(wrong.error)")
      #expect(try found("decade = 1960") == "1\tErika\n")
    }
  }
#endif
