import RiffleTestSupport
import Testing

@testable import Riffle

/// The pieces of folded texts, which say in which words a text can stand.
@Suite struct TextPiecesTests {
  @Test(arguments: [
    ("new york", ["new", "york"]), ("e-mail", ["e", "mail"]), ("-", []), ("", []), ("東京都", ["東京", "京都"]), ("京", ["京"]),
    ("a京b", ["a", "京", "b"]), ("ไทย", ["ไ", "ท", "ย"]), ("москва 5", ["москва", "5"]), ("한국", ["한국"]),
  ])
  func textsAreCutWhereNoWordGoesOn(folded: String, pieces: [String]) {
    #expect(TextPieces.pieces(of: Array(folded.utf8)).map { String(decoding: $0, as: UTF8.self) } == pieces)
  }

  @Test(arguments: [
    ("Göteborg, 東京都", true), ("№5", true), ("Ａ＆Ｂ", false), ("℀", false), ("naïve wi-fi", true),
    ("ไทย", true),
  ])
  func symbolsThatFoldToLettersOrPunctuationAreFound(title: String, isRegular: Bool) throws {
    let segment = try SearchIndex([Item(id: 0, title: title)]).snapshot().segments[0]
    #expect((segment.unworded == nil) == isRegular)
  }

  /// Folding says which texts have to be looked at: no others have letters outside of words, or other punctuation.
  @Test(arguments: [FoldingOptions(), FoldingOptions(isCaseSensitive: true, keepsAccents: true)], 0..<UInt32(8))
  func onlySymbolsFoldToWhatIsNoWord(options: FoldingOptions, part: UInt32) {
    let analyzer = TextAnalyzer(options)
    var text = FieldText()
    for value in stride(from: part, to: 0x3_0000, by: 8) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for title in ["\(scalar)", "a\(scalar)b", "東\(scalar)京", "-\(scalar)\(scalar)."] {
        analyzer.analyze(title.utf8.span, into: &text)
        let isRegular = text.areLettersInWords && text.hasPunctuation(of: title.utf8.span)
        #expect(isRegular || text.foldsSymbols, "U+\(String(value, radix: 16)) in “\(title)”")
      }
    }
  }

  /// What holds a piece of a folded text anywhere holds it in a word, or is known not to.
  @Test(arguments: 1...UInt64(40))
  func piecesLieInWords(seed: UInt64) throws {
    var random = RandomText(seed: seed, mixesScripts: seed % 2 == 0)
    let items = random.items(count: 50)
    let analyzer = TextAnalyzer()
    let segment = try SearchIndex(items).snapshot().segments[0]
    for item in items {
      for field in [item.title, item.searchText, item.reading] {
        for piece in TextPieces.pieces(of: analyzer.fold(field)) where segment.unworded?[item.id] != true {
          let isInWord = segment.tokens.tokens(of: segment.order.ordinal(item.id)).contains { token in
            let word = segment.dictionary.range(TokenColumn.word(token))
            return segment.dictionary.bytes.span.extracting(word).firstOffset(of: piece) != nil
          }
          #expect(isInWord, "seed \(seed), “\(field)”, “\(String(decoding: piece, as: UTF8.self))”")
        }
      }
    }
  }
}

extension TextPieces {
  /// The pieces of a text.
  fileprivate static func pieces(of folded: [UInt8]) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    forEach(in: folded.span) { pieces.append(Array(folded[$0])) }
    return pieces
  }
}
