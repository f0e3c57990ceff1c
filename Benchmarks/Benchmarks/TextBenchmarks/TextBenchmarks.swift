import Benchmark
import BenchmarkSupport
import Riffle

/// Titles of about 25 letters in the scripts that cost differently.
private let titles: [(name: String, titles: [String])] = [
  (
    "ascii", ["The Quick Brown Fox Jumps", "Introduction to Algorithm", "Saint Petersburg Airport"]
  ),
  (
    "compounds",
    ["getHTTPServerNameForURLx2", "libreoffice-base-drivers", "x86_64-linux-gnu-gcc-12"]
  ),
  (
    "latin", ["Ångström är en längdenhet", "Łódź Kaliska, Główny dwór", "Façade élégante de l'été"]
  ),
  ("decomposed", ["A\u{30A}ngstro\u{308}m a\u{308}r en la\u{308}ngdenhet"]),
  ("cyrillic", ["Война и мир Толстого, том 1"]),
  ("korean", ["대한민국 서울특별시 강남구 역삼동"]),
  ("hindi", ["हिन्दी विकिपीडिया का मुखपृष्ठ"]),
  ("thai", ["ภาษาไทยง่ายมากสำหรับทุกคน"]),
  ("japanese", ["東京都渋谷区のおいしいラーメン屋さん"]),
]

/// Texts done in one measured iteration: the figure shown is for all of them.
private let textCount = 1000

private func repeated(_ titles: [String]) -> [String] {
  (0..<textCount).map { titles[$0 % titles.count] }
}

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .wallClock()

  for (name, titles) in titles {
    // All in one text: what each call prepares would be more than the folding of a title.
    let text = repeated(titles).joined(separator: " ")
    Benchmark("text.fold.\(name)") { benchmark in
      blackHole(FoldingOptions().fold(text))
    }
  }

  guard let collation = try? ListCollation(locale: "sv", isNumeric: true),
    let alphabet = try? AlphabetBuckets(locales: ["sv", "en"])
  else {
    Benchmark("collation.key") { $0.error("ICU has no Swedish order") }
    return
  }
  for (name, titles) in titles {
    let texts = repeated(titles)
    Benchmark("collation.key.\(name)") { benchmark in
      for text in texts { blackHole(collation.key(for: text)) }
    }
    // The section of a jumplist.
    Benchmark("collation.bucket.\(name)") { benchmark in
      for text in texts { blackHole(alphabet.bucket(for: text)) }
    }
  }
}
