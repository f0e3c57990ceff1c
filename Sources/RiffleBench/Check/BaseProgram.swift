/// The program that a change is compared with.
enum BaseProgram {
  /// - Parameter base: the path of a `riffle-bench`, or a Git revision, built in a clone in `folder` unless it has been before.
  /// - Returns: the path of the program, and its title.
  static func find(_ base: String, folder: String = ".build/base") async throws(BenchError) -> (
    path: String, title: String
  ) {
    if base.contains("/"), isExecutable(base), !isFolder(base) { return (base, base) }
    guard let revision = try await commit(base) else { throw .noBase(base) }
    let clone = "\(folder)/\(revision)"
    let program = "\(clone)/.build/release/riffle-bench"
    if !isExecutable(program) {
      note("builds \(base) in \(clone)")
      try makeFolder(folder)
      if !fileExists(clone) {
        try await step("git", ["clone", "--quiet", "--shared", "--no-checkout", ".", clone])
      }
      try await step("git", ["-C", clone, "checkout", "--quiet", revision])
      try await step(
        "swift", ["build", "--package-path", clone, "--configuration", "release", "--product", "riffle-bench"])
    }
    return (program, "\(base) (\(revision.prefix(10)))")
  }

  private static func commit(_ revision: String) async throws(BenchError) -> String? {
    // No revision begins like this; it would be parsed as an option.
    guard !revision.hasPrefix("-") else { return nil }
    let ended = try await outputOf("git", ["rev-parse", "--verify", "--quiet", "\(revision)^{commit}"])
    return ended.status == 0 ? ended.output.split(whereSeparator: \.isWhitespace).first.map(String.init) : nil
  }

  private static func step(_ program: String, _ arguments: [String]) async throws(BenchError) {
    let status = try await runProgram(program, arguments).status
    guard status == 0 else {
      throw .failed(
        step: ([program] + arguments).joined(separator: " "), status: status, advice: "it says above why")
    }
  }
}
