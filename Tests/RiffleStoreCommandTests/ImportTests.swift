#if Store
  import Foundation
  import Riffle
  import RiffleStore
  import RiffleTestSupport
  import Testing

  @Suite struct ImportTests {
    /// What is found in a store is what is found in the list itself.
    @Test(arguments: ["cities.tsv", "wordnet.tsv", "unicode-names.tsv"])
    func samplesAreFoundAsInTheirFiles(_ name: String) throws {
      let folder = try StoreFolder()
      let columns = ["--id", "1", "--title", "2", "--search-text", "3"]
      let imported = try folder.folder.run("riffle-store", ["import", "a.db", sample(name)] + columns)
      #expect(imported.status == 0)
      let lineCount = try String(contentsOfFile: sample(name), encoding: .utf8).split(separator: "\n").count
      #expect(imported.error.contains("a.db: \(grouped(lineCount)) rows in "))
      for query in ["gotebrg", "letter smal"] {
        let options = [query, "--format", "tsv", "-n", "20", "--explain"]
        let filtered = try folder.folder.run("riffle", options + [sample(name)] + columns)
        let stored = try folder.folder.run("riffle", options + ["--store", "a.db"])
        let searched = try folder.folder.run("riffle-store", ["search", "a.db"] + options)
        #expect(stored.text == filtered.text, "\(query)")
        #expect(stored.status == filtered.status && stored.error == "")
        #expect(searched.text == stored.text)
      }
    }

    @Test func theReadmeSearchesASampleAtOnce() throws {
      let readme = try String(contentsOfFile: sample("../../README.md"), encoding: .utf8)
      let blocks = readme.components(separatedBy: "```sh\n").dropFirst().compactMap {
        $0.components(separatedBy: "```").first
      }
      let block = try #require(blocks.first { $0.contains("riffle-store import") })
      let script = block.replacing(".build/release/", with: "")
        .replacing("Corpora/samples/cities.tsv", with: "'\(sample("cities.tsv"))'")
      let outcome = try ProgramFolder().run(script: script)
      #expect(outcome.status == 0, "\(outcome.error)")
      #expect(outcome.lines.first == "2711537\tGothenburg, Sweden")
    }

    private func grouped(_ number: Int) -> String {
      number < 1000 ? "\(number)" : "\(number / 1000),\(String("00\(number % 1000)".suffix(3)))"
    }

    // MARK: - Columns

    struct Table: CustomTestStringConvertible, Sendable {
      var testDescription: String
      var name = "t.tsv"
      var text: String
      var options: [String] = []
      var items: [StoreItem]
    }

    static let whole = StoreItem(
      id: 7, title: "Göteborg", searchText: "Gothenburg", reading: "jöteborj", weight: 12, isSearchable: false,
      section: "Sweden", position: 2.5, payload: .json("{\"a\": 1}"))

    static let tables = [
      Table(
        testDescription: "all columns by name",
        text: """
          id\ttitle\tsearch_text\treading\tweight\tsearchable\tsection\tposition\tpayload
          7\tGöteborg\tGothenburg\tjöteborj\t12\t0\tSweden\t2.5\t{"a": 1}

          """, items: [whole]),
      Table(
        testDescription: "names in another order and case", name: "t.csv", text: "SearchText,Title,ID\nb,a,k\n",
        items: [StoreItem(id: "k", title: "a", searchText: "b")]),
      Table(
        testDescription: "a byte order mark and blank lines before", text: "\u{FEFF}\n\nid\ttitle\n1\ta\n",
        items: [StoreItem(id: 1, title: "a")]),
      Table(
        testDescription: "no ids", text: "title\na\n\nb\n",
        items: [StoreItem(id: 1, title: "a"), StoreItem(id: 2, title: "b")]),
      Table(
        testDescription: "a header that is none", text: "title\nid\n", options: ["--no-header"],
        items: [StoreItem(id: 1, title: "title"), StoreItem(id: 2, title: "id")]),
      Table(
        testDescription: "a column without a name of its own", text: "id\ttitle\tcountry\n1\ta\tx\n",
        options: ["--header"],
        items: [StoreItem(id: 1, title: "a")]),
      Table(
        testDescription: "chosen by name and number", name: "t.csv", text: "key,name,more\n5,a,b\n",
        options: ["--header", "--id", "key", "--title", "name", "--search-text", "3"],
        items: [StoreItem(id: 5, title: "a", searchText: "b")]),
      Table(
        testDescription: "chosen by number", text: "a\t5\nb\t06\nc\t-1\n", options: ["--title", "1", "--id", "2"],
        items: [StoreItem(id: 5, title: "a"), StoreItem(id: "06", title: "b"), StoreItem(id: -1, title: "c")]),
      Table(
        testDescription: "one column", text: "a\nb\n",
        items: [StoreItem(id: 1, title: "a"), StoreItem(id: 2, title: "b")]),
      Table(
        testDescription: "lines", name: "t.txt", text: "a\tb\n\nc\r\n",
        items: [StoreItem(id: 1, title: "a\tb"), StoreItem(id: 2, title: "c")]),
      Table(
        testDescription: "ended by NUL", name: "t.txt", text: "a\nb\0c\0", options: ["--read0"],
        items: [StoreItem(id: 1, title: "a\nb"), StoreItem(id: 2, title: "c")]),
      Table(
        testDescription: "JSON Lines", name: "t.jsonl",
        text: """
          {"id": 7, "title": "Göteborg", "searchText": "Gothenburg", "reading": "jöteborj", "weight": 12, "searchable": false, \
          "section": "Sweden", "position": 2.5, "payload": {"a": 1}}
          {"id": "7", "title": "G\\u00f6teborg", "search_text": ["a", "b"], "payload": "{\\"a\\": 1}"}
          {"id": 8, "title": "x", "payload": null}
          {"id": 9, "title": "y", "payload_base64": "AAH/"}

          """,
        items: [
          whole, StoreItem(id: "7", title: "Göteborg", searchText: "a b", payload: .json("{\"a\": 1}")),
          StoreItem(id: 8, title: "x"), StoreItem(id: 9, title: "y", payload: .bytes([0, 1, 255])),
        ]),
      Table(
        testDescription: "JSON Lines without ids", name: "t.jsonl", text: "{\"name\": {\"sv\": \"a\"}}\n",
        options: ["--title", "name.sv"], items: [StoreItem(id: 1, title: "a")]),
      Table(
        testDescription: "a TSV with quotes",
        text: "\"id\"\t\"title\"\t\"payload\"\n1\t\"a\tb\"\"c\nd\"\t\"\"\n\"2\"\te\tbase64:AA==\n3\tf\t\n",
        items: [
          StoreItem(id: 1, title: "a\tb\"c\nd", payload: .json("")),
          StoreItem(id: "2", title: "e", payload: .bytes([0])),
          StoreItem(id: 3, title: "f"),
        ]),
      Table(
        testDescription: "a TSV whose first title begins with a quote", text: "\"a\nb\n",
        items: [StoreItem(id: 1, title: "\"a"), StoreItem(id: 2, title: "b")]),
      Table(
        testDescription: "ids in quotes in CSV are as those without", name: "t.csv",
        text: "\"id\",\"title\"\n\"1\",\"a\"\n",
        items: [StoreItem(id: 1, title: "a")]),
    ]

    @Test(arguments: tables) func columnsAreFound(_ table: Table) throws {
      let folder = try StoreFolder([table.name: table.text])
      let outcome = try folder.folder.run("riffle-store", ["import", "a.db", table.name] + table.options)
      #expect(outcome.status == 0, "\(outcome.error)")
      #expect(try folder.items() == table.items)
    }

    @Test func standardInputIsReadToo() throws {
      let folder = try StoreFolder()
      try folder.done("import", "a.db", "--input", "csv", input: "id,title\n1,a\n")
      try folder.done("import", "a.db", "-", "--input", "csv", input: "id,title\n2,b\n")
      #expect(try folder.titles() == ["a", "b"])
    }

    @Test func severalInputsAreNumberedOn() throws {
      let folder = try StoreFolder(["x": "a\nb\n", "y": "c\n"])
      try folder.done("import", "a.db", "x", "y")
      #expect(try folder.items().map(\.id) == [1, 2, 3])
    }

    // MARK: - Ids

    @Test func aRowReplacesTheItemWithItsID() throws {
      let folder = try StoreFolder()
      try folder.done("import", "a.db", "--input", "csv", input: "id,title,weight\n1,a,5\n2,b,6\n")
      try folder.done("import", "a.db", "--input", "csv", input: "id,title\n3,c\n1,d\n3,e\n")
      #expect(
        try folder.items() == [
          StoreItem(id: 1, title: "d"), StoreItem(id: 2, title: "b", weight: 6), StoreItem(id: 3, title: "e"),
        ])
      #expect(try folder.run("search", "a.db", "a").status == 1)
      #expect(try folder.run("search", "a.db", "d").text == "1\td\n")
    }

    @Test func numberedRowsReplaceNothingUnasked() throws {
      let folder = try StoreFolder()
      try folder.done("import", "a.db", input: "a\nb\n")
      let refused = try folder.run("import", "a.db", input: "c\n")
      #expect(refused.status == 2 && refused.error.contains("--append") && refused.error.contains("--number-from 1"))
      #expect(try folder.titles() == ["a", "b"])
      try folder.done("import", "a.db", "--append", input: "c\n")
      try folder.done("import", "a.db", "--number-from", "1", input: "d\n")
      try folder.done("import", "a.db", "--number-from", "10", input: "e\n")
      #expect(try folder.items().map(\.id) == [1, 2, 3, 10])
      #expect(try folder.titles() == ["d", "b", "c", "e"])
    }

    @Test func anIDMayBeAskedToComeOnce() throws {
      let folder = try StoreFolder(["t.csv": "id,title\n1,a\n2,b\n\"1\",c\nx,d\n2,e\n"])
      let outcome = try folder.run("import", "a.db", "t.csv", "--unique", "--batch", "2")
      #expect(outcome.status == 1)
      #expect(outcome.error.contains("t.csv:4: the id 1 has come before, in t.csv:2\n"))
      #expect(outcome.error.contains("t.csv:6: the id 2 has come before, in t.csv:3\n"))
      #expect(outcome.error.contains("3 rows in ") && outcome.error.hasSuffix("; 2 left out\n"))
      #expect(try folder.titles() == ["a", "b", "d"])
    }

    @Test func importingOnceMoreChangesNothing() throws {
      let folder = try StoreFolder()
      let options = ["--id", "1", "--title", "2", "--search-text", "3"]
      for _ in 0..<2 {
        #expect(try folder.folder.run("riffle-store", ["import", "a.db", sample("cities.tsv")] + options).status == 0)
      }
      #expect(try folder.items().count == 8129)
      #expect(try folder.run("verify", "a.db").status == 0)
    }

    // MARK: - Lists

    @Test func theOptionsOfANewListHold() throws {
      let folder = try StoreFolder([
        "t.tsv": "id\ttitle\tsection\tposition\tweight\n1\tx/a\tB\t1\t5\n2\tx/b\tA\t2\t1\n3\tМосква\tA\t1\t9\n"
      ])
      try folder.done(
        "import", "a.db", "t.tsv", "--order", "sections", "--scope", "large=weight > 4", "--scope", "all=1",
        "--romanize",
        "--durability", "normal")
      #expect(try folder.items().map(\.id) == [3, 2, 1])
      #expect(try folder.run("search", "a.db", "moskva").text == "3\tМосква\n")
      #expect(try folder.run("search", "a.db", "", "--scope", "large").text == "3\tМосква\n1\tx/a\n")
      #expect(try folder.run("search", "a.db", "x", "--scope", "large", "--scope", "all").text == "1\tx/a\n")
      let unknown = try folder.run("search", "a.db", "x", "--scope", "small")
      #expect(unknown.status == 2 && unknown.error.contains("there is no scope “small”: the index has “all”, “large”"))

      let refused = try folder.run("import", "a.db", "t.tsv", "--paths")
      #expect(refused.status == 2 && refused.error.contains("riffle-store rebuild"))
      try folder.done("import", "a.db", "t.tsv", "--order", "sections", "--romanize")
      try folder.done("rebuild", "a.db", "--order", "arrival", "--no-romanize", "--scope", "all=")
      #expect(try folder.items().map(\.id) == [1, 2, 3])
      #expect(try folder.run("search", "a.db", "moskva").status == 1)
      #expect(try folder.run("search", "a.db", "", "--scope", "all").status == 2)
    }

    @Test func aListHasTheSynonymsOfAFile() throws {
      let folder = try StoreFolder([
        "names.txt": "# cities\ngotham, new york city\n", "wrong.txt": "gotham\n", "none.txt": "",
      ])
      try folder.done("import", "a.db", "--synonyms", "names.txt", input: "New York City Hall\nParis\n")
      #expect(try folder.run("search", "a.db", "gotham hall", "--all-terms").text == "1\tNew York City Hall\n")
      for (file, message) in [("wrong.txt", "wrong.txt: line 1 of the synonyms"), ("missing.txt", "missing.txt")] {
        let refused = try folder.run("rebuild", "a.db", "--synonyms", file)
        #expect(refused.status == 2 && refused.error.contains(message))
      }
      try folder.done("rebuild", "a.db", "--synonyms", "none.txt")
      #expect(try folder.run("search", "a.db", "gotham hall", "--all-terms").status == 1)
    }

    @Test func aListMayBeInTheOrderOfALanguage() throws {
      let folder = try StoreFolder()
      try folder.done("create", "a.db", "--order", "alphabet", "--locale", "sv")
      try folder.done("import", "a.db", input: "Örebro\nZorn\nÅbo\nabc\n")
      #expect(try folder.run("search", "a.db", "").text == "4\tabc\n2\tZorn\n3\tÅbo\n1\tÖrebro\n")
    }

    @Test(arguments: ["en", "de-u-co-phonebk"]) func numbersMayOrderAListOfALanguage(locale: String) throws {
      let folder = try StoreFolder()
      try folder.done("create", "a.db", "--order", "alphabet", "--locale", locale, "--numeric")
      try folder.done("import", "a.db", input: "Item 10\nItem 2\nItem 1\n")
      #expect(try folder.run("search", "a.db", "").text == "3\tItem 1\n2\tItem 2\n1\tItem 10\n")
    }
  }
#endif
