import Subprocess
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The result of a program.
struct EndedProgram: Sendable, Hashable {
  /// The exit status; 128 plus the signal's number if a signal has ended it, as in shells.
  let status: Int
  /// The output to standard error, if it was kept.
  let errorOutput: String

  init(status: Int, errorOutput: String = "") {
    self.status = status
    self.errorOutput = errorOutput
  }

  init(_ status: TerminationStatus, errorOutput: String = "") {
    switch status {
    case .exited(let code): self.init(status: Int(code), errorOutput: errorOutput)
    case .signaled(let signal): self.init(status: 128 + Int(signal), errorOutput: errorOutput)
    }
  }
}

extension Executable {
  /// - Parameter program: a path, or a name to find on the search path.
  init(_ program: String) {
    self = program.contains("/") ? .path(FilePath(program)) : .name(program)
  }
}

/// Runs a program and waits for it. Its output goes to standard error, so that it is not part of the result.
func runProgram(_ program: String, _ arguments: [String]) async throws(BenchError) -> EndedProgram {
  do {
    let ended = try await run(
      Executable(program), arguments: Arguments(arguments), output: .currentStandardError, error: .currentStandardError)
    return EndedProgram(ended.terminationStatus)
  } catch {
    throw .cannotRun(program: program, reason: "\(error)")
  }
}

/// Runs a program and keeps its output to standard error. Its standard output is discarded.
/// - Parameter environment: the complete environment.
func runProgram(
  _ program: String, _ arguments: [String], environment: [String: String]
) async throws(BenchError) -> EndedProgram {
  let all = environment.map { (Environment.Key(stringLiteral: $0.key), $0.value) }
  do {
    let ended = try await run(
      Executable(program), arguments: Arguments(arguments), environment: .custom(Dictionary(uniqueKeysWithValues: all)),
      output: .discarded,
      error: .string(limit: 1 << 24))
    return EndedProgram(ended.terminationStatus, errorOutput: ended.standardError)
  } catch {
    throw .cannotRun(program: program, reason: "\(error)")
  }
}

/// Runs a program and keeps its standard output.
func outputOf(_ program: String, _ arguments: [String]) async throws(BenchError) -> (status: Int, output: String) {
  do {
    let ended = try await run(
      Executable(program), arguments: Arguments(arguments), output: .string(limit: 1 << 24),
      error: .currentStandardError)
    return (EndedProgram(ended.terminationStatus).status, ended.standardOutput)
  } catch {
    throw .cannotRun(program: program, reason: "\(error)")
  }
}

/// Returns the path of this program.
func ownExecutablePath() throws(BenchError) -> String {
  let link = "/proc/self/exe"
  var bytes = [CChar](repeating: 0, count: 4096)
  let count = readlink(link, &bytes, bytes.count)
  guard count >= 0 else { throw .cannotRead(path: link, reason: systemErrorMessage()) }
  return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Returns the path of a program in the folders of `path`; `nil` if it is in none.
/// - Parameter isExecutable: returns whether there is a program at a path.
func findExecutable(
  _ name: String, inPath path: String, isExecutable: (String) -> Bool = isExecutable
) -> String? {
  path.split(separator: ":").lazy.map { "\($0)/\(name)" }.first(where: isExecutable)
}

func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

func environmentValue(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
