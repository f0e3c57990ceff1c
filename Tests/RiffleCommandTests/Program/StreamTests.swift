import RiffleTestSupport
import Testing

/// The program between others.
struct StreamTests {
  @Test func pipesOfAnySize() throws {
    let outcome = try Program().run(script: "seq 1 300000 | riffle '' | cksum; seq 1 300000 | cksum")
    #expect(outcome.lines.count == 2)
    #expect(outcome.lines.first == outcome.lines.last)
  }

  @Test func aReaderThatLeavesEndsTheProgramQuietly() throws {
    let outcome = try Program().run(script: "seq 1 300000 | riffle '' | head -n 1; echo ${PIPESTATUS[1]}")
    #expect(outcome.text == "1\n141\n")
    #expect(outcome.error == "")
  }

  @Test func evenWhereTheSignalIsIgnored() throws {
    let outcome = try Program().run(
      script: "trap '' PIPE; (seq 1 300000 | riffle ''; echo ${PIPESTATUS[1]} >&2) | head -n 1")
    #expect(outcome.text == "1\n")
    #expect(outcome.error.hasSuffix("141\n"))
    #expect(!outcome.error.contains("riffle"))
  }

  /// What depends on no later line is printed before the end.
  @Test func matchesInListOrderArePrintedAsTheyCome() throws {
    let folder = try ProgramFolder()
    let program = try folder.start("riffle", ["-m", "substring", "york", "--line-number"], input: nil)
    try program.send("a\nnew york\n")
    #expect(try program.waits(for: "2:new york\n"))
    try program.send("york\nb")
    #expect(try program.waits(for: "2:new york\n3:york\n"))
    try program.closeInput()
    #expect(try program.outcome().status == 0)
  }

  @Test func aGrowingFileIsFollowed() throws {
    let folder = try ProgramFolder()
    try folder.write("one\nGöteborg\n", "log")
    let program = try folder.start("riffle", ["--follow", "gotebrg", "log", "-n", "2"])
    #expect(try program.waits(for: "Göteborg\n"))
    let more = try folder.run(script: "printf 'x\\ngotebrg\\nqqq\\n' >> log")
    #expect(more.status == 0)
    let outcome = try program.outcome()
    #expect(outcome.text == "Göteborg\ngotebrg\n" && outcome.status == 0)
  }

  @Test func severalFilesAreFollowed() throws {
    let folder = try ProgramFolder()
    try folder.write("one\nGöteborg\n", "a")
    try folder.write("x\n", "b.jsonl.log")
    let program = try folder.start(
      "riffle", ["--follow", "-H", "--line-number", "gotebrg", "a", "b.jsonl.log", "-n", "3"])
    #expect(try program.waits(for: "a:2:Göteborg\n"))
    _ = try folder.run(script: "printf 'gotebrg\\nqqq\\n' >> b.jsonl.log")
    #expect(try program.waits(for: "a:2:Göteborg\nb.jsonl.log:2:gotebrg\n"))
    // Half a line of one file keeps none of another waiting.
    _ = try folder.run(script: "printf 'goteb' >> a; printf 'gotebrg\\n' >> b.jsonl.log")
    let outcome = try program.outcome()
    #expect(outcome.lines == ["a:2:Göteborg", "b.jsonl.log:2:gotebrg", "b.jsonl.log:4:gotebrg"])
    #expect(outcome.status == 0)
  }

  @Test func recordsAreFollowedFromTheLastOnesOn() throws {
    let folder = try ProgramFolder()
    try folder.write("{\"title\":\"york 1\"}\n{\"title\":\"york 2\"}\n{\"title\":\"york 3\"}\n", "a.jsonl")
    let program = try folder.start(
      "riffle", ["--follow", "--tail", "1", "--line-number", "york", "a.jsonl", "-n", "2"])
    #expect(try program.waits(for: "3:{\"title\":\"york 3\"}\n"))
    _ = try folder.run(script: "echo '{\"title\":\"york 4\"}' >> a.jsonl")
    #expect(try program.outcome().lines == ["3:{\"title\":\"york 3\"}", "4:{\"title\":\"york 4\"}"])
  }

  /// In list order what is a hit whatever comes is printed at once in mode smart, too.
  @Test func smartMatchesInListOrderArePrintedAsTheyCome() throws {
    let folder = try ProgramFolder()
    let program = try folder.start("riffle", ["--no-sort", "gotebrg", "--format", "tsv"], input: nil)
    try program.send("a\nGöteborg\n")
    #expect(try program.waits { $0.hasPrefix("2\tGöteborg\t") })
    try program.send("gotebrg\nb")
    #expect(try program.waits { $0.contains("\n3\tgotebrg\t0\t2\t") })
    try program.closeInput()
    #expect(try program.outcome().status == 0)
  }

  /// What there is no memory for is an error, never a crash.
  @Test func aLineThatMemoryDoesNotHold() throws {
    let outcome = try Program().run(
      script: """
        (head -c 6000000 /dev/zero | tr '\\0' x; echo) > long
        echo x > short
        for kilobytes in 175000 180000 190000 200000 215000 230000 250000; do
          for options in '' '--format json' '-m substring'; do
            (ulimit -v $kilobytes; riffle x short $options > /dev/null 2>&1 || exit 0; riffle "${options:+x}" long $options > printed)
            echo $?
          done
        done
        """)
    #expect(outcome.lines.count == 21)
    #expect(outcome.lines.allSatisfy { $0 == "0" || $0 == "2" || $0 == "1" }, "\(outcome.text)")
    #expect(
      outcome.error.split(separator: "\n").allSatisfy { $0.hasSuffix("Cannot allocate memory") }, "\(outcome.error)")
  }

  @Test func aFullDiskIsAnError() throws {
    let outcome = try Program().run(script: "seq 1 10 | riffle '' > /dev/full")
    #expect(outcome.error == "riffle: (standard output): No space left on device\n")
    #expect(outcome.status == 2)
  }

  @Test(arguments: ["--help", "--version", "--generate-completion-script bash"])
  func aFullDiskIsAnErrorOfHelpToo(_ option: String) throws {
    let outcome = try Program().run(script: "riffle \(option) > /dev/full")
    #expect(outcome.error == "riffle: (standard output): No space left on device\n")
    #expect(outcome.status == 2)
  }

  @Test func aClosedInputIsAnError() throws {
    let outcome = try Program().run(script: "riffle '' <&-")
    #expect(outcome.error == "riffle: (standard input): Bad file descriptor\n")
    #expect(outcome.status == 2)
  }

  @Test func inputThatDoesNotWait() throws {
    // Python leaves its pipe in a state in which reading does not wait.
    let outcome = try Program().run(
      script: """
        (sleep 0.1; echo late) | (python3 -c 'import os; os.set_blocking(0, False)'; riffle '')
        """)
    #expect(outcome.text == "late\n")
  }

  @Test func partOfAFile() throws {
    let outcome = try Program(files: ["list": "1\n2\n3\n"]).run(script: "(read -r line; riffle '') < list")
    #expect(outcome.text == "2\n3\n")
  }
}
