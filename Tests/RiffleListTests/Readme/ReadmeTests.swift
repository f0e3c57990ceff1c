import RiffleList
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

  @Test func theFirstPageOfTheCatalogueSaysWhatItsCommentsSay() async throws {
    var lines: [String] = []
    func print(_ values: Any...) { lines.append(values.map { "\($0)" }.joined(separator: " ")) }
    try overviewExample(print: print)
    try arrangementExample(print: print)
    #expect(
      lines == [
        "3 [2, 1]", "Washington", "2", "Northwest States Oregon", "Northwest States Washington",
        "Southwest States Arizona", "Arizona 1", "sections: 1 deleted; rows: 1 deleted, 1 inserted, 1 updated",
        "[or] false", "true", "true", #"["P"]"#, "650000", "650001",
      ])
    let (left, counts) = try fieldsExample()
    #expect(left == 1 && counts == [1, 1])
    let list = try ListModel()
    try await feedExample(list)
    try await statesExample(list)
    #expect(list.view.rows().map(\.title) == ["Sunset"])
    #expect(try mirrorExample(list) == 1)
  }
}
