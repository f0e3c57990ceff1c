import CICU
import Riffle
import RiffleTestSupport
import Testing

/// The tokens of `text`: compounds as `whole=part+part`, inner ones in brackets before their parts, CJK pairs in parentheses, with `>` if they
/// reach into the next word.
private func words(_ text: String, _ options: FoldingOptions = FoldingOptions()) -> String {
  let field = TextAnalyzer(options).analyze(text)
  var result = ""
  for (i, token) in field.tokens.enumerated() {
    let word = Hangul.composed(folded: String(decoding: field.bytes[token.range], as: UTF8.self))
    switch token.kind {
    case .simple: result += " \(word)"
    case .compound: result += " \(word)="
    case .part: result += (field.tokens[i - 1].kind == .part ? "+" : "") + word
    case .inner: result += (field.tokens[i - 1].kind == .part ? "+" : "") + "[\(word)]"
    case .extra, .spelling: result += " (\(word))"
    case .extraAcross: result += " (\(word)>)"
    }
  }
  return String(result.dropFirst())
}

@Suite struct WordTests {
  @Test(arguments: [
    ("", ""),
    (" \t\n", ""),
    ("Hello, World!", "hello world"),
    ("getFooBar", "getfoobar=get+foo+bar"),
    ("HTTPServer", "httpserver=http+server"),
    ("XMLHttp2Request", "xmlhttp2request=xml+http+2+request"),
    ("iPhone", "iphone=i+phone"),
    ("ABc", "abc=a+bc"),
    ("USA USAs", "usa usas=us+as"),
    ("ÉcoleÉtage", "ecoleetage=ecole+etage"),
    ("wi-fi Wi‑Fi wi–fi wi‐fi", "wifi=wi+fi wifi=wi+fi wifi=wi+fi wifi=wi+fi"),
    ("wi--fi wi -fi wi- fi", "wi fi wi fi wi fi"),
    ("snake_case __init__ a__b _", "snakecase=snake+case init ab=a+b"),
    (
      "don't don’t donʼt '90s rock'n'roll",
      "dont=don+t dont=don+t dont=don+t 90s=90+s rocknroll=rock+n+roll"
    ),
    ("3.14 1,000 1;2 v1.2 1.a a.1", "314=3+14 1000=1+000 12=1+2 v12=[v1]v+1+2 1a=1+a a1=a+1"),
    (
      "qt6-base-x2y3 fooBar.baz",
      "qt6basex2y3=[qt6]qt+6+base+[x2y3]x+2+y+3 foobarbaz=[foobar]foo+bar+baz"
    ),
    ("a,b a:b a/b a\\b a|b (a)b a;b", "a b a b a b a b a b a b a b"),
    ("AT&T C++ b+ a+b joe@example.com", "att=at+t c b ab=a+b joeexamplecom=joe+example+com"),
    ("a@b @b a@ @ a@@b", "ab=a+b b a ab=a+b"),
    ("a·b l·l", "ab=a+b ll=l+l"),
    ("Ｆｏｏ Ⅷ ½", "foo viii 12=1+2"),
    (
      "Straße ŒUVRE Œuvre STRAẞE Łódź Ångström",
      "strasse oeuvre oeuvre strasse lodz angstrom (aangstroem) (angstroem) (aangstrom)"
    ),
    ("Война и мир ДомСтрой", "воина и мир домстрои=дом+строи"),
    ("대한민국 K팝 3월", "대한민국 (ㄷㅎㅁㄱ) k 팝 3 월"),
    ("הר \"צה\"ל\"", "הר צהל=צה+ל"),
    ("👍🏽👍 x👨‍👩‍👧 ©® 🇸🇪🇳🇴 →", "👍🏽 👍 x 👨 👩 👧 🇸🇪 🇳🇴"),
    ("ภาษาไทยง่าย", "ภาษา ไทย ง่าย"),
    ("東京都", "东京 (京都>) 都"),
    ("東京都渋谷区", "东京 (京都>) 都 (都渋>) 渋谷 (谷区>) 区"),
    ("カタカナ", "かたかな (かた) (たか) (かな) (な)"),
    ("NHK交響3 X", "nhk 交响 (响) 3 x"),
    ("東 京", "东 京"),
    ("が ｶﾞ", "が が"),
    ("서울 대학교", "서울 (ㅅㅇ) (ㅅㅇㄷㅎㄱ>) 대학교 (ㄷㅎㄱ)"),
    ("장바ㄱ ㄱ가 aㄱ", "장박 ㄱ가 a ㄱ"),
  ])
  func wordsOf(_ text: String, _ expected: String) {
    #expect(words(text) == expected)
  }

  /// Expects the words that ICU's boundaries say, and returns whether they are.
  private func expectReferenceWords(_ scalars: [UInt32], capitals: Set<Int> = []) {
    let field = TextAnalyzer().analyze(TrickyText.string(scalars))
    let words = ReferenceWords.describe(field)
    let expected = ReferenceWords.words(of: ReferenceFolding().textToCut(scalars), capitals: capitals)
    if words != expected {
      Issue.record("\(TrickyText.describe(scalars)) has words \(words), not \(expected)")
    }
  }

  /// Capitals would need their place in the folded text: see the next test.
  private static func isCapital(_ scalar: UInt32) -> Bool {
    ICU.normalize(CICU_NFKD, [scalar]).contains { ["Lu", "Lt"].contains(ICU.category($0)) }
  }

  @Test(arguments: [[], [0x61], [0x31], [0x5D0]])
  func everyScalarIsInTheWordsThatICUSays(_ before: [UInt32]) {
    for scalar in ICU.assigned {
      if (0x3400..<0xA000).contains(scalar) || (0xAC10..<0xF900).contains(scalar) { continue }
      if scalar >= 0x20000 || WordTests.isCapital(scalar) { continue }
      expectReferenceWords(before + [scalar, 0x62])
    }
  }

  @Test(arguments: 1...UInt64(30))
  func randomTextHasTheWordsThatICUSays(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let lower = TrickyText.tricky.filter { !WordTests.isCapital($0) }
    for _ in 0..<25 {
      expectReferenceWords(TrickyText.scalars(from: lower, upTo: 20, using: &random))
      expectReferenceWords(
        TrickyText.scalars(from: TrickyText.punctuated, upTo: 12, using: &random))
    }
  }

  /// The kernels look at 64 bytes at a time, the last 16 of which may overlap others.
  @Test func wordsAreTheSameWhereverABlockEnds() {
    let text = Array("ab CdE12 f-g_h 1,2 x@y HTTPServer.x  z' ".unicodeScalars.map(\.value))
    for start in stride(from: 0, to: text.count, by: 3) {
      for count in Array(0...18) + [31, 32, 33, 47, 48, 49] + Array(62...66) + Array(127...129) {
        let scalars = (0..<count).map { text[(start + $0) % text.count] }
        expectReferenceWords(
          scalars, capitals: Set(scalars.indices.filter { WordTests.isCapital(scalars[$0]) }))
      }
    }
  }

  @Test(arguments: 1...UInt64(30))
  func randomCapitalsCutWords(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<25 {
      let scalars = TrickyText.scalars(from: TrickyText.cased, upTo: 100, using: &random)
      expectReferenceWords(
        scalars, capitals: Set(scalars.indices.filter { WordTests.isCapital(scalars[$0]) }))
    }
  }

  @Test func longTextHasTheWordsOfItsPieces() {
    for piece in ["getFooBar a-b, Ångström ", "東京都 wi-fi: Война, ภาษาไทย 👍🏽 "] {
      let field = TextAnalyzer().analyze(piece)
      let long = TextAnalyzer().analyze(String(repeating: piece, count: 5000))
      let words = ReferenceWords.describe(field)
      let isEqual =
        ReferenceWords.describe(long)
        == Array(repeatElement(words, count: 5000).joined())
      #expect(isEqual, "\(piece)")
    }
  }

  @Test func manyThreadsCutAlike() async {
    let texts = ["東京都渋谷区 ラーメン", "ภาษาไทยง่าย", "getFooBar wi-fi", "ｶﾞ か\u{3099} İstanbul"]
    let expected = texts.map { words($0) }
    let areEqual = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<100).allSatisfy { _ in texts.map { words($0) } == expected } }
      }
      return await group.allSatisfy { $0 }
    }
    #expect(areEqual)
  }
}
