import RiffleTestSupport
import Testing

/// Records filtered, sorted and counted by their columns.
struct FieldTests {
  private static let cities = """
    name,country,population,founded,capital,rating
    Göteborg,SE,587549,1621-06-04,no,4.5
    Stockholm,SE,978770,1252,yes,
    Oslo,NO,709037,1040,yes,4
    Bergen,NO,291940,1070-01-01,no,3.25
    "Gothenburg, Nebraska",US,3574,1885,no,
    Älvsjö,SE,,,,

    """

  private static let records = """
    {"name": "Göteborg", "place": {"country": "SE"}, "tags": ["port", "tram"], "population": 587549}
    {"name": "Stockholm", "place": {"country": "SE"}, "tags": ["port"], "population": 978770.0}
    {"name": "Oslo", "place": {"country": "NO"}, "tags": [], "population": null}
    {"name": "Bergen", "place": {"country": "NO"}, "tags": "port", "population": "291940"}

    """

  /// Runs with the cities in a table.
  private func table(_ arguments: String...) throws -> ProgramOutcome {
    var program = Program(files: ["cities.csv": Self.cities])
    program.arguments = arguments + ["--header", "--title", "name"]
    return try program.run()
  }

  private func names(_ outcome: ProgramOutcome) -> [String] {
    outcome.lines.map { line in
      String(line.hasPrefix("\"") ? line.dropFirst().prefix { $0 != "," } : line.prefix { $0 != "," })
    }
  }

  @Test(arguments: [
    ("population > 1e5 AND country = SE", ["Göteborg", "Stockholm"]), ("population > 1e9", []),
    ("country IN (NO, US) AND NOT capital", ["Bergen", "Gothenburg"]), ("capital", ["Stockholm", "Oslo"]),
    ("capital = true", ["Stockholm", "Oslo"]), ("capital = yes", ["Stockholm", "Oslo"]),
    ("founded < 1250", ["Oslo"]), ("founded >= 1621-06-04", ["Göteborg", "Gothenburg"]),
    ("rating IS NULL", ["Stockholm", "Gothenburg", "Älvsjö"]), ("rating > 3.25", ["Göteborg", "Oslo"]),
    ("population = 3574.0", ["Gothenburg"]), ("NOT population > 0", ["Älvsjö"]),
    ("name BEGINS WITH Got", ["Gothenburg"]), ("country != SE", ["Oslo", "Bergen", "Gothenburg"]), ("FALSE", []),
  ])
  func aFilterLeavesTheRecordsThatMeetIt(filter: String, names: [String]) throws {
    for arguments in [["--where", filter, "", "cities.csv"], ["", "cities.csv", "--where=\(filter)", "--tail", "6"]] {
      var program = Program(files: ["cities.csv": Self.cities])
      program.arguments = arguments + ["--header", "--title", "name"]
      let outcome = try program.run()
      #expect(self.names(outcome) == names, "\(filter)")
      #expect(outcome.error == "" && outcome.status == (names.isEmpty ? 1 : 0))
    }
  }

  @Test func withoutAQueryAllRecordsOfStandardInputThatMeetTheFilterAreListed() throws {
    let outcome = try Program(
      "--where", "capital", "--header", "--title", "name", "--input", "csv", input: Self.cities
    ).run()
    #expect(names(outcome) == ["Stockholm", "Oslo"] && outcome.error == "" && outcome.status == 0)
  }

  @Test func onlyRecordsThatMeetTheFilterDecideWhatIsWithinReach() throws {
    #expect(names(try table("gotenburg", "cities.csv", "--reach", "0")) == ["Gothenburg"])
    #expect(names(try table("gotenburg", "cities.csv", "--reach", "0", "--where", "country = SE")) == ["Göteborg"])
  }

  @Test func positionsAreThoseOfTheWholeList() throws {
    let outcome = try table("", "cities.csv", "--where", "country = NO", "--format", "tsv")
    #expect(outcome.text == "4\tOslo\t0\t2\t\n5\tBergen\t0\t3\t\n")
  }

  @Test func aFilterCombinesWithTheOptionsOfGrep() throws {
    #expect(try table("stock", "cities.csv", "--where", "country = SE", "-c").text == "1\n")
    #expect(names(try table("stockholm", "cities.csv", "--where", "country = SE", "-v")) == ["Göteborg", "Älvsjö"])
    #expect(try table("", "cities.csv", "--where", "country = SE", "-v", "-c").text == "0\n")
    #expect(try table("", "cities.csv", "--where", "country = SE", "-l").text == "cities.csv\n")
    #expect(try table("", "cities.csv", "--where", "country = DK", "-q").status == 1)
  }

  @Test func jsonHasTypedValuesPathsAndSeveralValues() throws {
    func found(_ arguments: String...) throws -> [String] {
      var program = Program(files: ["cities.jsonl": Self.records])
      program.arguments = arguments + ["", "cities.jsonl", "--title", "name"]
      let outcome = try program.run()
      #expect(outcome.error == "")
      return outcome.lines.map { String($0.split(separator: "\"")[3]) }
    }
    #expect(try found("--where", "place.country = SE AND population > 600000") == ["Stockholm"])
    #expect(try found("--where", "tags = port") == ["Göteborg", "Stockholm", "Bergen"])
    #expect(try found("--where", "tags IS NULL") == ["Oslo"])
    #expect(try found("--where", "population IS NULL") == ["Oslo"])
    #expect(try found("--sort", "-population") == ["Stockholm", "Göteborg", "Bergen", "Oslo"])
    #expect(try found("--sort", "-tags,name") == ["Göteborg", "Bergen", "Stockholm", "Oslo"])
  }

  @Test func recordsAreSortedBySeveralColumns() throws {
    #expect(
      names(try table("", "cities.csv", "--sort", "country,-population"))
        == ["Oslo", "Bergen", "Stockholm", "Göteborg", "Älvsjö", "Gothenburg"])
    #expect(
      names(try table("", "cities.csv", "--sort", "-rating", "--sort", "-name"))
        == ["Göteborg", "Oslo", "Bergen", "Älvsjö", "Stockholm", "Gothenburg"])
    let window = try table("", "cities.csv", "--sort=-population", "-n", "2", "--offset", "1")
    #expect(names(window) == ["Oslo", "Göteborg"])
    #expect(names(try table("g", "cities.csv", "--sort", "population", "-m", "substring")).first == "Gothenburg")
    let pipe = try Program(files: ["cities.csv": Self.cities]).run(
      script: "cat cities.csv | riffle --input csv --header --title name --sort -population ''")
    #expect(names(pipe) == ["Stockholm", "Oslo", "Göteborg", "Bergen", "Gothenburg", "Älvsjö"])
  }

  @Test func equalRecordsKeepTheOrderOfTheList() throws {
    #expect(
      names(try table("", "cities.csv", "--sort", "-country"))
        == ["Gothenburg", "Göteborg", "Stockholm", "Älvsjö", "Oslo", "Bergen"])
  }

  @Test func equalRecordsAreInTheOrderOfMatchesIfSortedByRelevanceLast() throws {
    func found(_ options: String...) throws -> [String] {
      var program = Program(files: ["t.csv": "bergen hall,NO\nbig berg,SE\nbergen,SE\nberg,SE\nberga,NO\nBonn,DE\n"])
      program.arguments = ["berg", "t.csv", "--title", "1"] + options
      return names(try program.run())
    }
    let ranked = try found()
    #expect(ranked == ["berg", "big berg", "berga", "bergen", "bergen hall"])
    let sorted = ["berga", "bergen hall", "berg", "big berg", "bergen"]
    #expect(try found("--sort", "2,relevance") == sorted)
    #expect(try found("--sort", "2") == ["bergen hall", "berga", "big berg", "bergen", "berg"])
    #expect(try found("--sort", "relevance") == ranked)
    #expect(try found("--sort", "2", "--sort", "relevance", "-n2", "--offset", "1") == Array(sorted[1...2]))
  }

  @Test func aColumnNamedRelevanceIsSortedByWithADirection() throws {
    func found(_ sort: String) throws -> ProgramOutcome {
      var program = Program(files: ["t.csv": "title,relevance\nberg,2\nberg x,1\nx berg,3\n"])
      program.arguments = ["berg", "t.csv", "--header", "--title", "title", "--sort", sort]
      return try program.run()
    }
    #expect(names(try found("relevance")) == ["berg", "berg x", "x berg"])
    #expect(names(try found("relevance:asc")) == ["berg x", "berg", "x berg"])
    #expect(names(try found("-relevance")) == ["x berg", "berg", "berg x"])
    let wrong = try found("relevance,title")
    #expect(wrong.status == 2 && wrong.error.contains("--sort: sort key 1 is “relevance”"), "\(wrong.error)")
  }

  @Test func facetsCountTheRecordsFound() throws {
    let outcome = try table("", "cities.csv", "--facets", "country,capital", "-n", "1")
    #expect(
      outcome.text
        == "Göteborg,SE,587549,1621-06-04,no,4.5\n"
        + "country\tSE\t3\ncountry\tNO\t2\ncountry\tUS\t1\ncapital\tno\t3\ncapital\tyes\t2\n")
    let some = try table("", "cities.csv", "--facets", "rating", "-n0", "--where", "country = NO")
    #expect(some.text == "rating\t3.25\t1\nrating\t4\t1\n" && some.error == "" && some.status == 0)
    let first = try table("", "cities.csv", "--facets", "country", "--facet-limit", "1", "-n0")
    #expect(first.text == "country\tSE\t3\n")
    #expect(first.error == "riffle: country: 2 more values; --facet-limit prints more of them\n")
    let counted = try table("", "cities.csv", "--facets", "country", "-c", "--where", "capital")
    #expect(counted.text == "2\ncountry\tNO\t1\ncountry\tSE\t1\n")
  }

  @Test func facetsInJSONAreOneObjectAfterTheRecords() throws {
    let outcome = try table("oslo", "cities.csv", "--facets", "population,country", "--format", "json")
    #expect(outcome.lines.count == 2)
    #expect(
      outcome.lines.last
        == #"{"facets":{"population":{"values":[{"value":709037,"count":1}],"distinct":1,"missing":0,"#
        + #""least":709037,"greatest":709037},"country":{"values":[{"value":"NO","count":1}],"distinct":1,"missing":0}}}"#
    )
  }

  @Test func declaredTypesDecide() throws {
    #expect(names(try table("", "cities.csv", "--where", "country = se", "--field", "country:keyword")) == [])
    #expect(
      names(try table("", "cities.csv", "--where", "country = se", "--field", "country:keyword:folded"))
        == ["Göteborg", "Stockholm", "Älvsjö"])
    #expect(
      names(try table("", "cities.csv", "--sort", "-population", "--field", "population:keyword", "-n2"))
        == ["Stockholm", "Oslo"])
    let outcome = try table("", "cities.csv", "--field", "rating:integer", "--where", "rating > 0")
    #expect(names(outcome) == ["Oslo"])
    #expect(
      outcome.error.contains(
        "cities.csv:2: 4.5 is no value of the integer field rating: correct the record, or give the field another type"
      ))
    #expect(outcome.error.contains("these 2 records were left out"))
    #expect(try table("", "cities.csv", "--field", "rating:integer", "--strict").status == 2)
  }

  @Test func severalQueriesAndFilesAreFilteredAndSorted() throws {
    var program = Program(files: [
      "a.csv": "n,title\n1,Oslo\n3,Bergen\n", "b.csv": "title,n\nBergen,2\nVoss,9\n", "queries": "bergen\noslo\n",
    ])
    program.arguments = ["-f", "queries", "a.csv", "b.csv", "--header", "--where", "n < 9", "--sort", "-n"]
    let outcome = try program.run()
    #expect(outcome.text == "3,Bergen\nBergen,2\n1,Oslo\n" && outcome.error == "")
  }

  @Test func recordsAreFilteredAsTheyCome() throws {
    let folder = try ProgramFolder()
    let program = try folder.start(
      "riffle", ["-m", "substring", "o", "--input", "tsv", "--title", "1", "--where", "2 > 5"], input: nil)
    try program.send("one\t1\noslo\t6\n")
    #expect(try program.waits(for: "oslo\t6\n"))
    try program.send("two\t7\n")
    #expect(try program.waits(for: "oslo\t6\ntwo\t7\n"))
    try program.closeInput()
    #expect(try program.outcome().status == 0)
  }

  // MARK: - Random tables

  private static let seed = UInt64(setting("RIFFLE_SEED") ?? 54)

  /// A row of a random table.
  private struct Row {
    var number: Int?
    var word: String?
  }

  @Test func randomTablesAreFilteredAndSortedAsPlainArrays() throws {
    var random = SeededGenerator(seed: Self.seed)
    let words = ["a", "B", "b", "é", "e\u{301}", "x y", "\"q\"", "1,2", "007"]
    for _ in 0..<(setting("RIFFLE_CASES") ?? 20) {
      let rows = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        Row(
          number: Bool.random(using: &random) ? Int.random(in: -3...12, using: &random) : nil,
          word: Int.random(in: 0..<4, using: &random) > 0 ? words.randomElement(using: &random) : nil)
      }
      let table = rows.enumerated().map { place, row in
        let word = row.word.map { "\"\($0.replacing("\"", with: "\"\""))\"" } ?? ""
        return "\(place),\(row.number.map(String.init) ?? ""),\(word)\n"
      }
      let least = Int.random(in: -3...12, using: &random)
      let word = words.randomElement(using: &random) ?? "a"
      let quoted = "'\(word)'"
      let filters: [(String, (Row) -> Bool)] = [
        ("n >= \(least)", { $0.number.map { $0 >= least } ?? false }),
        ("w = \(quoted) OR n IS NULL", { $0.number == nil || $0.word.map { Self.areSame($0, word) } ?? false }),
        (
          "NOT (w = \(quoted)) AND n < \(least)",
          { row in
            !(row.word.map { Self.areSame($0, word) } ?? false) && row.number.map { $0 < least } ?? false
          }
        ),
        ("w EXISTS AND NOT n = \(least)", { $0.word != nil && $0.number != least }),
      ]
      let (filter, isMet) = filters[Int.random(in: 0..<filters.count, using: &random)]
      let isDescending = Bool.random(using: &random)
      let left = rows.enumerated().filter { isMet($0.element) }
      let sorted = left.sorted { a, b in
        let (first, second) = (a.element.number, b.element.number)
        if let first, let second, first != second { return isDescending ? first > second : first < second }
        if (first == nil) != (second == nil) { return second == nil }
        return a.offset < b.offset
      }
      var program = Program(files: ["t.csv": "title,n,w\n" + table.joined()])
      program.arguments = ["", "t.csv", "--header", "--where", filter]
      let what = "seed \(Self.seed): \(filter) of \(rows)"
      #expect(try program.run().text == left.map { table[$0.offset] }.joined(), "\(what)")
      program.arguments += ["--sort", isDescending ? "-n" : "n"]
      #expect(try program.run().text == sorted.map { table[$0.offset] }.joined(), "\(what)")
      program.arguments += ["-n0", "--facets", "w", "--facet-limit", "99"]
      var counts: [[UInt8]: Int] = [:]
      for row in left { if let word = row.element.word { counts[Array(word.utf8), default: 0] += 1 } }
      let expected = counts.sorted { a, b in
        a.value != b.value ? a.value > b.value : a.key.lexicographicallyPrecedes(b.key)
      }
      let facets = expected.map { "w\t\(String(decoding: $0.key, as: UTF8.self))\t\($0.value)\n" }.joined()
      #expect(Array(try program.run().text.utf8) == Array(facets.utf8), "\(what)")
    }
  }

  private static func areSame(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }
}
