#if Store
  import RiffleStoreTestSupport
  import RiffleTestSupport
  import SystemPackage
  import Testing

  /// That the README shows just this code, `RiffleTests` tests.
  @Suite struct ReadmeTests {
    @Test func readmeCodeSaysWhatItsCommentsSay() throws {
      let folder = try TestFolder()
      var lines: [String] = []
      try readmeExample(in: folder.path.string) { values in
        lines.append(values.map { "\($0)" }.joined(separator: " "))
      }
      #expect(lines.count == 2 && lines.first?.hasPrefix("Göteborg Optional(") == true)
      #expect(lines.last == #"["Göteborg", "New York City"]"#)
    }
  }
#endif
