import CICU
import Riffle
import RiffleTestSupport
import Testing

/// Every way to fold.
let allFoldingOptions: [FoldingOptions] = [false, true].flatMap { isCaseSensitive in
  [false, true].flatMap { keepsAccents in
    FoldingOptions.Language.allCases.map { language in
      FoldingOptions(
        isCaseSensitive: isCaseSensitive, keepsAccents: keepsAccents, language: language)
    }
  }
}

private func fold(_ text: String, _ options: FoldingOptions = FoldingOptions()) -> String {
  Hangul.composed(folded: String(decoding: TextAnalyzer(options).fold(text), as: UTF8.self))
}

/// Expects that our folding of `scalars` is the reference's.
private func expectReferenceFold(
  _ scalars: [UInt32], _ options: FoldingOptions = FoldingOptions(),
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let folded = TextAnalyzer(options).fold(TrickyText.string(scalars))
  let expected = ReferenceFolding(options: options).fold(scalars).utf8Text
  if folded != expected {
    Issue.record(
      """
      \(TrickyText.describe(scalars)) folds to \(TrickyText.describe(ICU.decode(folded))), \
      not to \(TrickyText.describe(ICU.decode(expected))), with \(options)
      """, sourceLocation: sourceLocation)
  }
}

@Suite struct FoldingTests {
  @Test(arguments: [
    ("", ""),
    ("Hello, World!", "hello, world!"),
    ("Ångström Łódź Øre ħ ı ĸ", "angstrom lodz ore h i q"),
    ("Straße STRASSE STRAẞE", "strasse strasse strasse"),
    ("Æsir œuvre Þór ðeg", "aesir oeuvre thor deg"),
    ("İstanbul ISTANBUL", "istanbul istanbul"),
    ("Ёлка Йод Ї", "елка иод і"),
    ("Ὀδυσσεύς ᾳ", "οδυσσευσ αι"),
    ("שָׁלוֹם", "שלום"),
    ("مُحَمَّد أآإ", "محمد ااا"),
    ("हिन्दी", "हिन्दी"),
    ("٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹", "0123456789 0123456789"),
    ("०१२३४५६७८९ ০১২৩৪৫৬৭৮৯ ๐๑๒๓ ၄၅၆ ໗໘໙", "0123456789 0123456789 0123 456 789"),
    ("が ｶﾞ か\u{3099}", "が が が"),
    ("ภาษาไทย น้ำ", "ภาษาไทย น\u{e49}ํา"),
    ("한국어 \u{1112}\u{1161}\u{11AB}", "한국어 한"),
    ("ﬁ ½ ① Ⅷ ㎅ Ｆｕｌｌ", "fi 1⁄2 1 viii kb full"),
    ("co\u{AD}operate a\u{200D}b", "cooperate ab"),
    ("don’t donʼt", "don’t don't"),
  ])
  func foldsTo(_ text: String, _ expected: String) {
    #expect(fold(text) == expected)
  }

  /// Letter by letter, what is typed for each other or left out.
  @Test(arguments: [
    // Arabic: alef, yeh, teh marbuta, kaf, hamza on its carriers, tatweel.
    ("أحمد", "احمد"), ("إسلام", "اسلام"), ("آمنة", "امنه"), ("ٱلله", "الله"), ("\u{672}", "ا"), ("\u{673}", "ا"),
    ("مصطفى", "مصطفي"), ("علی", "علي"), ("مكتبة", "مكتبه"), ("مؤمن", "مومن"), ("رئيس", "رييس"), ("کتاب", "كتاب"),
    ("\u{6AA}", "ك"), ("محـــمد", "محمد"), ("ا\u{640}\u{653}", "ا"),
    // Each mark of the vowels: fathatan to sukun, madda, hamza above and below, dagger alef.
    ("ب\u{64B}", "ب"), ("ب\u{64C}", "ب"), ("ب\u{64D}", "ب"), ("ب\u{64E}", "ب"), ("ب\u{64F}", "ب"),
    ("ب\u{650}", "ب"), ("ب\u{651}", "ب"), ("ب\u{652}", "ب"), ("ب\u{653}", "ب"), ("ب\u{654}", "ب"),
    ("ب\u{655}", "ب"), ("ب\u{670}", "ب"), ("لا ﻻ ﷲ", "لا لا الله"),
    // Persian and Urdu: the forms of heh and yeh; letters of their own stay.
    ("\u{6C0}", "ه"), ("\u{6C1}", "ه"), ("\u{6C2}", "ه"), ("\u{6C3}", "ه"), ("\u{6BE}", "ه"), ("\u{6D5}", "ه"),
    ("\u{6D2}", "ي"), ("\u{6D3}", "ي"), ("پ چ ژ گ", "پ چ ژ گ"), ("می\u{200C}خواهم", "ميخواهم"),
    // Hebrew points, dagesh and the dots of shin.
    ("בְּרֵאשִׁית", "בראשית"), ("שׂ", "ש"), ("וּ", "ו"),
    // Nukta, and candrabindu for anusvara.
    ("ज़मीन क़लम", "जमीन कलम"), ("\u{929}", "न"), ("हँसी", "हंसी"), ("ਜ਼ੋਰ", "ਜੋਰ"), ("চাঁদ", "চাংদ"),
    ("য় ড়", "য\u{9BC} ড\u{9BC}"),
  ])
  func lettersThatAreTypedForEachOtherAreEqual(_ text: String, _ expected: String) {
    #expect(fold(text) == expected)
  }

  @Test func keptAccentsTellLettersApartButNotDigits() {
    let options = FoldingOptions(keepsAccents: true)
    #expect(fold("مكتبة ज़ हँ ٣", options) == "مكتبة ज\u{93C} हँ 3")
    #expect(fold("محـمد", options) == "محمد")
  }

  @Test func caseAndAccentsAreKeptOnRequest() {
    let text = "ŁÓDŹ Łódź straße ﬁ co\u{AD}op"
    #expect(fold(text, FoldingOptions(isCaseSensitive: true)) == "LODZ Lodz strasse fi coop")
    #expect(fold(text, FoldingOptions(keepsAccents: true)) == "łódź łódź strasse fi coop")
    #expect(
      fold(text, FoldingOptions(isCaseSensitive: true, keepsAccents: true))
        == "ŁÓDŹ Łódź straße fi coop")
  }

  @Test func turkicCapitalsKeepTheirDots() {
    let turkic = FoldingOptions(language: .turkic)
    #expect(fold("Iğdır İĞDIR I\u{307} Í", turkic) == "ıgdır igdır i ı")
    #expect(fold("I İ ı i", FoldingOptions(isCaseSensitive: true, language: .turkic)) == "I İ ı i")
  }

  @Test func lithuanianDotsBelowAccentsGo() {
    let lithuanian = FoldingOptions(keepsAccents: true, language: .lithuanian)
    #expect(
      fold("i\u{307}\u{301} j\u{307}\u{303} į\u{307}\u{301} i\u{307}", lithuanian)
        == "í j\u{303} į\u{301} i\u{307}")
    #expect(fold("i\u{307}\u{301}", FoldingOptions(language: .lithuanian)) == "i")
  }

  @Test func everyScalarFoldsAsICUSays() {
    for scalar in ICU.assigned { expectReferenceFold([scalar]) }
    for scalar: UInt32 in [0xD7FF, 0xE000, 0xFFFE, 0xFFFF, 0x10000, 0x3FFFF, 0x40000, 0x10FFFF] {
      for options in allFoldingOptions { expectReferenceFold([0x41, scalar, 0x301], options) }
    }
  }

  @Test func everyUncommonScalarFoldsAsICUSaysWhateverTheOptions() {
    let analyzer = TextAnalyzer()
    for scalar in ICU.assigned where scalar < 0xE0200 {
      let text = TrickyText.string([scalar])
      if Array(text.utf8) == analyzer.fold(text) && cicu_combining_class(scalar) == 0 { continue }
      for options in allFoldingOptions { expectReferenceFold([scalar], options) }
    }
  }

  @Test(arguments: [0x301, 0x327, 0x345, 0x1161])
  func everyScalarFoldsAsICUSaysBetweenOthers(_ mark: UInt32) {
    for scalar in ICU.assigned where scalar < 0x2000 || (0xF900..<0x11000).contains(scalar) {
      expectReferenceFold([0x41, scalar, mark])
      expectReferenceFold([0xE01, mark, scalar])
    }
  }

  @Test(arguments: 1...UInt64(40))
  func randomTextFoldsAsICUSays(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for options in allFoldingOptions {
      for _ in 0..<20 {
        expectReferenceFold(
          TrickyText.scalars(from: TrickyText.tricky, upTo: 12, using: &random), options)
        expectReferenceFold(
          TrickyText.scalars(from: TrickyText.dense, upTo: 8, using: &random), options)
      }
    }
  }

  @Test(arguments: 1...UInt64(40))
  func normalisationFormsFoldAlike(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for options in allFoldingOptions {
      let analyzer = TextAnalyzer(options)
      for alphabet in [TrickyText.tricky, TrickyText.dense] {
        let scalars = TrickyText.scalars(from: alphabet, upTo: 8, using: &random)
        let folded = analyzer.fold(TrickyText.string(scalars))
        for form in [CICU_NFC, CICU_NFD, CICU_NFKC, CICU_NFKD] {
          let spelling = TrickyText.string(ICU.normalize(form, scalars))
          let isEqual = analyzer.fold(spelling) == folded
          #expect(isEqual, "\(TrickyText.describe(scalars)) form \(form) \(options)")
        }
        let isStable = analyzer.fold(String(decoding: folded, as: UTF8.self)) == folded
        #expect(isStable, "\(TrickyText.describe(scalars)) \(options)")
      }
    }
  }

  @Test func longTextFoldsAsICUSays() {
    var random = SeededGenerator(seed: 7)
    let scalars = (0..<60_000).map { _ in
      TrickyText.tricky[Int.random(in: 0..<TrickyText.tricky.count, using: &random)]
    }
    let folded = TextAnalyzer().fold(TrickyText.string(scalars))
    let isEqual = folded == ReferenceFolding().fold(scalars).utf8Text
    #expect(isEqual)
  }
}
