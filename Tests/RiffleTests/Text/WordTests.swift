import Riffle
import Testing

/// The tokens of `text`: compounds as `whole=part+part`, inner ones in brackets before their parts, CJK pairs in parentheses, with `>` if they
/// reach into the next word.
private func words(_ text: String, _ options: FoldingOptions = FoldingOptions()) -> String {
  let field = TextAnalyzer(options).analyze(text)
  var result = ""
  for (i, token) in field.tokens.enumerated() {
    let word = String(decoding: field.bytes[token.range], as: UTF8.self)
    switch token.kind {
    case .simple: result += " \(word)"
    case .compound: result += " \(word)="
    case .part: result += (field.tokens[i - 1].kind == .part ? "+" : "") + word
    case .inner: result += (field.tokens[i - 1].kind == .part ? "+" : "") + "[\(word)]"
    case .extra: result += " (\(word))"
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
    ("don't don’t donʼt '90s rock'n'roll", "dont=don+t dont=don+t dont=don+t 90s=90+s rocknroll=rock+n+roll"),
    ("3.14 1,000 1;2 v1.2 1.a a.1", "314=3+14 1000=1+000 12=1+2 v12=[v1]v+1+2 1a=1+a a1=a+1"),
    ("qt6-base-x2y3 fooBar.baz", "qt6basex2y3=[qt6]qt+6+base+[x2y3]x+2+y+3 foobarbaz=[foobar]foo+bar+baz"),
    ("a,b a:b a/b a\\b a|b (a)b a;b", "a b a b a b a b a b a b a b"),
    ("AT&T C++ b+ a+b joe@example.com", "att=at+t c b ab=a+b joeexamplecom=joe+example+com"),
    ("a@b @b a@ @ a@@b", "ab=a+b b a ab=a+b"),
    ("a·b l·l", "ab=a+b ll=l+l"),
    ("Ｆｏｏ Ⅷ ½", "foo viii 12=1+2"),
    ("Straße ŒUVRE Œuvre STRAẞE Łódź Ångström", "strasse oeuvre oeuvre strasse lodz angstrom"),
    ("Война и мир ДомСтрой", "воина и мир домстрои=дом+строи"),
    ("대한민국 K팝 3월", "대한민국 k 팝 3 월"),
    ("הר \"צה\"ל\"", "הר צהל=צה+ל"),
    ("👍🏽👍 x👨‍👩‍👧 ©® 🇸🇪🇳🇴 →", "👍🏽 👍 x 👨 👩 👧 🇸🇪 🇳🇴"),
    ("ภาษาไทยง่าย", "ภาษา ไทย ง่าย"),
    ("東京都", "東京 (京都>) 都"),
    ("東京都渋谷区", "東京 (京都>) 都 (都渋>) 渋谷 (谷区>) 区"),
    ("カタカナ", "カタカナ (カタ) (タカ) (カナ) (ナ)"),
    ("NHK交響3 X", "nhk 交響 (響) 3 x"),
    ("東 京", "東 京"),
    ("が ｶﾞ", "が ガ"),
  ])
  func wordsOf(_ text: String, _ expected: String) {
    #expect(words(text) == expected)
  }
}
