import Foundation
import RiffleTestSupport
import Testing

@testable import Riffle

/// Letters of one script that people type for each other: what a query finds, and in which order.
@Suite struct ScriptTests {
  /// The titles that a query finds, the best first.
  private func search(_ text: String, _ titles: [String], mode: QueryMode = .smart) throws -> [String] {
    let items = titles.enumerated().map { Item(id: $0, title: $1) }
    return try SearchIndex(items).snapshot().search(SearchRequest(Query(text, mode: mode))).map(\.element.title)
  }

  private static let everyMode: [QueryMode] = [.smart, .words, .substring, .subsequence]

  @Test(arguments: everyMode) func digitsOfAllScriptsAreEqual(_ mode: QueryMode) throws {
    let phone = "0501234"
    for digits in ["٠٥٠١٢٣٤", "۰۵۰۱۲۳۴", "०५०१२३४", "০৫০১২৩৪", "๐๕๐๑๒๓๔"] {
      #expect(try search(phone, [digits], mode: mode) == [digits])
      #expect(try search(digits, [phone], mode: mode) == [phone])
    }
  }

  @Test func digitsComeFirstAsTheyWereTyped() throws {
    #expect(try search("٣", ["3", "۳", "٣"]).first == "٣")
    #expect(try search("3", ["٣", "3"]).first == "3")
  }

  @Test(arguments: everyMode) func formsOfArabicLettersFindEachOther(_ mode: QueryMode) throws {
    for (one, other) in [
      ("احمد", "أحمد"), ("مصطفي", "مصطفى"), ("مكتبه", "مكتبة"), ("علی", "علي"), ("کتاب", "كتاب"), ("محمد", "مُحَمَّد"),
      ("محمد", "محـــمد"), ("قران", "قرآن"), ("שלום", "שָׁלוֹם"), ("जमीन", "ज़मीन"), ("हंसी", "हँसी"),
    ] {
      #expect(try search(one, [other], mode: mode) == [other])
      #expect(try search(other, [one], mode: mode) == [one])
    }
  }

  @Test(arguments: everyMode) func hiraganaAndKatakanaFindEachOther(_ mode: QueryMode) throws {
    for (one, other) in [("かめら", "カメラ"), ("らーめん", "ラーメン"), ("ヴァイオリン", "ゔぁいおりん"), ("がんだむ", "ガンダム"), ("か", "ｶ")] {
      #expect(try search(one, [other], mode: mode) == [other])
      #expect(try search(other, [one], mode: mode) == [one])
    }
    #expect(try search("ま", ["マップ"], mode: mode) == ["マップ"])
  }

  @Test(arguments: everyMode) func traditionalAndSimplifiedChineseFindEachOther(_ mode: QueryMode) throws {
    for (one, other) in [("台湾", "台灣"), ("中国", "中國"), ("图书馆", "圖書館"), ("电脑", "電腦"), ("发", "髮"), ("广东话", "廣東話")] {
      #expect(try search(one, [other], mode: mode) == [other])
      #expect(try search(other, [one], mode: mode) == [one])
    }
  }

  @Test func theFormTypedComesFirst() throws {
    #expect(try search("台湾", ["台灣", "台湾"]) == ["台湾", "台灣"])
    #expect(try search("台灣", ["台湾", "台灣"]) == ["台灣", "台湾"])
    #expect(try search("かめら", ["カメラ", "かめら"]) == ["かめら", "カメラ"])
    #expect(try search("カメラ", ["かめら", "カメラ"]) == ["カメラ", "かめら"])
    #expect(try search("ま", ["マップ", "まっぷ"]) == ["まっぷ", "マップ"])
  }

  @Test func accentsThatMatterTellKanaApart() throws {
    let options = IndexOptions(folding: FoldingOptions(keepsAccents: true))
    let index = try SearchIndex([Item(id: 0, title: "カメラ")], options: options)
    #expect(try index.search("かめら").isEmpty)
    #expect(try index.search("カメラ").count == 1)
  }

  @Test func traditionalChineseIsHighlightedWhereItStands() throws {
    let title = "臺北市立圖書館總館"
    let hit = try #require(try SearchIndex([Item(id: 0, title: title)]).search("图书馆").first)
    #expect(hit.highlights(in: .title).map { String(title[$0]) } == ["圖書館"])
  }

  @Test func kanaAreHighlightedWhereTheyStand() throws {
    let title = "新しいカメラと"
    let hit = try #require(try SearchIndex([Item(id: 0, title: title)]).search("かめら").first)
    #expect(hit.highlights(in: .title).map { String(title[$0]) } == ["カメラ"])
  }

  /// Every script, composed and decomposed, by both spellings, in every mode.
  @Test(arguments: QueryMode.allCases, [false, true])
  func composedAndDecomposedTextIsTheSame(_ mode: QueryMode, isCaseSensitive: Bool) throws {
    for text in [
      "Résumé", "Ångström", "Việt Nam", "ガンダム", "한국어", "ёлка", "Ἀθῆναι", "ज़मीन", "ড়", "শাড়ী", "שׁלום", "آب",
    ] {
      let forms = [text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping]
      for title in forms {
        let options = IndexOptions(folding: FoldingOptions(isCaseSensitive: isCaseSensitive))
        let index = try SearchIndex([Item(id: 0, title: title)], options: options)
        for query in forms {
          let hits = try index.search(SearchRequest(Query(query, mode: mode)))
          #expect(hits.count == 1, "\(query) in \(title)")
          let marked = hits.first?.highlights(in: .title).map { String(title[$0]) }.joined(separator: " ")
          let isWhole = marked?.unicodeScalars.elementsEqual(title.unicodeScalars) == true
          #expect(isWhole, "\(query) in \(title): \(marked ?? "")")
        }
      }
    }
  }

  @Test(
    arguments: ["Résumé", "Re\u{301}sume\u{301}"],
    ["résumé", "re\u{301}sume\u{301}", "Résumé", "Re\u{301}sume\u{301}"])
  func decomposedTextIsAsTyped(_ title: String, _ query: String) throws {
    #expect(try search(query, ["Resume", title]).map { Array($0.utf8) } == [title, "Resume"].map { Array($0.utf8) })
  }

  /// A name of the search text shows accents and signs as the title does.
  @Test(arguments: [
    ("münchen", "Munich"), ("munchen", "Munich"), ("bei münchen", "Grafing bei München"),
    ("köln", "Cologne"), ("kölner", "Cologne"), ("kölni", "Kölnisch Wasser"),
  ])
  func marksAreLookedForInTheFieldThatMatches(_ query: String, _ first: String) throws {
    let items = [
      Item(id: 0, title: "Grafing bei München"),
      Item(id: 1, title: "Munich", searchText: "Monaco, München; Minga", weight: 9),
      Item(id: 2, title: "Cologne", searchText: "Koln, Kölner Dom", weight: 9), Item(id: 3, title: "Kölnisch Wasser"),
    ]
    for segmentCount in 1...2 {
      let index = try SearchIndex(Array(items.prefix(segmentCount == 1 ? 4 : 1)))
      if segmentCount == 2 { try index.update { batch in for item in items.dropFirst() { batch.upsert(item) } } }
      #expect(try index.search(query).first?.element.title == first)
    }
  }

  /// Letters that are written as two where keyboards lack them.
  @Test(arguments: [
    ("mueller", "Müller"), ("strasse", "Straße"), ("aarhus", "Århus"), ("goettingen", "Göttingen"),
    ("koebenhavn", "København"),
    ("baer", "Bär"), ("blaabaer", "Blåbær"), ("uebung", "ÜBUNG"), ("aero", "Ærø"),
    ("lueneburger heide", "Lüneburger Heide"),
  ])
  func lettersWrittenAsTwoCostNothing(_ spelling: String, _ letters: String) throws {
    for one in [letters, letters.decomposedStringWithCanonicalMapping] {
      for (query, title) in [(spelling, one), (one, spelling)] {
        let hit = try #require(try SearchIndex([Item(id: 0, title: title)]).search(query).first, "\(query) in \(title)")
        #expect(hit.score.cost == 0, "\(query) in \(title)")
        let marked = hit.highlights(in: .title).map { String(title[$0]) }.joined(separator: "-")
        #expect(marked == title || title.contains(" "), "\(query) in \(title): \(marked)")
      }
    }
  }

  /// Of a word that has several such letters each may be written as two, or without its mark.
  @Test(arguments: [
    ("angstroem", "Ångström"), ("aangstrom", "Ångström"), ("ubergroesse", "Übergröße"), ("uebergrosse", "Übergröße"),
    ("smorgaas", "Smörgås"), ("oresundsbroen äaö", "Öresundsbrøen äåö"),
  ])
  func lettersOfAWordAreWrittenAsTwoOrNot(_ query: String, _ title: String) throws {
    for one in [title, title.decomposedStringWithCanonicalMapping] {
      let hit = try #require(try SearchIndex([Item(id: 0, title: one)]).search(query).first, "\(query) in \(one)")
      #expect(hit.score.cost == 0, "\(query) in \(one)")
      let marked = hit.highlights(in: .title).map { String(one[$0]) }.joined(separator: " ")
      #expect(marked == one, "\(query) in \(one): \(marked)")
    }
  }

  @Test(arguments: [
    ("muel", "Mül"), ("mue", "Mü"), ("mu", "Mü"), ("muell", "Müll"), ("ueller", "üller"),
  ])
  func whatIsTypedOfAWordWithLettersWrittenAsTwoIsMarked(_ query: String, _ marked: String) throws {
    let title = "Herr Müller"
    let hit = try #require(try SearchIndex([Item(id: 0, title: title)]).search(query).first)
    #expect(hit.highlights(in: .title).map { String(title[$0]) }.joined() == marked)
  }

  @Test func lettersWrittenAsTwoMakeAName() throws {
    let items = [
      Item(id: 0, title: "Grafing bei München"), Item(id: 1, title: "Munich", searchText: "Monaco, München"),
    ]
    #expect(try SearchIndex(items).search("muenchen").map(\.id) == [1, 0])
    #expect(try SearchIndex(items).search("muenchen").first?.score.cost == 0.5)
  }

  @Test func theLettersTypedComeFirst() throws {
    #expect(try search("müller", ["Mueller", "Müller"]) == ["Müller", "Mueller"])
    #expect(try search("Mueller", ["Müller", "Mueller"]) == ["Mueller", "Müller"])
  }

  @Test func arabicLettersComeFirstAsTheyWereTyped() throws {
    #expect(try search("مكتبة", ["مكتبه", "مكتبة"]).first == "مكتبة")
  }
}
