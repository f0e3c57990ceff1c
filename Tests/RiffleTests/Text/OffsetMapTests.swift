import CICU
import Riffle
import RiffleTestSupport
import Testing

/// What `folded` is in `text`, which is its first occurrence in the folded text.
private func highlight(_ folded: String, in text: String) -> String? {
  let field = TextAnalyzer().analyze(text)
  let needle = TextAnalyzer().fold(folded)
  let folded = field.bytes.prefix(field.foldedCount)
  guard
    let start = folded.indices.first(where: { folded[$0...].starts(with: needle) })
  else { return nil }
  let range = field.originalRange(start..<start + needle.count, in: text.utf8.span)
  return String(decoding: Array(text.utf8)[range], as: UTF8.self)
}

@Suite struct OffsetMapTests {
  @Test(arguments: [
    ("hello", "Hello, World", "Hello"),
    ("angstrom", "the Ångström unit", "Ångström"),
    ("angstrom", "the A\u{30A}ngstro\u{308}m unit", "A\u{30A}ngstro\u{308}m"),
    ("str", "Straße", "Str"),
    ("ss", "Straße", "ß"),
    ("s", "aße", "ß"),
    ("f", "ﬁx", "ﬁ"),
    ("x", "ﬁx", "x"),
    ("kb", "1㎅!", "㎅"),
    ("coop", "co\u{AD}op", "co\u{AD}op"),
    ("co", "co\u{AD}op", "co"),
    ("op", "co\u{AD}op", "op"),
    ("ガ", "ｶﾞｶ", "ｶﾞ"),
    ("カ", "ｶﾞｶ", "ｶ"),
    ("한", "\u{1112}\u{1161}\u{11AB}글", "\u{1112}\u{1161}\u{11AB}"),
    ("글", "\u{1112}\u{1161}\u{11AB}글", "글"),
    ("👨", "a👨‍👩‍👧b", "👨‍👩‍👧"),
    ("👍", "👍🏽!", "👍🏽"),
    ("न", "हिन्दी", "न्दी"),
    ("말ㄹ", "말라", "말라"),
    ("かめら", "新カメラ", "カメラ"),
    ("b", "a\r\nb", "b"),
    ("\r", "a\r\nb", "\r\n"),
    ("\n", "é\r\nb", "\r\n"),
    ("e", "e\u{301}\u{302}", "e\u{301}\u{302}"),
    ("воина", "«Война»", "Война"),
  ])
  func highlightsWholeCharacters(_ folded: String, _ text: String, _ expected: String) {
    #expect(
      highlight(folded, in: text)?.unicodeScalars.elementsEqual(expected.unicodeScalars) == true)
  }

  @Test func emptyRangesStayEmpty() {
    let field = TextAnalyzer().analyze("aße\u{301}")
    let text = "aße\u{301}"
    for offset in 0...field.foldedCount {
      #expect(field.originalRange(offset..<offset, in: text.utf8.span).isEmpty)
    }
  }

  /// Folded one by one, the characters of a text tell where each of them went.
  @Test(arguments: 1...UInt64(60))
  func rangesAreThoseOfTheCharactersFoldedOneByOne(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for options in [FoldingOptions(), FoldingOptions(isCaseSensitive: true, keepsAccents: true)] {
      let analyzer = TextAnalyzer(options)
      for alphabet in [TrickyText.tricky, TrickyText.dense, TrickyText.punctuated] {
        let scalars = TrickyText.scalars(from: alphabet, upTo: 10, using: &random)
        if scalars.contains(where: composesAcrossCharacters) { continue }
        expectCharacterRanges(TrickyText.string(scalars), analyzer)
      }
    }
  }

  /// Compatibility jamo compose with their neighbours, and the medial and final ones may. A control, or
  /// tatweel, vanishes or lets a mark through.
  private func composesAcrossCharacters(_ scalar: UInt32) -> Bool {
    (0x1160...0x11FF).contains(scalar) || (0x3131...0x318F).contains(scalar)
      || (0xFFA0...0xFFDC).contains(scalar) || scalar == 0x640 || cicu_is_control(scalar) || scalar == 0x0D
      || scalar == 0x0A
  }

  private func expectCharacterRanges(_ text: String, _ analyzer: TextAnalyzer) {
    var owners: [Range<Int>] = []
    var start = 0
    for character in text {
      let end = start + character.utf8.count
      owners += Array(repeating: start..<end, count: analyzer.fold(String(character)).count)
      start = end
    }
    let field = analyzer.analyze(text)
    let name = TrickyText.describe(text.unicodeScalars.map(\.value))
    guard owners.count == field.foldedCount else {
      Issue.record("\(name) folds to other text by characters")
      return
    }
    for lower in owners.indices {
      for upper in lower..<owners.count {
        let range = field.originalRange(lower..<upper + 1, in: text.utf8.span)
        let expected = owners[lower].lowerBound..<owners[upper].upperBound
        if range != expected {
          Issue.record("\(name): \(lower)...\(upper) is \(range), not \(expected)")
        }
      }
    }
  }
}
