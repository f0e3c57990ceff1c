import Riffle
import Testing

@Suite struct ListCollationTests {
  private func sorted(_ texts: String, _ collation: ListCollation) -> String {
    texts.split(separator: " ").map { (key: collation.key(for: String($0)), text: $0) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.text).joined(separator: " ")
  }

  @Test(arguments: [
    ("und", "z Ä a å ö o", "a å Ä o ö z"),
    ("sv", "z Ä a å ö o", "a o z å Ä ö"),
    ("sv_SE", "ö z", "z ö"),
    ("de", "Müller Mueller Muller", "Mueller Muller Müller"),
    ("de-u-co-phonebk", "Müller Mueller Muller", "Mueller Müller Muller"),
    ("de@collation=phonebook", "Müller Mueller Muller", "Mueller Müller Muller"),
    ("cs", "i ch h c", "c h ch i"),
    ("ja", "トマト かに なす", "かに トマト なす"),
  ])
  func ordersAsTheLanguageDoes(_ locale: String, _ texts: String, _ expected: String) throws {
    #expect(try sorted(texts, ListCollation(locale: locale)) == expected)
  }

  @Test func numbersCountOnRequest() throws {
    #expect(try sorted("a10 a9 a2", ListCollation(locale: "en")) == "a10 a2 a9")
    #expect(try sorted("a10 a9 a2", ListCollation(locale: "en", isNumeric: true)) == "a2 a9 a10")
    #expect(try sorted("a10 a9 a2", ListCollation(locale: "en-u-kn")) == "a2 a9 a10")
    #expect(
      try sorted("Müller10 Mueller9", ListCollation(locale: "de-u-co-phonebk-kn")) == "Mueller9 Müller10")
  }

  @Test func caseComesFirstOnRequest() throws {
    #expect(try sorted("a A b B", ListCollation(locale: "en")) == "a A b B")
    #expect(try sorted("a A b B", ListCollation(locale: "en-u-kf-upper")) == "A a B b")
    #expect(try sorted("a A b B", ListCollation(locale: "da")) == "A a B b")
    #expect(try sorted("A a B b", ListCollation(locale: "da-u-kf-lower")) == "a A b B")
  }

  @Test func strengthSaysWhichDifferencesCount() throws {
    func areEqual(_ first: String, _ second: String, _ strength: String) throws -> Bool {
      let collation = try ListCollation(locale: "en-u-ks-\(strength)")
      return collation.key(for: first) == collation.key(for: second)
    }
    #expect(try areEqual("résumé", "Resume", "level1"))
    #expect(try areEqual("résumé", "Résumé", "level2"))
    #expect(try !areEqual("résumé", "resume", "level2"))
    #expect(try !areEqual("résumé", "Résumé", "level3"))
    #expect(try areEqual("re\u{301}sume\u{301}", "résumé", "identic"))
    #expect(try areEqual("a\u{0}b", "ab", "level3"))
    #expect(try !areEqual("a\u{0}b", "ab", "identic"))
  }

  /// In Japanese they differ in the fourth place only.
  @Test func kanaOfBothKindsAreOneUnlessToldApart() throws {
    let tertiary = try ListCollation(locale: "ja")
    #expect(tertiary.key(for: "とまと") == tertiary.key(for: "トマト"))
    #expect(try sorted("トマト とまと", ListCollation(locale: "ja-u-ks-level4")) == "とまと トマト")
  }

  @Test func keysOfLongTextsAreWhole() throws {
    let collation = try ListCollation(locale: "en")
    let long = String(repeating: "Ångström 東京 ", count: 10_000)
    #expect(collation.key(for: long) != collation.key(for: long + "x"))
    #expect(collation.key(for: "") == collation.key(for: ""))
  }

  @Test func aCollationSaysWhatItIs() throws {
    let collation = try ListCollation(locale: "zh_hant", isNumeric: true)
    #expect(collation.locale == "zh_Hant")
    #expect(collation.isNumeric)
    #expect(collation.version.split(separator: ".").count == 4)
  }

  @Test func oneCollationServesManyThreads() async throws {
    let collation = try ListCollation(locale: "sv")
    let alphabet = try AlphabetBuckets(locales: ["sv"])
    let words = ["Ångström", "ärlig", "öl", "42", "Война", "東京"]
    let keys = words.map(collation.key)
    let buckets = words.map { alphabet.bucket(for: $0) }
    let areEqual = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<200).allSatisfy { _ in
            words.map(collation.key) == keys && words.map { alphabet.bucket(for: $0) } == buckets
          }
        }
      }
      return await group.allSatisfy { $0 }
    }
    #expect(areEqual)
  }
}
