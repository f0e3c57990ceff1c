import Foundation
import Riffle
import Testing

/// Names of places in the scripts that people write them in.
@Suite struct SampleTextTests {
  private static let lines: [String] = {
    let file = URL(fileURLWithPath: #filePath)
      .appending(path: "../../../../Corpora/samples/cities.tsv").standardizedFileURL
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    // One in ten: the reference takes its time.
    return text.split(separator: "\n").enumerated().filter { $0.offset % 10 == 0 }
      .map { String($0.element) }
  }()

  @Test func thereAreSamples() { #expect(SampleTextTests.lines.count > 500) }

  @Test func namesFoldAsICUSays() {
    for line in SampleTextTests.lines {
      let isEqual = TextAnalyzer().fold(line) == ReferenceFolding().fold(line)
      #expect(isEqual, "\(line)")
    }
  }

  /// The words are those of the folded text: capitals would cut more.
  @Test func namesHaveTheWordsThatICUSays() {
    for line in SampleTextTests.lines {
      let folded = ReferenceFolding().textToCut(line.unicodeScalars.map(\.value))
      let field = TextAnalyzer().analyze(TrickyText.string(folded))
      let isEqual =
        ReferenceWords.describe(field) == ReferenceWords.words(of: folded)
      #expect(isEqual, "\(line)")
    }
  }

  @Test func whatIsHighlightedFoldsToTheWord() {
    let analyzer = TextAnalyzer()
    for line in SampleTextTests.lines {
      let field = analyzer.analyze(line)
      for token in field.tokens where token.range.upperBound <= field.foldedCount {
        let range = field.originalRange(token.range, in: line.utf8.span)
        let highlighted = String(decoding: Array(line.utf8)[range], as: UTF8.self)
        let isEqual = analyzer.fold(highlighted) == Array(field.bytes[token.range])
        #expect(isEqual, "\(line): \(highlighted)")
      }
    }
  }
}
