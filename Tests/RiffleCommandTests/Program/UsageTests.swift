import RiffleTestSupport
import Testing

/// What is wrong is said with its place and a way out, and ends the program with status 2.
struct UsageTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var arguments: [String]
    var input = ""
    var files: [String: String] = [:]
    /// What standard error holds.
    var error: String
  }

  static let cases = [
    Case(
      testDescription: "no query", arguments: [], error: "riffle: Missing expected argument '<query>'\nUsage: riffle"),
    Case(testDescription: "unknown option", arguments: ["x", "--bogus"], error: "riffle: Unknown option '--bogus'"),
    Case(
      testDescription: "bad mode", arguments: ["x", "--mode", "fuzzy"],
      error: "'substring', 'lowercased-substring' or 'subsequence'"),
    Case(testDescription: "bad number", arguments: ["x", "-n", "many"], error: "The value 'many' is invalid"),
    Case(
      testDescription: "negative limit", arguments: ["x", "--limit=-1"], error: "--limit -1: a count cannot be negative"
    ),
    Case(
      testDescription: "negative limit, apart", arguments: ["x", "-n", "-1"],
      error: "--limit -1: a count cannot be negative"),
    Case(testDescription: "bad number, joined", arguments: ["x", "-nmany"], error: "The value 'many' is invalid"),
    Case(
      testDescription: "negative offset, apart", arguments: ["x", "--offset", "-1"],
      error: "--offset -1: a count cannot be negative"),
    Case(
      testDescription: "negative offset", arguments: ["x", "--offset=-1"],
      error: "--offset -1: a count cannot be negative"),
    Case(
      testDescription: "too long a query", arguments: [String(repeating: "x", count: 257)],
      error: "riffle: the query has 257 characters; the limit is 256"),
    Case(
      testDescription: "no such file", arguments: ["x", "nowhere"],
      error: "riffle: nowhere: No such file or directory\n"),
    Case(
      testDescription: "an empty name", arguments: ["x", ""], error: "riffle: '': No such file or directory\n"),
    Case(testDescription: "a folder", arguments: ["x", "/"], error: "riffle: /: Is a directory\n"),
    Case(
      testDescription: "a column of lines", arguments: ["", "--title", "2"],
      error: "riffle: (standard input): lines have no columns for --title"),
    Case(
      testDescription: "a header of lines", arguments: ["x", "--header"],
      error: "riffle: (standard input): lines have no --header"),
    Case(
      testDescription: "a header of JSON", arguments: ["x", "--header", "a.jsonl"], files: ["a.jsonl": ""],
      error: "riffle: a.jsonl: JSON has no --header"),
    Case(
      testDescription: "deep JSON", arguments: ["x", "a.jsonl"],
      files: ["a.jsonl": "1\n".replacing("1", with: String(repeating: "[", count: 100_000))],
      error: "riffle: a.jsonl:1: nested deeper than 500 levels at byte 501: correct the line"),
    Case(
      testDescription: "a name without header", arguments: ["", "a.csv", "--title", "n"], files: ["a.csv": "n\n1\n"],
      error: "riffle: a.csv: --title n: a table without --header"),
    Case(
      testDescription: "a name not there", arguments: ["", "a.csv", "--header", "--title", "x"],
      files: ["a.csv": "m,n\n1,2\n"], error: "riffle: a.csv: --title x: there is no such column (the columns are m, n)"),
    Case(
      testDescription: "no title", arguments: ["", "a.csv", "--header"], files: ["a.csv": "m,n\n1,2\n"],
      error: "riffle: a.csv: no column is called title: choose one with --title (the columns are m, n)"),
    Case(
      testDescription: "a name twice", arguments: ["", "a.csv", "--header", "--title", "m"],
      files: ["a.csv": "m,m\n1,2\n"], error: "2 columns have this name; choose by number"),
    Case(
      testDescription: "column 0", arguments: ["", "a.tsv", "--title", "0"], files: ["a.tsv": "1\t2\n"],
      error: "riffle: a.tsv: --title 0:"),
    Case(
      testDescription: "a short record", arguments: ["", "a.tsv", "--title", "2", "--strict"],
      files: ["a.tsv": "1\t2\n\n3\n"],
      error: "riffle: a.tsv:3: the record has 1 column, but --title is column 2"),
    Case(
      testDescription: "a filter of a column not there",
      arguments: ["", "a.csv", "--header", "--title", "m", "--where", "x > 1"],
      files: ["a.csv": "m,n\n1,2\n"], error: "riffle: a.csv: --where x: there is no such column (the columns are m, n)"),
    Case(
      testDescription: "sorting by a column not there",
      arguments: ["", "a.csv", "--header", "--title", "m", "--sort", "-x"],
      files: ["a.csv": "m,n\n1,2\n"], error: "riffle: a.csv: --sort x: there is no such column (the columns are m, n)"),
    Case(
      testDescription: "facets of a key not there", arguments: ["", "a.jsonl", "--facets", "x"],
      files: ["a.jsonl": "{\"title\": \"a\"}\n"], error: "riffle: --facets x: no record has this column"),
    Case(
      testDescription: "a filter of lines", arguments: ["", "--where", "x > 1"],
      error: "riffle: (standard input): lines have no columns for --where x: say --input tsv, csv or jsonl"),
    Case(
      testDescription: "a filter of an object", arguments: ["", "a.jsonl", "--where", "x = 1", "--strict"],
      files: ["a.jsonl": "{\"title\": \"a\", \"x\": {}}\n"],
      error: "riffle: a.jsonl:1: x is no text: choose one within it with --where, as in a.b or a.0"),
    Case(
      testDescription: "a filter that ends early", arguments: ["", "a.csv", "--where", "x >"], files: ["a.csv": "1\n"],
      error: "riffle: --where: the filter ends after 3 characters where a value should come"),
    Case(
      testDescription: "a filter with a wrong sign", arguments: ["", "a.csv", "--where", "x = 1 & y = 2"],
      files: ["a.csv": "1\n"],
      error: "riffle: --where: the filter has “& y = 2” at character 7 where AND, OR or the end should come"),
    Case(
      testDescription: "a value of another type than declared",
      arguments: ["", "a.csv", "--where", "x = many", "--field", "x:integer"], files: ["a.csv": "1\n"],
      error: "riffle: --where: “many” is text, which the integer field “x” does not hold: give a number"),
    Case(
      testDescription: "an unknown type", arguments: ["", "a.csv", "--field", "x:number"],
      error: "riffle: The value 'x:number' is invalid for '--field <column:type>'"),
    Case(
      testDescription: "two types", arguments: ["", "a.csv", "--field", "x:real", "--field", "x:time"],
      error: "riffle: --field x: a column has one type"),
    Case(
      testDescription: "sorting without end", arguments: ["", "--follow", "--sort", "x"],
      error: "riffle: --sort needs the records found: leave out --follow"),
    Case(
      testDescription: "sorting in two ways", arguments: ["", "--sort", "x", "--tac"],
      error: "riffle: --sort decides on the order: leave out --tac"),
    Case(
      testDescription: "facets in the picker", arguments: ["--interactive", "--facets", "x"],
      error: "riffle: --facets is for filtering, not for picking"),
    Case(
      testDescription: "a type of a store's field", arguments: ["", "--store", "s", "--field", "x:real"],
      error: "riffle: --field x is for inputs: fields of a store have the types with which it was made"),
    Case(
      testDescription: "picking from a sorted store", arguments: ["--interactive", "--store", "s", "--sort", "x"],
      error: "riffle: --sort is not for picking from a store: leave it out, or give a query"),
    Case(
      testDescription: "sorting a store in two ways", arguments: ["", "--store", "s", "--sort", "x", "--no-sort"],
      error: "riffle: --sort decides on the order: leave out --no-sort"),
    Case(
      testDescription: "picking in the order of matches", arguments: ["--interactive", "--sort", "x,relevance"],
      error: "riffle: --sort: a picker sorts its list and not its hits: leave out relevance, or the columns before it"),
    Case(
      testDescription: "a column nowhere", arguments: ["", "a.tsv", "--search-text", "3"], files: ["a.tsv": "1\t2\n"],
      error: "riffle: --search-text 3: no record has this column"),
    Case(
      testDescription: "an open quote", arguments: ["", "a.csv", "--strict"], files: ["a.csv": "1\n2,\"x\n3\n"],
      error: "riffle: a.csv:2: the quote that opens here is never closed"),
    Case(
      testDescription: "text after a quote", arguments: ["", "a.csv"], files: ["a.csv": "\"1\n2\"x,3\n"],
      error: "riffle: a.csv:2: text follows a closing quote"),
    Case(
      testDescription: "not JSON", arguments: ["", "a.jsonl", "--strict"], files: ["a.jsonl": "{\"title\":1}\nx\n"],
      error: "riffle: a.jsonl:2: not JSON at byte 1"),
    Case(
      testDescription: "no such key", arguments: ["", "a.jsonl"], files: ["a.jsonl": "\n{\"name\":1}\n"],
      error: "riffle: a.jsonl:2: the record has no title: choose the key with --title"),
    Case(
      testDescription: "an object as title", arguments: ["", "a.jsonl", "--title", "a"],
      files: ["a.jsonl": "{\"a\":{\"b\":1}}\n"], error: "riffle: a.jsonl:1: a is no text"),
    Case(
      testDescription: "a key nowhere", arguments: ["", "a.jsonl", "--reading", "r.s"],
      files: ["a.jsonl": "{\"title\":1}\n"], error: "riffle: --reading r.s: no record has this column"),
    Case(
      testDescription: "a weight in words", arguments: ["", "a.tsv", "--weight", "2", "--strict"],
      files: ["a.tsv": "1\t2\n3\tmany\n"], error: "riffle: a.tsv:2: the weight many is no whole number from 0 to 65535"),
    Case(
      testDescription: "a weight too large", arguments: ["", "a.tsv", "--weight", "1"], files: ["a.tsv": "65536\n"],
      error: "riffle: a.tsv:1: the weight 65536"),
    Case(
      testDescription: "no last record", arguments: ["", "--tail", "0"], error: "--tail 0: a count is at least 1"),
    Case(
      testDescription: "a count of what has no end", arguments: ["x", "-c", "--follow", "a"], files: ["a": ""],
      error: "--follow: what has no end can be neither counted"),
    Case(
      testDescription: "a frame that is not here", arguments: ["--query", "x", "--border", "thinblock"],
      error: "--border thinblock: say none, rounded, sharp"),
    Case(
      testDescription: "a frame where nobody picks", arguments: ["x", "--border", "sharp"],
      error: "riffle: --border is for picking: leave it out, or say --interactive"),
    Case(
      testDescription: "many where nobody picks", arguments: ["--multi", "2", "x"],
      error: "riffle: --multi is for picking"),
    Case(
      testDescription: "fields where nobody picks", arguments: ["--filter", "x", "--nth", "2"],
      error: "riffle: --nth is for picking"),
    Case(
      testDescription: "a format where somebody picks", arguments: ["--query", "x", "--format", "json"],
      error: "riffle: --format is for filtering, not for picking"),
    Case(
      testDescription: "reach without costs", arguments: ["x", "-m", "substring", "--reach", "3"],
      error: "riffle: --reach does nothing in --mode substring: leave it out"),
    Case(
      testDescription: "signs as letters", arguments: ["x", "-m", "lowercased-substring", "--extended"],
      error: "riffle: --extended does nothing in --mode lowercased-substring: leave it out"),
    Case(
      testDescription: "the second file", arguments: ["", "a.csv", "b.csv", "--strict"],
      files: ["a.csv": "1\n", "b.csv": "1\n\"\n"], error: "riffle: b.csv:2: the quote"),
  ]

  @Test(arguments: cases) func explains(_ test: Case) throws {
    var program = Program(input: test.input, files: test.files)
    program.arguments = test.arguments
    let outcome = try program.run()
    #expect(outcome.error.contains(test.error), "\(outcome.error)")
    #expect(outcome.text == "")
    #expect(outcome.status == 2)
  }

  struct BadRecords: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var arguments: [String]
    var files: [String: String]
    var output: String
    var error: String
  }

  static let badRecords = [
    BadRecords(
      testDescription: "JSON Lines", arguments: ["a", "l.jsonl", "--format", "tsv"],
      files: [
        "l.jsonl": #"{"title":"a 1"}"# + "\n" + #"{"name":"a"}"# + "\n" + #"{"title":null}"# + "\n\n"
          + #"{"title":"a 2""# + "\n" + #"{"title":{"a":1}}"# + "\n" + #"{"title":"a 3"}"# + "\n"
      ],
      output: "1\ta 1\t0\t0\ttitle\n7\ta 3\t0\t1\ttitle\n",
      error: "l.jsonl:2: the record has no title"),
    BadRecords(
      testDescription: "a short record", arguments: ["", "a.tsv", "--title", "2"],
      files: ["a.tsv": "1\t2\n\n3\n4\t5\n"], output: "1\t2\n4\t5\n",
      error: "another --input\nriffle: this record was left out\n"),
    BadRecords(
      testDescription: "an open quote", arguments: ["", "a.csv"], files: ["a.csv": "1\n2,\"x\n3\n"],
      output: "1\n3\n", error: "riffle: a.csv:2: the quote that opens here is never closed"),
    BadRecords(
      testDescription: "a weight in words, counted", arguments: ["", "a.tsv", "--weight", "2", "-c"],
      files: ["a.tsv": "1\t2\n3\tmany\n4\t5\n"], output: "2\n",
      error: "riffle: a.tsv:2: the weight many is no whole number from 0 to 65535"),
    BadRecords(
      testDescription: "what does not match", arguments: ["-v", "b", "l.jsonl"],
      files: ["l.jsonl": #"{"title":"a"}"# + "\n[\n" + #"{"title":"b"}"# + "\n"],
      output: #"{"title":"a"}"# + "\n", error: "riffle: l.jsonl:2: not JSON at byte 2"),
    BadRecords(
      testDescription: "the last records", arguments: ["", "--tail", "2", "l.jsonl"],
      files: ["l.jsonl": #"{"title":"a"}"# + "\n" + #"{"title":"b"}"# + "\nx\n" + #"{"title":"c"}"# + "\n"],
      output: #"{"title":"b"}"# + "\n" + #"{"title":"c"}"# + "\n", error: "riffle: l.jsonl:3: not JSON at byte 1"),
    BadRecords(
      testDescription: "as they come", arguments: ["", "--no-sort", "--input", "jsonl", "/dev/fd/3"],
      files: ["l": "x\n" + #"{"title":"c"}"# + "\n"], output: #"{"title":"c"}"# + "\n",
      error: "riffle: /dev/fd/3:1: not JSON at byte 1"),
  ]

  /// One record that cannot be read does not keep the others from being searched.
  @Test(arguments: badRecords) func leavesOutRecordsThatCannotBeRead(_ test: BadRecords) throws {
    var program = Program(files: test.files)
    program.arguments = test.arguments
    let outcome =
      try test.arguments.last == "/dev/fd/3" ? program.run(script: "riffle \"$@\" 3< <(cat l)") : program.run()
    #expect(outcome.text == test.output)
    #expect(outcome.error.contains(test.error), "\(outcome.error)")
    #expect(outcome.status == 0)
    program.arguments += ["--strict"]
    if test.arguments.last != "/dev/fd/3" { #expect(try program.run().status == 2) }
  }

  @Test func manyRecordsThatCannotBeReadAreCounted() throws {
    let list =
      String(repeating: "x\n", count: 1000) + #"{"title":"a"}"# + "\n" + String(repeating: "y\n", count: 200_000)
    let outcome = try Program("a", "l.jsonl", "-c", files: ["l.jsonl": list]).run()
    #expect(outcome.text == "1\n" && outcome.status == 0)
    let said = outcome.error.split(separator: "\n")
    #expect(said.count == 21 && said.first?.contains("l.jsonl:1: not JSON") == true)
    #expect(said.last == "riffle: these 201000 records were left out")
  }

  @Test(arguments: ["--help", "-h"]) func helpTeaches(_ flag: String) throws {
    let outcome = try Program(flag).run()
    #expect(outcome.status == 0)
    #expect(outcome.error == "")
    for word in ["riffle gotebrg", "--search-text", "exit", "--generate-completion-script", "jsonl"] {
      #expect(outcome.text.contains(word))
    }
    #expect(outcome.lines.allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func completions(_ shell: String) throws {
    let outcome = try Program("--generate-completion-script", shell).run()
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("subsequence"))
  }

  @Test func version() throws {
    let outcome = try Program("--version").run()
    #expect(outcome.status == 0)
    #expect(outcome.text.split(separator: ".").count == 3)
  }

  /// What a user always wants may do nothing now and then.
  @Test func standingOptionsThatDoNothingAreLeft() throws {
    let options = ["RIFFLE_DEFAULT_OPTS": "--height 40% --border sharp --multi --reach 3 --verbose"]
    let outcome = try Program("2", "-m", "substring", input: "1\n2\n", environment: options).run()
    #expect(outcome.text == "2\n" && outcome.status == 0)
  }

  @Test func theFirstArgumentIsAlwaysAQuery() throws {
    for query in ["help", "--", "index"] {
      var program = Program(query, "-c", input: "zzz\n")
      if query == "--" { program.arguments = ["-c", "--", "--help"] }
      let outcome = try program.run()
      #expect(outcome.text == "0\n")
      #expect(outcome.status == 1)
    }
  }
}
