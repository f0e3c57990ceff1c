import RiffleTestSupport
import Testing

/// Queries with terms. What matches and in which order is the engine's; here it is what each option does.
struct MatchingTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var arguments: [String]
    var input = MatchingTests.cities
    var output: String
  }

  static let cities = "Göteborg\nStockholm\nNew York City\nNew York Mills\n\nnewt\n"

  static let cases = [
    Case(testDescription: "misspelt", arguments: ["gotebrg"], output: "Göteborg\n"),
    Case(testDescription: "initials", arguments: ["nyc"], output: "New York City\n"),
    Case(testDescription: "best first", arguments: ["new"], output: "New York City\nNew York Mills\nnewt\n"),
    Case(testDescription: "not misspelt", arguments: ["gotebrg", "-m", "words"], output: ""),
    Case(testDescription: "words", arguments: ["mill new", "-m", "words"], output: "New York Mills\n"),
    Case(testDescription: "substring", arguments: ["YORK m", "--mode", "substring"], output: "New York Mills\n"),
    Case(testDescription: "subsequence", arguments: ["nwykm", "-m", "subsequence"], output: "New York Mills\n"),
    Case(
      testDescription: "lower-cased substring", arguments: ["G\u{D6}T", "-m", "lowercased-substring"],
      output: "Göteborg\n"),
    Case(testDescription: "accents count there", arguments: ["got", "-m", "lowercased-substring"], output: ""),
    Case(
      testDescription: "capitals", arguments: ["New", "--case-sensitive"], output: "New York City\nNew York Mills\n"),
    Case(testDescription: "extended", arguments: ["--extended", "^new !mills !^newt"], output: "New York City\n"),
    Case(testDescription: "not, or", arguments: ["--extended", "!a | c"], input: "a\nb\nab\nc\n", output: "b\nc\n"),
    Case(
      testDescription: "not, or not", arguments: ["--extended", "!a | !b"], input: "a\nb\nab\nc\n", output: "a\nb\nc\n"),
    Case(
      testDescription: "only not", arguments: ["--extended", "!bad"], input: "aaaaa\nb\nccc\nBAD\n",
      output: "aaaaa\nb\nccc\n"),
    Case(
      testDescription: "only not, the last first", arguments: ["--extended", "!bad", "--tac"],
      input: "aaaaa\nb\nccc\nBAD\n", output: "ccc\nb\naaaaa\n"),
    Case(
      testDescription: "colours", arguments: ["--ansi", "31"],
      input: "\u{1B}[31mred\u{1B}[0m\n\u{1B}]8;;http://31\u{1B}\\link\u{1B}]8;;\u{7}\n31\n", output: "31\n"),
    Case(
      testDescription: "links", arguments: ["--ansi", "^link", "--extended"],
      input: "\u{1B}]8;;http://31\u{1B}\\link\u{1B}]8;;\u{7}\r\n", output: "link\r\n"),
    Case(
      testDescription: "places among colours", arguments: ["--ansi", "--filter", "bar", "--format", "json"],
      input: "x\n\u{1B}[1mfo\u{1B}[0mo \u{1B}[38;5;1mb\u{1B}[0mar\n",
      output: #"{"id":2,"title":"foo bar","position":1,"cost":0.5,"fields":["title"],"highlights":{"title":[[4,7]]}}"#
        + "\n"),
    Case(
      testDescription: "highlights among colours", arguments: ["--ansi", "b", "--color", "always"],
      input: "a\u{1B}[1m \u{1B}[0mb\n", output: "a \u{1B}[1;31mb\u{1B}[0m\n"),
    Case(
      testDescription: "colours in columns", arguments: ["--ansi", "b", "--input", "tsv", "--title", "2"],
      input: "1\t\u{1B}[1mb\u{1B}[0m\n2\tc\n", output: "1\tb\n"),
    Case(
      testDescription: "a sequence without its end", arguments: ["--ansi", "-v", "zz"],
      input: "a\u{1B}]8;;x\nb\u{1B}[3\nc\u{1B}\nd\n", output: "a\nb\nc\nd\n"),
    Case(
      testDescription: "colours as letters", arguments: ["-m", "substring", "[31m"], input: "\u{1B}[31mx\n",
      output: "\u{1B}[31mx\n"),
    Case(
      testDescription: "equals in the order of the list", arguments: ["café", "--scheme", "history"],
      input: "cafe\nCafe\ncafé au lait\ncafé\nCAFE\n", output: "cafe\nCafe\ncafé au lait\ncafé\nCAFE\n"),
    Case(
      testDescription: "typos in the order of the list", arguments: ["stokcholm", "--tiebreak", "index"],
      input: "stoxcholm\nstockholm\n", output: "stoxcholm\nstockholm\n"),
    Case(
      testDescription: "equals the other way round", arguments: ["café", "--tac"],
      input: "cafe\nCafe\ncafé\nCAFE\n", output: "CAFE\ncafé\nCafe\ncafe\n"),
    Case(
      testDescription: "a blank that is demanded", arguments: ["--extended", "git\\ "],
      input: "git\ngit status\ngitk\nlegit x\n", output: "git status\nlegit x\n"),
    Case(testDescription: "limit", arguments: ["york", "-n", "1"], output: "New York City\n"),
    Case(testDescription: "offset", arguments: ["york", "--offset", "1"], output: "New York Mills\n"),
    Case(testDescription: "count", arguments: ["york", "-c", "-n", "1"], output: "2\n"),
    Case(testDescription: "count nothing", arguments: ["qqq", "-c"], output: "0\n"),
    Case(testDescription: "only blanks", arguments: [" \t", "-c"], output: "6\n"),
    Case(
      testDescription: "only punctuation", arguments: ["--", "->"], input: "a - b\nf() -> Int\n- >\n>-\n",
      output: "f() -> Int\n"),
    Case(
      testDescription: "only punctuation, extended", arguments: ["--extended", "::"], input: "a:b\na::b\n",
      output: "a::b\n"),
    Case(
      testDescription: "not matching", arguments: ["-v", "new"], output: "Göteborg\nStockholm\n\n"),
    Case(testDescription: "how many do not match", arguments: ["-vc", "new"], output: "3\n"),
    Case(
      testDescription: "a part of those", arguments: ["-v", "new", "--offset", "1", "-n", "1"], output: "Stockholm\n"),
    Case(testDescription: "capitals that do not count", arguments: ["-i", "NEWT", "-n", "1"], output: "newt\n"),
    Case(
      testDescription: "numbers of lines", arguments: ["--line-number", "-H", "newt", "-n", "1"],
      output: "(standard input):6:newt\n"),
    Case(
      testDescription: "places in colour", arguments: ["--line-number", "newt", "--color", "always", "-n", "1"],
      output: "6:\u{1B}[1;31mnewt\u{1B}[0m\n"),
    Case(
      testDescription: "places as JSON", arguments: ["--line-number", "-H", "newt", "--format", "json", "-n", "1"],
      output:
        #"{"id":6,"title":"newt","position":5,"cost":0,"fields":["title"],"highlights":{"title":[[0,4]]},"file":"(standard input)","line":6}"#
        + "\n"),
    Case(
      testDescription: "an array", arguments: ["b", "--input", "json"],
      input: "[\n  {\n    \"title\": \"a, [x]\"\n  },\n  {\"title\": \"b \\\"]\", \"n\": [1, {}]}\n]\n",
      output: #"{"title":"b \"]","n":[1,{}]}"# + "\n"),
    Case(
      testDescription: "values one after the other", arguments: ["", "--input", "json"],
      input: "{\n\"title\":\n\"a\"}{\"title\":\"b\"}\n\n {\"title\":1}",
      output: "{\"title\":\"a\"}\n{\"title\":\"b\"}\n{\"title\":1}\n"),
    Case(testDescription: "the last of them", arguments: ["new", "--tail", "3"], output: "New York Mills\nnewt\n"),
    Case(testDescription: "more than there are", arguments: ["new", "--tail", "99", "-c"], output: "3\n"),
    Case(
      testDescription: "places of the last", arguments: ["mills", "--tail", "3", "--format", "tsv"],
      output: "4\tNew York Mills\t0.5\t3\ttitle\n"),
    Case(
      testDescription: "the last of a table",
      arguments: ["b", "--tail", "2", "--input", "csv", "--title", "1", "--format", "tsv"],
      input: "b 1\n\n\"b\n2\"\n\nb 3\n\n", output: "3\tb 2\t0\t1\ttitle\n6\tb 3\t0\t2\ttitle\n"),
    Case(testDescription: "what does not match of the last", arguments: ["-v", "new", "--tail", "3"], output: "\n"),
    Case(
      testDescription: "list order", arguments: ["new", "--no-sort"], input: "a new x\nnew\n",
      output: "a new x\nnew\n"),
    Case(testDescription: "the last line first", arguments: ["", "--tac"], input: "a\nb\nc\n", output: "c\nb\na\n"),
    Case(
      testDescription: "of equals the last first", arguments: ["a", "--tac"], input: "a 1\nab\na 234\nb\n",
      output: "a 234\na 1\nab\n"),
    Case(
      testDescription: "list order from the end", arguments: ["a", "--tac", "--no-sort"],
      input: "a 1\nab\na 234\nb\n", output: "a 234\nab\na 1\n"),
    Case(
      testDescription: "of equals the first first", arguments: ["a", "--tiebreak", "index", "-n", "2"],
      input: "xa\na 234\na 1\n", output: "a 234\na 1\n"),
    Case(
      testDescription: "paths", arguments: ["readme", "--paths"], input: "readme/of/things\nb/readme\n",
      output: "b/readme\nreadme/of/things\n"),
    Case(
      testDescription: "hidden words", arguments: ["lutetia", "--input", "tsv", "--title", "1", "--search-text", "2"],
      input: "Paris\tLutetia\nLondon\tLondinium\n", output: "Paris\tLutetia\n"),
    Case(
      testDescription: "the title before hidden words",
      arguments: ["paris", "--input", "csv", "--header", "--search-text", "also"],
      input: "title,also\nTexas,Paris\nParis,\n", output: "Paris,\nTexas,Paris\n"),
    Case(
      testDescription: "only the title", arguments: ["lutetia", "--input", "tsv", "--title", "1"],
      input: "Paris\tLutetia\n", output: ""),
    Case(
      testDescription: "how it is read", arguments: ["tokyo", "--input", "tsv", "--title", "1", "--reading", "2"],
      input: "東京\tTōkyō\n大阪\tŌsaka\n", output: "東京\tTōkyō\n"),
    Case(
      testDescription: "in Latin letters", arguments: ["beijing", "--romanize"], input: "上海\n北京\nМосква\n",
      output: "北京\n"),
    Case(testDescription: "only as written", arguments: ["beijing"], input: "上海\n北京\nМосква\n", output: ""),
    Case(
      testDescription: "weight", arguments: ["foo", "--input", "jsonl", "--weight", "n.0"],
      input: #"{"title":"foo","n":[1]}"# + "\n" + #"{"title":"foo","n":[10]}"# + "\n",
      output: #"{"title":"foo","n":[10]}"# + "\n" + #"{"title":"foo","n":[1]}"# + "\n"),
    Case(
      testDescription: "reach", arguments: ["berlin", "--reach", "5"], input: "Merlin\nBerlin\n", output: "Berlin\n"),
    Case(
      testDescription: "unlimited reach", arguments: ["berlin", "--reach", "unlimited"], input: "Merlin\nBerlin\n",
      output: "Berlin\nMerlin\n"),
    Case(
      testDescription: "a term too many", arguments: ["york mills movie"], output: "New York Mills\n"),
    Case(testDescription: "all terms", arguments: ["york mills movie", "--all-terms"], output: ""),
    Case(testDescription: "all terms of a mode", arguments: ["york mills movie", "-m", "words"], output: ""),
    Case(
      testDescription: "what is missing, in colour", arguments: ["york Movie mills", "-n", "1", "--color", "always"],
      output: "New \u{1B}[1;31mYork\u{1B}[0m \u{1B}[1;31mMills\u{1B}[0m\u{1B}[2m  (without movie)\u{1B}[0m\n"),
    Case(
      testDescription: "a count of a table", arguments: ["row", "-c", "--input", "tsv", "--title", "1"],
      input: String(repeating: "row\tx\n", count: 1500), output: "1500\n"),
    Case(
      testDescription: "DOS line ends", arguments: ["b a", "--format", "tsv"], input: "a\r\nb a\r\n",
      output: "2\tb a\t0\t1\ttitle,title\n"),
    Case(
      testDescription: "colours", arguments: ["göte", "--color", "always"],
      output: "\u{1B}[1;31mGöte\u{1B}[0mborg\n"),
    Case(testDescription: "no colours", arguments: ["göte"], output: "Göteborg\n"),
    Case(
      testDescription: "colours in a column",
      arguments: ["york", "--color", "always", "--input", "csv", "--title", "2"],
      input: "york,\"in \"\"York\"\"\"\r\n", output: "york,\"in \"\"\u{1B}[1;31mYork\u{1B}[0m\"\"\"\r\n"),
    Case(
      testDescription: "colours in JSON", arguments: ["gote", "--color", "always", "--input", "jsonl"],
      input: #"{"title":"in G\u00f6teborg"}"#, output: "{\"title\":\"in \u{1B}[1;31mG\\u00f6te\u{1B}[0mborg\"}\n"),
  ]

  @Test(arguments: cases) func prints(_ test: Case) throws {
    var program = Program(input: test.input)
    program.arguments = test.arguments
    let outcome = try program.run()
    #expect(outcome.text == test.output)
    #expect(outcome.error == "")
    #expect(outcome.status == (test.output.isEmpty || test.output == "0\n" ? 1 : 0))
  }

  @Test func quietly() throws {
    for (query, status) in [("new", Int32(0)), ("qqq", 1)] {
      let outcome = try Program("-q", query, input: MatchingTests.cities).run()
      #expect(outcome.text == "" && outcome.error == "" && outcome.status == status)
    }
  }

  @Test func namesOfFiles() throws {
    let files = ["a": "x\n", "b": "York\n", "c": "new york\n"]
    #expect(try Program("-l", "york", "a", "b", "c", files: files).run().lines == ["b", "c"])
    #expect(try Program("-l", "-v", "york", "a", "b", "c", files: files).run().lines == ["a"])
    let placed = try Program("-H", "--line-number", "york", "a", "b", "c", files: files).run()
    #expect(placed.lines == ["b:1:York", "c:1:new york"])
    #expect(
      try Program("-Hv", "york", "a", "-", "c", input: "z\n", files: files).run().lines == [
        "a:x", "(standard input):z",
      ])
  }

  @Test func synonymsAreReadFromAFile() throws {
    let files = ["names": "nyc, new york city\r\n# a comment\n", "wrong": "a, b\nnyc", "list": MatchingTests.cities]
    #expect(try Program("--synonyms", "names", "nyc", "list", files: files).run().lines.first == "New York City")
    let wrong = try Program("--synonyms", "wrong", "nyc", "list", files: files).run()
    #expect(wrong.status == 2 && wrong.error.contains("wrong: line 2 of the synonyms, “nyc”"))
    let missing = try Program("--synonyms", "none", "nyc", "list", files: files).run()
    #expect(missing.status == 2 && missing.error.contains("none"))
  }

  @Test func severalQueries() throws {
    let files = ["queries": "gotebrg\nnew york\r\nqqq", "list": MatchingTests.cities, "all": "x\n\n", "none": ""]
    func run(_ arguments: String...) throws -> ProgramOutcome {
      var program = Program(files: files)
      program.arguments = arguments
      return try program.run()
    }
    let best = try run("-f", "queries", "list")
    // What is as typed comes first, whichever query it is that finds it.
    #expect(best.lines == ["New York City", "New York Mills", "Göteborg"])
    #expect(try run("-f", "queries", "list", "-n", "1", "--offset", "1").lines == ["New York Mills"])
    #expect(try run("-f", "queries", "list", "-c").text == "3\n")
    #expect(try run("-f", "queries", "list", "-l").text == "list\n")
    #expect(try run("--file-of-queries", "queries", "-v", "list").lines == ["Stockholm", "", "newt"])
    #expect(try run("-f", "queries", "list", "--verbose").error.contains("6 records, 55 bytes, 3 found"))
    let json = try run("-f", "queries", "list", "--format", "json")
    #expect(json.lines.map { $0.contains(#","query":"new york"}"#) } == [true, true, false])
    #expect(json.lines.last?.hasSuffix(#","query":"gotebrg"}"#) == true)
    // In list order, as grep -F has it.
    #expect(
      try run("-f", "queries", "-m", "substring", "--no-sort", "list").lines == ["New York City", "New York Mills"])
    #expect(try run("-f", "all", "list", "-c").text == "6\n")
    #expect(try run("-f", "none", "list").status == 1)
    #expect(try run("-f", "none", "list", "-vc").text == "6\n")
    #expect(try run("-f", "none", "-f", "queries", "list", "-c").text == "3\n")
  }

  /// A row that several queries find shows as what it matches best, and counts once.
  @Test func queriesThatFindTheSameRow() throws {
    let files = ["queries": "yorc\nyork\ny", "list": "York\nNew York\n"]
    let outcome = try Program("-f", "queries", "list", "--format", "json", files: files).run()
    #expect(outcome.lines.count == 2 && outcome.lines.allSatisfy { $0.hasSuffix(#","query":"york"}"#) })
  }

  @Test func queriesFromStandardInputAndTables() throws {
    let files = ["t.tsv": "1\tab\n\n2\tcd\n3\tab cd\n"]
    let outcome = try Program("-f", "-", "t.tsv", "--title", "2", "-m", "words", input: "cd\nzz\n", files: files).run()
    #expect(outcome.lines == ["2\tcd", "3\tab cd"])
  }

  @Test func aQueryThatIsNoneIsNamedByItsPlace() throws {
    let files = ["queries": "a\n" + String(repeating: "x", count: 300), "list": "a\n"]
    let outcome = try Program("-f", "queries", "list", files: files).run()
    #expect(outcome.error.contains("riffle: queries:2: the query has 300 characters"))
    #expect(outcome.status == 2)
    #expect(
      try Program("-f", "nowhere", "list", files: files).run().error == "riffle: nowhere: No such file or directory\n")
  }

  /// In list order those that are hits only because nothing better is there come last, from a file as from a pipe.
  @Test func whatOnlyTheEndSaysComesLast() throws {
    let list = "Merlin\nBerlim\nx Berlyn\n"
    for (list, isBestThere) in [(list, false), (list + "Berlin\n", true)] {
      let arguments = ["berlin", "--no-sort", "--reach", "1", "--format", "tsv"]
      let folder = try ProgramFolder()
      try folder.write(list, "list")
      let fromFile = try folder.run("riffle", arguments + ["list"])
      var piped = Program(input: list)
      piped.arguments = arguments
      #expect(try piped.run().text == fromFile.text)
      let costs = fromFile.lines.compactMap { Double($0.split(separator: "\t")[2]) }
      let least = try #require(costs.min())
      #expect(costs.allSatisfy { $0 <= least + 1 })
      #expect(isBestThere == (costs == [0]))
    }
  }

  @Test(arguments: ["0", "0.3", "1", "9"]) func windowsInListOrderAreCutFromAllHits(reach: String) throws {
    let seed = UInt64(setting("RIFFLE_SEED") ?? 1)
    var random = SeededGenerator(seed: seed)
    let words = ["Berlin", "Merlin", "Berlim", "x Berlyn", "Bern", "new Berlin", "berlins", "Paris"]
    for best in [2, words.count] {
      let lines = (0..<80).map { "\(words[Int.random(in: best % 8..<8, using: &random)]) \($0)\n" }
      let folder = try ProgramFolder()
      try folder.write(lines.joined(), "list")
      func found(_ options: String...) throws -> [String] {
        try folder.run("riffle", ["berlin", "list", "--no-sort", "--reach", reach] + options).lines
      }
      let all = try found()
      let what = "seed \(seed), reach \(reach)"
      #expect(try found("-c") == ["\(all.count)"], "\(what)")
      for (offset, limit) in [(0, 1), (0, 10), (3, 2), (20, 5), (50, 40)] {
        let window = try found("--offset", "\(offset)", "-n", "\(limit)")
        #expect(window == Array(all.dropFirst(offset).prefix(limit)), "\(what)")
      }
    }
  }

  /// One file that cannot be read does not keep others from being searched.
  @Test func goesOnAfterAFileThatCannotBeRead() throws {
    let outcome = try Program("york", "nowhere", "a", "/", "b", files: ["a": "York\n", "b": "new york\n"]).run()
    #expect(outcome.lines == ["York", "new york"])
    #expect(outcome.error == "riffle: nowhere: No such file or directory\nriffle: /: Is a directory\n")
    #expect(outcome.status == 2)
  }

  @Test(arguments: [false, true]) func utf16IsReadByItsMark(isBigEndian: Bool) throws {
    let units = Array("\u{FEFF}Göteborg 😀\r\nMalmö\n".utf16) + [0xD800, 0x0A]
    var program = Program("gotebrg")
    program.input = units.flatMap { unit in
      let bytes = [UInt8(unit & 255), UInt8(unit >> 8)]
      return isBigEndian ? bytes.reversed() : bytes
    }
    #expect(try program.run().text == "Göteborg 😀\r\n")
    program.arguments = ["", "-c"]
    #expect(try program.run().text == "3\n")
  }

  @Test func highlightsAsJSON() throws {
    let outcome = try Program(
      "york lut", "--format", "json", "--input", "tsv", "--title", "1", "--search-text", "2", "--id", "3",
      input: "Ny\tx\t1\nNéw York\tLutetia\tk\n"
    ).run()
    let line = try #require(outcome.lines.first)
    #expect(line.hasPrefix(#"{"id":"k","title":"Néw York","search_text":"Lutetia","position":1,"cost":"#))
    #expect(line.hasSuffix(#""fields":["title","search_text"],"highlights":{"title":[[5,9]],"search_text":[[0,3]]}}"#))
  }

  @Test func reasons() throws {
    let text = try Program("york", "--explain", input: "York\n").run()
    #expect(text.lines.count == 3)
    #expect(text.lines.dropFirst().allSatisfy { $0.hasPrefix("       0  ") })
    let json = try Program("york", "--explain", "--format", "json", input: "York\n").run()
    #expect(json.text.contains(#""reasons":[{"cost":0,"text":""#))
    let tsv = try Program("york", "--explain", "--format", "tsv", input: "York\n").run()
    #expect(tsv.text.split(separator: "\t").count == 6)
  }

  @Test func illFormedTextMatchesAndComesBack() throws {
    var program = Program("york", "--color", "always")
    program.input = [0xFF, 0x20] + Array("York ".utf8) + [0xC3, 0x0A]
    let outcome = try program.run()
    #expect(outcome.output == [0xFF, 0x20] + Array("\u{1B}[1;31mYork\u{1B}[0m ".utf8) + [0xC3, 0x0A])
  }

  @Test func surrogatesWithoutPartners() throws {
    let outcome = try Program(
      "york", "--input", "jsonl", "--format", "json", input: #"{"title":"\ud83d York \ude00\u0000"}"#
    ).run()
    #expect(outcome.text.hasPrefix("{\"id\":1,\"title\":\"\u{FFFD} York \u{FFFD}\\u0000\",\"position\":0,"))
    #expect(outcome.text.hasSuffix("\"highlights\":{\"title\":[[4,8]]}}\n"))
  }

  @Test func oneIDForTwoRecordsIsPrintedWithBoth() throws {
    let files = ["a.tsv": "k\tx\n\nl\ty\n", "b.tsv": "m\tz\nk\tx\n"]
    let outcome = try Program("x", "a.tsv", "b.tsv", "--id", "1", "--title", "2", "--format", "tsv", files: files).run()
    #expect(outcome.text == "k\tx\t0\t0\ttitle\nk\tx\t0\t3\ttitle\n")
    #expect(outcome.error == "")
  }

  @Test(arguments: ["smart", "words", "substring", "lowercased-substring", "subsequence"])
  func longLinesAreSearchedToTheirEnd(_ mode: String) throws {
    let line = String(repeating: "x", count: 70_000) + " needle\n"
    #expect(try Program("-m", mode, "-q", "needle", input: line).run().status == 0)
    #expect(try Program("-m", mode, "-v", "needle", input: line + "hay\n").run().text == "hay\n")
  }

  @Test func oneLongLine() throws {
    let outcome = try Program("needle", input: "needle " + String(repeating: "hay ", count: 1_250_000) + "\nx\n").run()
    #expect(outcome.output.count == 5_000_008)
    #expect(outcome.status == 0)
  }

  /// No list makes the program crash or complain, whatever it holds.
  @Test(arguments: ["smart", "words", "substring", "lowercased-substring", "subsequence"])
  func anyBytesAreAList(_ mode: String) throws {
    var random = SystemRandomNumberGenerator()
    var program = Program("a\u{301}b 京", "--mode", mode, "--format", "json", "--explain")
    program.input = (0..<30_000).map { _ in
      [0, 10, 13, 32, 34, 44, 97, 98, 0xCC, 0x81, 0xE4, 0xBA, 0xAC, 0xFF].randomElement(using: &random) ?? 0
    }
    let outcome = try program.run()
    #expect(outcome.error == "")
    #expect(outcome.status == 0 || outcome.status == 1)
  }
}
