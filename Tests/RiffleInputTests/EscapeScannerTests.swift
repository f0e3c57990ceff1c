import RiffleTestSupport
import Testing

@testable import RiffleInput

@Suite struct EscapeScannerTests {
  private static func text(_ text: String) -> String {
    var scanner = EscapeScanner()
    return String(decoding: scanner.text(of: Array(text.utf8), terminator: 0x0A), as: UTF8.self)
  }

  @Test(arguments: [
    ("plain", "plain"), ("\u{1B}[31mred\u{1B}[0m", "red"), ("a\u{1B}[1;38;5;1mb\u{1B}[mc", "abc"),
    ("\u{1B}]8;;http://x\u{1B}\\link\u{1B}]8;;\u{1B}\\ after", "link after"), ("\u{1B}]0;title\u{7}x", "x"),
    ("a\u{1B}(Bb", "ab"), ("a\u{1B}7b\u{1B}8c", "abc"), ("a\u{1B}[2Kb", "ab"), ("é\u{1B}[1m東\u{1B}[0m", "é東"),
    // What ends amid a sequence, or is none.
    ("a\u{1B}[31", "a"), ("a\u{1B}", "a"), ("a\u{1B}\nb", "a\nb"), ("a\u{1B}]8;;x\nb", "a\nb"),
    ("a\u{1B}[3\nb", "a\nb"),
    ("a\u{1B}éb", "aéb"), ("\u{1B}\u{1B}[1mx", "x"), ("\u{1B}]x\u{1B}[1my", "y"),
  ])
  func sequencesAreNoText(_ text: String, _ expected: String) {
    #expect(EscapeScannerTests.text(text) == expected)
  }

  /// Wherever the bytes are cut that come.
  @Test func sequencesMayComeInPieces() {
    let text = Array("a\u{1B}[31mb\u{1B}]8;;x\u{1B}\\c\u{1B}(Bd\u{1B}]y\u{7}e\n".utf8)
    for cut in text.indices {
      var scanner = EscapeScanner()
      let passed =
        scanner.text(of: Array(text[..<cut]), terminator: 0x0A)
        + scanner.text(of: Array(text[cut...]), terminator: 0x0A)
      #expect(String(decoding: passed, as: UTF8.self) == "abcde\n", "cut at \(cut)")
    }
  }
}
