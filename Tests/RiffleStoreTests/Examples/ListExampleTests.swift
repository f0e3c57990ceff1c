#if Store
  import Foundation
  import RiffleStoreTestSupport
  import SystemPackage
  import Testing

  @Suite struct ListExampleTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    @Test func theArticleShowsCodeThatCompiles() throws {
      func text(_ path: String) throws -> String {
        try String(contentsOf: Self.folder.appending(path: path).standardized, encoding: .utf8)
      }
      func lines(_ text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      }
      let compiled = Set(lines(try text("ListExample.swift")))
      let article = try text("../../../Sources/RiffleStore/RiffleStore.docc/ListsOverStores.md")
      let blocks = article.components(separatedBy: "```swift\n").dropFirst()
      #expect(blocks.count >= 5)
      for block in blocks {
        for line in lines(block.prefix(upTo: block.range(of: "```")?.lowerBound ?? block.endIndex)) {
          #expect(compiled.contains(line), "\(line)")
        }
      }
    }

    @Test func itsCodeSaysWhatItsCommentsSay() async throws {
      let folder = try TestFolder()
      var printed: [String] = []
      try await listExample(at: folder.file("places.db").string) { values in
        printed.append(values.map { "\($0)" }.joined(separator: " "))
      }
      #expect(
        printed == [
          #"["NORWAY: 1", "SWEDEN: 2"]"#, #"["Oslo: no payload", "Göteborg: a payload", "Malmö: no payload"]"#,
          "rows: 1 moved, 1 updated [2, 1]",
          "Optional(0.0)", "[1] true",
          "sections and groups are made of what the rows say: change the rows, or what a section or group shows",
          "rows: 1 inserted",
        ])
    }
  }
#endif
