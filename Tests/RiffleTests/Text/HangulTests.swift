import RiffleTestSupport
import Testing

@testable import Riffle

/// Korean words by the consonants that their syllables begin with.
@Suite struct HangulTests {
  private func search(_ text: String, _ titles: [String]) throws -> [String] {
    let items = titles.enumerated().map { Item(id: $0, title: $1) }
    return try SearchIndex(items).search(text).map(\.element.title)
  }

  @Test func initialsFindTheWord() throws {
    #expect(try search("ㅅㅇ", ["부산", "서울", "사과"]) == ["서울"])
    #expect(try search("ㄷㅎㅁㄱ", ["대한민국", "대한"]) == ["대한민국"])
  }

  @Test func theBeginningOfInitialsFindsTheWord() throws {
    #expect(try search("ㄷㅎ", ["대한민국", "대한"]) == ["대한", "대한민국"])
  }

  @Test func initialsOfSeveralWordsFindThem() throws {
    #expect(try search("ㅅㅇ ㄷㅎ", ["서울 대학교", "서울"]) == ["서울 대학교"])
    #expect(try search("ㄱㅊ", ["Wi-Fi김치"]) == ["Wi-Fi김치"])
  }

  @Test func aSyllableAloneHasNoInitials() throws {
    #expect(try search("ㅅ", ["소", "x"]).isEmpty)
  }

  @Test func highlightsAreTheSyllables() throws {
    let title = "한국 서울시"
    let hit = try #require(try SearchIndex([Item(id: 0, title: title)]).search("ㅅㅇ").first)
    #expect(hit.highlights(in: .title).map { String(title[$0]) } == ["서울"])
  }

  @Test(arguments: [("서", 0x1109), ("울", 0x110B), ("가", 0x1100), ("힣", 0x1112)])
  func initialsAreThoseOfTheStandard(_ syllable: Unicode.Scalar, _ initial: UInt32) {
    #expect(Hangul.initial(of: syllable.value) == initial)
  }

  @Test(arguments: [0x41, 0xABFF, 0xD7A4, 0x1109, 0x3145]) func otherLettersHaveNone(_ scalar: UInt32) {
    #expect(Hangul.initial(of: scalar) == nil)
  }
}
