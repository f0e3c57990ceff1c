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

  @Test(arguments: [["NO_COLOR": "1"], ["TERM": "dumb"]])
  func unlessUnwanted(_ environment: [String: String]) throws {
    #expect(try printed("b", environment: environment) == "a b\r\n")
    #expect(try printed("b --color always", environment: environment).contains("\u{1B}"))
  }
}
