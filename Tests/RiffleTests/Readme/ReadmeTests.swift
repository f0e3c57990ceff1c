import Foundation
import Riffle
import Testing

struct ReadmeTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  @Test(arguments: [
    "README.md", "Sources/Riffle/Riffle.docc/Tour.md", "Sources/RiffleList/RiffleList.docc/Tour.md",
    "Sources/RiffleList/RiffleList.docc/RiffleList.md",
  ])
  func pagesShowCodeThatCompiles(path: String) throws {
    let page = try String(contentsOf: Self.folder.appending(path: "../../../" + path).standardized, encoding: .utf8)
    let examples = try [
      "ReadmeExample.swift", "../../RiffleListTests/Readme/ReadmeExample.swift",
      "../../RiffleListTests/Readme/OverviewExample.swift",
      "../../RiffleStoreTests/Readme/ReadmeExample.swift", "../../RiffleServerTests/Readme/ReadmeExample.swift",
    ].map { path in
      try String(contentsOf: Self.folder.appending(path: path).standardized, encoding: .utf8)
    }
    let compiled = Set(
      examples.joined(separator: "\n").split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
    let blocks = page.components(separatedBy: "```swift\n").dropFirst()
    #expect(blocks.count >= 3)
    for block in blocks {
      for line in block.prefix(upTo: block.range(of: "```")?.lowerBound ?? block.endIndex).split(separator: "\n") {
        #expect(compiled.contains(line.trimmingCharacters(in: .whitespaces)), "\(line)")
      }
    }
  }

  @Test func readmeCodeSaysWhatItsCommentsSay() async throws {
    var lines: [String] = []
    let snapshot = try await readmeExample { values in
      lines.append(values.map { "\($0)" }.joined(separator: " "))
    }
    #expect(snapshot.count == 3)
    #expect(lines.first?.hasPrefix("Göteborg [") == true)
    #expect(lines.contains("1 of 1"))
    #expect(lines.contains("go: 2") && lines.contains("[0, 1]"))
    #expect(lines.contains("[42] 4 3") && lines.contains("göt [4, 1, 2]"))
    #expect(lines.contains("G 2 0") && lines.contains("N 1 2"))
    #expect(lines.last == "the query has 300 characters; the limit is 256: shorten it")
  }
}
