import Foundation
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

  @Test func aLetterBeginsTheSyllable() throws {
    #expect(try search("ㅅ", ["소", "x"]) == ["소"])
    #expect(try search("ㅅㅇ", ["소"]).isEmpty)
  }

  @Test func initialsGoOnInTheNextWords() throws {
    let titles = ["서울 대학교 병원", "서울", "서울대 병원"]
    #expect(try search("ㅅㅇㄷㅎㄱㅂㅇ", titles) == ["서울 대학교 병원"])
    #expect(try search("ㅅㅇㄷㅎ", titles) == ["서울 대학교 병원"])
    #expect(try search("ㄷㅎㄱㅂ", titles) == ["서울 대학교 병원"])
    #expect(try search("ㅅㅇㄷㅂㅇ", titles) == ["서울대 병원"])
  }

  @Test(arguments: ["장바구니", "카카오톡", "값이", "닭갈비", "괜찮아", "읽어요", "의사", "끝없는 이야기"])
  func noKeyOfAWordEmptiesTheList(title: String) throws {
    let keys = Hangul.jamo(of: title)
    for count in keys.indices.map({ $0 + 1 }) {
      var typed = String.UnicodeScalarView()
      typed.append(contentsOf: keys.prefix(count))
      let text = Hangul.composed(String(typed))
      #expect(try search(text, ["사람", title]) == [title], "“\(text)”")
      #expect(try search(text.decomposedStringWithCanonicalMapping, ["사람", title]) == [title], "“\(text)” in parts")
    }
  }

  @Test(arguments: [
    ("자", "장바구니"), ("장바ㄱ", "장바구니"), ("장박", "장바구니"), ("장바군", "장바구니"), ("카카오토", "카카오톡"), ("바구", "장바구니"),
    ("톡", "카카오톡"),
  ])
  func whatIsTypedSoFarFindsTheWord(text: String, title: String) throws {
    #expect(try search(text, ["사람", title, "나무"]) == [title])
    for mode in [QueryMode.words, .substring] where text != "바구" && text != "톡" || mode == .substring {
      let request = SearchRequest(try Query(text, mode: mode))
      #expect(try SearchIndex([Item(id: 0, title: title)]).search(request).count == 1, "\(mode)")
    }
  }

  @Test func theWholeWordComesBeforeWordsThatItBegins() throws {
    #expect(try search("장", ["장바구니", "장", "잔치"]) == ["장", "장바구니"])
    #expect(try search("각", ["가게", "각", "각도", "가구"]).prefix(2) == ["각", "각도"])
  }

  @Test func whatIsTypedSoFarIsHighlightedInWholeSyllables() throws {
    for (text, marked) in [("장박", "장바구"), ("장바", "장바"), ("자", "장"), ("ㅈㅂ", "장바"), ("ㅂㄱㄴ", "바구니")] {
      let title = "새 장바구니"
      let hit = try #require(try SearchIndex([Item(id: 0, title: title)]).search(text).first, "\(text)")
      #expect(hit.highlights(in: .title).map { String(title[$0]) } == [marked], "\(text)")
    }
  }

  @Test func foldedTextIsShownInSyllables() throws {
    #expect(FoldingOptions().fold("Wi-Fi 김치, 괜찮아") == "wi-fi 김치, 괜찮아")
    let text = TextAnalyzer().analyze("서울 대학교")
    let words = text.tokens.filter { $0.kind == .simple }.map { shown(text.bytes[$0.range]) }
    #expect(words == ["서울", "대학교"])
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
