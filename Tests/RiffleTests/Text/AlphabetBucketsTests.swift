import Riffle
import RiffleTestSupport
import Testing

@Suite struct AlphabetBucketsTests {
  private func label(_ text: String, _ locales: String) throws -> String {
    let alphabet = try AlphabetBuckets(locales: locales.split(separator: " ").map(String.init))
    return alphabet.labels[alphabet.bucket(for: text)].text
  }

  private func letters(_ locales: String...) throws -> String {
    try AlphabetBuckets(locales: locales).labels.filter { $0.kind == .letter }.map(\.text).joined(
      separator: " ")
  }

  @Test func lettersAreTheLanguages() throws {
    #expect(try letters("en") == "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z")
    #expect(try letters("sv").hasSuffix("X Y Z Å Ä Ö"))
    #expect(try letters("cs").contains(" H CH I "))
    #expect(try letters("de") == letters("en"))
    #expect(try letters("ko").hasPrefix("ㄱ ㄴ ㄷ"))
    #expect(try letters("ja", "en").hasSuffix("Z あ か さ た な は ま や ら わ"))
    #expect(try letters("ru", "en").hasPrefix("А Б В"))
    #expect(
      try letters("ru", "en").hasSuffix("Я A B C D E F G H I J K L M N O P Q R S T U V W X Y Z"))
    #expect(try letters("zh") == letters("en"))
  }

  @Test(arguments: [
    ("Ångström", "en", "A"), ("Öl", "en", "O"), ("ß", "en", "S"), ("ǆ", "en", "D"),
    ("ＡＢＣ", "en", "A"),
    ("Ångström", "sv", "Å"), ("Øre", "sv", "Ö"), ("æther", "sv", "Ä"), ("Chléb", "cs", "CH"),
    ("42", "en", "#"), ("👍", "en", "#"), ("(paren)", "en", "#"), (" x", "en", "X"), ("", "en", "#"),
    ("\"Heroes\"", "en", "H"), ("„Öl“", "de", "O"), ("«Été»", "fr", "E"), ("  'Til", "en", "T"), ("¿Qué?", "es", "Q"),
    ("¡Ñandú!", "es", "Ñ"), ("「トマト」", "ja", "た"), ("\u{3000}東京", "ko", "ㄷ"), ("\"42\"", "en", "#"), ("\"", "en", "#"),
    ("Anna", "ru", "A"), ("Zoë", "el", "Z"), ("Анна", "ru", "А"), ("Bob", "ar", "B"), ("Bob", "th", "B"),
    ("Bob", "he", "B"),
    ("Война", "en", "…"), ("東京", "ja en", "…"), ("トマト", "ja en", "た"), ("北京", "zh", "B"),
    ("𠮷野", "zh", "Z"), ("かな", "zh", "…"), ("東京", "ko", "ㄷ"), ("#tag", "th en", "T"),
  ])
  func bucketOf(_ text: String, _ locales: String, _ expected: String) throws {
    #expect(try label(text, locales) == expected)
  }

  @Test(arguments: [
    "ru", "el", "uk", "he", "ar", "th", "hi", "ja", "ko", "zh", "zh-Hant", "ka", "hy", "en", "sv", "cs",
  ])
  func everyLanguageHasLatinLetters(_ locale: String) throws {
    let all = try letters(locale).split(separator: " ").map(String.init)
    let latin = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)
    #expect(latin.count { all.contains($0) } >= 25)
    #expect(Set(all).count == all.count)
  }

  @Test func kindsTellApartWhatLabelsDoNot() throws {
    let labels = try AlphabetBuckets(locales: ["hi", "en"]).labels
    #expect(labels.first?.text == "#" && labels.first?.kind == .underflow)
    #expect(labels.last?.text == "…" && labels.last?.kind == .overflow)
    #expect(labels.filter { $0.kind == .inflow }.map(\.text) == ["…"])
  }

  @Test(arguments: ["en", "sv", "cs", "ja", "zh-Hant", "ko", "th", "ru", "ar", "de-u-co-phonebk"])
  func bucketsFollowTheOrderOfTheList(_ locale: String) throws {
    let collation = try ListCollation(locale: locale, isNumeric: true)
    let alphabet = try AlphabetBuckets(locales: [locale, "en"])
    var random = SeededGenerator(seed: 1)
    let texts = (0..<500).map { _ in
      TrickyText.string(TrickyText.scalars(from: TrickyText.tricky, upTo: 4, using: &random))
    }
    let sorted = texts.map { (key: collation.key(for: $0), text: $0) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
    let buckets = sorted.map { alphabet.bucket(asOrdered: $0.text.utf8.span) }
    #expect(zip(buckets, buckets.dropFirst()).allSatisfy { $0 <= $1 })
  }

  /// Pinyin files Han under Latin letters, but orders them before all of Latin.
  @Test func bucketsOfPinyinHaveTwoPlacesInTheOrderOfTheList() throws {
    let collation = try ListCollation(locale: "zh")
    let alphabet = try AlphabetBuckets(locales: ["zh"])
    let texts = ["安", "北京", "Anna", "Bob"]
    let sorted = texts.sorted {
      collation.key(for: $0).lexicographicallyPrecedes(collation.key(for: $1))
    }
    #expect(sorted == texts)
    #expect(sorted.map { alphabet.labels[alphabet.bucket(for: $0)].text } == ["A", "B", "A", "B"])
  }

  @Test(arguments: ["xx", "", "no such locale", "sv\u{0}x", "123456789"])
  func unknownLocalesAreErrors(_ locale: String) {
    if locale.isEmpty {
      #expect(throws: LocaleError.noLocale) { try AlphabetBuckets(locales: []) }
    } else {
      #expect(throws: LocaleError.unknownLocale(locale)) {
        try AlphabetBuckets(locales: ["en", locale])
      }
      #expect(throws: LocaleError.unknownLocale(locale)) { try ListCollation(locale: locale) }
    }
  }
}
