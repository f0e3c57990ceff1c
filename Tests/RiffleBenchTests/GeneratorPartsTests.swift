import MadeUpLists
import Testing

@testable import RiffleBench

@Suite struct SeededRandomTests {
  @Test func followsSplitMix64() {
    // From the reference implementation in C.
    var random = SeededRandom(seed: 1_234_567)
    #expect(
      (0..<3).map { _ in random.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      ])
  }

  @Test func staysBelowItsBound() {
    var random = SeededRandom(seed: 1, stream: "bounds")
    #expect(Set((0..<1000).map { _ in random.below(7) }) == Set(0..<7))
    #expect(random.below(0) == 0)
    #expect(random.element(of: [Int]()) == nil)
  }

  @Test func shufflingLosesNothing() {
    var random = SeededRandom(seed: 1)
    var numbers = Array(0..<100)
    random.shuffle(&numbers)
    #expect(numbers != Array(0..<100))
    #expect(numbers.sorted() == Array(0..<100))
  }
}

@Suite struct LowercasedTitlesTests {
  @Test func countsAsALookAtEveryTitleWould() throws {
    let titles = [
      "New York", "new york city", "NEWARK", "Newport", "Ne", "", "Ängelholm", "ängel", "New", "new", "newport news",
    ]
    let lowercased = LowercasedTitles(try list(titles.map { "0\t\($0)\n" }.joined()))
    let prefixes = [
      "", "n", "ne", "new", "new y", "new york", "new york ", "newport", "newport n", "ä", "ängelh", "z", "newz",
    ]
    for prefix in prefixes {
      #expect(
        lowercased.count(beginningWith: prefix)
          == titles.count { Array($0.lowercased().utf8).starts(with: prefix.utf8) }, "\(prefix)")
    }
  }
}

@Suite struct AbbreviationTests {
  private func apply(_ abbreviation: Abbreviation, _ title: String) -> String? {
    abbreviation.apply(to: TitleWords(title))
  }

  @Test func initials() {
    #expect(apply(.initials, "United Nations Security Council") == "unsc")
    #expect(apply(.initials, "Xi'an Old City (North)") == "xocn")
    #expect(apply(.initials, "Ar Rifā‘ī, Iraq (South)") == "aris")
    #expect(apply(.initials, "New York City") == nil)
    #expect(apply(.initials, "Area 51 and so on") == nil)
    #expect(apply(.initials, "a b c d e f g h") == nil)
  }

  @Test func chunks() {
    #expect(apply(.chunks, "San Francisco") == "sanfra")
    #expect(apply(.chunks, "Île de Ré, France") == "îlederéfra")
    #expect(apply(.chunks, "San Jo") == nil)
    #expect(apply(.chunks, "one") == nil)
  }

  @Test func consonants() {
    #expect(apply(.consonants, "Kiefer, Gerhard Max") == "kfr grhrd")
    #expect(apply(.consonants, "Émile Zola") == "éml zl")
    #expect(apply(.consonants, "Aia Oue") == nil)
    #expect(apply(.consonants, "Rhythm Psst") == nil)
  }
}

@Suite struct TypoTests {
  private func slips(_ text: String, _ place: TypoPlace) -> Set<String> {
    var random = SeededRandom(seed: 9)
    return Set(
      (0..<2000).compactMap { _ in Typo.apply(to: Array(text), place: place, using: &random).map { String($0) } })
  }

  @Test func neighboursAreOnBothSides() {
    #expect(Set(Keyboard.neighbours(of: "s")) == Set("adwezx"))
    #expect(Set(Keyboard.neighbours(of: "p")) == Set("ol"))
    #expect(Keyboard.neighbours(of: "é") == [])
    for key in "qwertyuiopasdfghjklzxcvbnm" {
      for neighbour in Keyboard.neighbours(of: key) {
        #expect(Keyboard.neighbours(of: neighbour).contains(key), "\(key) and \(neighbour)")
      }
    }
  }

  @Test func firstLettersOnly() {
    let slips = slips("to be", .firstLetter)
    #expect(slips.isSuperset(of: ["o be", "ot be", "ro be", "rto be", "to e", "to eb"]))
    #expect(slips.allSatisfy { !$0.hasPrefix("t") || $0.hasPrefix("to ") })
  }

  @Test func laterLettersOnly() {
    let slips = slips("to be", .laterLetter)
    #expect(slips.allSatisfy { $0.hasPrefix("t") && $0.contains(" b") })
    #expect(slips.isSuperset(of: ["t be", "tp be", "tpo be", "to b"]))
  }

  @Test func digitsSpacesAndComposedLettersStay() {
    #expect(slips("42 東京 한국", .anyLetter).isEmpty)
    #expect(slips("b52", .anyLetter).allSatisfy { $0.hasSuffix("52") })
  }
}
