#if Store
  import Foundation
  import Riffle
  import RiffleStore
  import RiffleTestSupport
  import Testing

  /// What is wrong is said in one line, and ends the program with status 2; nothing is made or lost by it.
  @Suite struct UsageTests {
    struct Case: CustomTestStringConvertible, Sendable {
      var testDescription: String { arguments.joined(separator: " ") }
      var arguments: [String]
      var error: String

      init(_ arguments: String..., error: String) { (self.arguments, self.error) = (arguments, error) }
    }

    static let cases = [
      Case("bogus", error: "Unexpected argument 'bogus'\nUsage: riffle-store"),
      Case("import", error: "Missing expected argument '<file>'\nUsage: riffle-store import"),
      Case("search", "a.db", error: "Missing expected argument '<query>'\nUsage: riffle-store search"),
      Case("search", "new.db", "x", error: "new.db: there is no such file; create it first\n"),
      Case("verify", "new.db", error: "new.db: there is no such file"),
      Case("stats", "new.db", error: "new.db: there is no such file"),
      Case("compact", "new.db", error: "new.db: there is no such file"),
      Case("export", "new.db", error: "new.db: there is no such file"),
      Case("rebuild", "new.db", error: "new.db: there is no such file"),
      Case("backup", "new.db", "other.db", error: "new.db: there is no such file"),
      Case("search", "text", "x", error: "text is no store: it is no database\n"),
      Case("import", "text", "list", error: "text is no store: it is no database\n"),
      Case("search", "a.db", "x", "--table", "t", error: "a.db is no store: it has no list “t”, only “items”\n"),
      Case("search", "a.db", "x", "--limit=-1", error: "--limit -1: a count cannot be negative\n"),
      Case("create", "a.db", error: "a.db: there is a list already; riffle-store rebuild changes what holds for it\n"),
      Case("create", "new.db", "--order", "alphabet", error: "say of which language, as in --locale sv\n"),
      Case("create", "new.db", "--locale", "sv", error: "--locale is for --order alphabet\n"),
      Case("create", "new.db", "--numeric", error: "--numeric is for --order alphabet\n"),
      Case("create", "new.db", "--scope", "large", error: "The value 'large' is invalid for '--scope <name=sql>'"),
      Case("import", "new.db", "nowhere.tsv", error: "nowhere.tsv: No such file or directory\n"),
      Case("import", "new.db", "table.tsv", error: "table.tsv: there are 2 columns, and none is known to be the title"),
      Case("import", "new.db", "table.tsv", "--title", "x", error: "table.tsv: --title x: a table without --header"),
      Case("import", "new.db", "table.tsv", "--header", error: "table.tsv: no column is called title"),
      Case("import", "new.db", "list", "--title", "1", error: "list: lines have no columns for --title"),
      Case("import", "new.db", "list", "--batch", "0", error: "--batch 0: a batch has at least one row\n"),
      Case("import", "new.db", "list", "--from-line", "0", error: "--from-line 0: lines are counted from 1\n"),
      Case("import", "new.db", "list", "list", "--from-line", "2", error: "--from-line is for one input"),
      Case(
        "import", "new.db", "list", "--append", "--number-from", "2",
        error: "--append and --number-from: say one of them\n"),
      Case(
        "import", "new.db", "list", "--report", "/nowhere/report", error: "/nowhere/report: No such file or directory\n"
      ),
    ]

    @Test(arguments: cases) func explains(_ test: Case) throws {
      let folder = try StoreFolder([
        "text": "no database, but long enough to be read as one", "list": "a\n", "table.tsv": "1\ta\n",
      ])
      try folder.done("create", "a.db")
      let names = try folder.folder.names()
      let outcome = try folder.folder.run("riffle-store", test.arguments)
      #expect(outcome.error.hasPrefix("riffle-store: ") && outcome.error.contains(test.error), "\(outcome.error)")
      #expect(outcome.status == 2)
      #expect(outcome.text == "")
      #expect(try folder.folder.names().subtracting(["text-riffle"]) == names)
    }

    @Test func oneProcessWritesAndOthersRead() throws {
      let folder = try StoreFolder()
      try folder.done("import", "a.db", input: "a\n")
      let store = try ListStore(folder.path)
      let refused = try folder.run("import", "a.db", "--append", input: "b\n")
      #expect(refused.status == 2 && refused.error.contains("a.db is open for writing in another process"))
      #expect(refused.error.contains("POST or PUT /v1/lists/LIST/items"))
      #expect(try folder.done("search", "a.db", "a").text == "1\ta\n")
      try store.write { $0.upsert(StoreItem(id: 2, title: "ab")) }
      #expect(try folder.done("search", "a.db", "a").text == "1\ta\n2\tab\n")
      try store.close()
      try folder.done("import", "a.db", "--append", input: "b\n")
    }

    @Test func searchesOfRiffleTakeNothingElseWithAStore() throws {
      let folder = try StoreFolder(["list": "a\n"])
      try folder.done("create", "a.db")
      for (arguments, error) in [
        (["--store", "a.db", "list"], "list: with --store no other list can be searched"),
        (["--store", "a.db", "--title", "1"], "--title is for inputs"),
        (["--store", "a.db", "--header"], "--header is for inputs"),
        (["--store", "a.db", "--paths"], "--paths is for inputs"), (["--table", "t"], "--table is for --store only"),
        (["--scope", "t"], "--scope is for --store only"),
      ] {
        let outcome = try folder.folder.run("riffle", ["x"] + arguments)
        #expect(outcome.status == 2 && outcome.error.hasPrefix("riffle: \(error)"), "\(outcome.error)")
      }
      #expect(try folder.folder.run("riffle", ["x", "--store", "a.db"]).status == 1)
    }

    @Test func helpTellsOfEachCommand() throws {
      let folder = try ProgramFolder()
      let help = try folder.run("riffle-store", ["--help"])
      #expect(help.status == 0 && help.text.contains("riffle-store import cities.db"))
      for command in [
        "create", "import", "search", "follow", "stats", "verify", "compact", "export", "rebuild", "backup",
      ] {
        #expect(help.text.contains("  \(command) "))
        let outcome = try folder.run("riffle-store", [command, "--help"])
        #expect(outcome.status == 0 && outcome.text.contains("USAGE: riffle-store \(command)"))
        #expect(outcome.lines.allSatisfy { $0.count <= 80 })
      }
    }

    @Test func aTerminalSeesHowFarAnImportIs() throws {
      let folder = try StoreFolder()
      let outcome = try folder.folder.run(
        script:
          "export -f riffle-store; SHELL=/bin/bash script -qec \"riffle-store import a.db '\(sample("wordnet.tsv"))' --id 1 --title 2\" /dev/null"
      )
      #expect(outcome.status == 0)
      let shown = try #require(
        outcome.text.firstMatch(of: /\rimporting  ([\d,]+) rows  [\d,]+\/s  (\d+) %  \d+:\d\d left\u{1B}\[K/))
      #expect(Int(shown.1.replacing(",", with: "")) ?? 0 > 0 && Int(shown.2) ?? 101 <= 100)
      // It is gone when what comes of it is told.
      #expect(outcome.text.contains("\r\u{1B}[Kriffle-store: a.db: 20,000 rows in "))
    }
  }
#endif
