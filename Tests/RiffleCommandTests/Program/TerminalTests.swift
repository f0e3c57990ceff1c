import RiffleTestSupport
import Testing

/// The program on a terminal.
struct TerminalTests {
  /// What `riffle` prints on a terminal for the list `a b`.
  private func printed(_ arguments: String, environment: [String: String] = [:]) throws -> String {
    let program = Program(files: ["list": "a b\n"], environment: environment)
    let outcome = try program.run(
      script: "export -f riffle; SHELL=/bin/bash script -qec 'riffle \(arguments) list' /dev/null")
    #expect(outcome.status == 0)
    return outcome.text
  }

  @Test func coloursOfItsOwn() throws {
    #expect(try printed("b") == "a \u{1B}[1;31mb\u{1B}[0m\r\n")
    #expect(try printed("b --color never") == "a b\r\n")
    #expect(try printed("b", environment: ["NO_COLOR": ""]).contains("\u{1B}"))
  }

  /// In a session of its own a program has no terminal, as in cron.
  @Test(arguments: [
    (["--query", "york", "--select-1", "list"], "York\n", 0),
    (["--query", "zz", "--select-1", "--exit-0", "list"], "", 1),
    (["--query", "york", "--exit-0", "--select-1", "--print-query", "list"], "york\nYork\n", 0),
    (["--interactive", "york", "--select-1", "list"], "York\n", 0), (["--filter", "a", "list"], "a b\na c\n", 0),
    (["--query", "a", "--select-1", "list"], "", 2), (["--query", "york", "--exit-0", "list"], "", 2),
    (["--query", "york", "list"], "", 2),
    (["--query", "a", "--select-1", "--input", "tsv", "--where", "1 = 'a c'", "list"], "a c\n", 0),
  ])
  func answersWithoutATerminal(_ arguments: [String], _ output: String, _ status: Int32) throws {
    for environment in [["TERM": ""], ["TERM": "xterm"]] {
      var program = Program(files: ["list": "a b\na c\nYork\n"], environment: environment)
      program.arguments = arguments
      let outcome = try program.run(script: "export -f riffle; setsid --wait bash -c 'riffle \"$@\"' bash \"$@\"")
      #expect(outcome.text == output)
      #expect(outcome.status == status)
      #expect(
        outcome.error == (status == 2 ? "riffle: /dev/tty: No such device or address: picking needs a terminal\n" : ""))
    }
  }

  @Test(arguments: [["NO_COLOR": "1"], ["TERM": "dumb"]])
  func unlessUnwanted(_ environment: [String: String]) throws {
    #expect(try printed("b", environment: environment) == "a b\r\n")
    #expect(try printed("b --color always", environment: environment).contains("\u{1B}"))
  }
}
