import Testing

/// That the tour shows just this code, `RiffleTests` tests.
@Suite struct ReadmeTests {
  @Test func readmeCodeSaysWhatItsCommentsSay() async throws {
    var lines: [String] = []
    try await readmeExample { values in lines.append(values.map { "\($0)" }.joined(separator: " ")) }
    #expect(lines.contains(#"["Washington"] [1]"#))
    #expect(lines.contains("[id] [ny]"))
    #expect(lines.last == "80 idle")
  }
}
