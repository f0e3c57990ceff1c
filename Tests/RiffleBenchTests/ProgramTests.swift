import Testing

@testable import RiffleBench

@Suite struct ProgramTests {
  @Test func aProgramIsLookedForOnTheSearchPath() async throws {
    #expect(try await runProgram("true", []).status == 0)
    #expect(try await runProgram("sh", ["-c", "exit 7"]).status == 7)
    #expect(try await runProgram("sh", ["-c", "kill -9 $$"]).status == 137)
  }

  @Test func whatAProgramSaysOfErrorsIsKept() async throws {
    let ended = try await runProgram(
      "/bin/sh", ["-c", "echo lost; echo \"$A\" kept >&2; exit 3"], environment: ["A": "b"])
    #expect(ended == EndedProgram(status: 3, errorOutput: "b kept\n"))
    #expect(try await runProgram("/bin/sh", ["-c", "kill -9 $$"], environment: [:]).status == 137)
  }

  @Test func muchOutputIsRead() async throws {
    let script = "i=0; while [ $i -lt 20000 ]; do echo line $i >&2; i=$((i + 1)); done"
    let ended = try await runProgram("/bin/sh", ["-c", script], environment: [:])
    #expect(ended.errorOutput.split(separator: "\n").last == "line 19999")
  }

  @Test(arguments: ["no-such-program", "/no/such"]) func aMissingProgramIsNamed(program: String) async {
    let error = await #expect(throws: BenchError.self) { try await runProgram(program, []) }
    #expect(error?.description.hasPrefix("cannot run \(program): ") == true)
  }
}
