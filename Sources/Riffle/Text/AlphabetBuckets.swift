internal import CICU

/// The letters under which a language files its words, as in the index of a book or the edge of a
/// list of contacts.
///
/// In the order of the first locale's ``ListCollation`` the texts of a bucket stand together, and the
/// buckets stand in the order of their labels. There are two exceptions. Blanks, quotation marks, ¿ and ¡ at the start of a
/// text are passed over: "Heroes" is filed under H, but ordered before all letters. And Chinese by pinyin (`zh`) files Han
/// under the Latin letters it is read with, but orders it before all of Latin. A list that is to have its
/// buckets in one piece everywhere is ordered by bucket first and by key within it.
///
/// By pinyin, titles that begin with Han are filed under the readings with which ``IndexOptions/romanizesTitles`` finds them:
/// 重庆 under C, 曾国藩 under Z.
///
/// Texts in Latin letters have the buckets A to Z in all languages: in those of other scripts, behind their own letters.
public struct AlphabetBuckets: Sendable {
  /// The kind of a label.
  public enum Kind: Sendable, Hashable {
    /// What comes before the letters: digits, punctuation, emoji.
    case underflow
    /// A letter, or what the language treats as one (`CH` in Czech).
    case letter
    /// Scripts between those of the letters.
    case inflow
    /// Scripts after those of the letters.
    case overflow
  }

  /// The name of a bucket. Only letters have unique names: use a bucket's place to identify it.
  public struct Label: Sendable, Hashable {
    public let text: String
    public let kind: Kind
  }

  /// The labels in order. There are at least an underflow and an overflow.
  public let labels: [Label]

  private let alphabet: Alphabet
  /// Whether Han is filed by its readings in Mandarin.
  let isPinyin: Bool

  /// The alphabet of the first locale, with the letters of the others added.
  ///
  /// - Throws: ``LocaleError``.
  public init(locales: [String]) throws(LocaleError) {
    guard !locales.isEmpty else { throw .noLocale }
    var names: [String] = []
    for locale in locales { names.append(try canonicalLocaleName(locale)) }
    guard var alphabet = Alphabet(locales: names) else { throw .unknownLocale(locales[0]) }
    if !alphabet.hasLatinLetters, let wider = Alphabet(locales: names + ["en"]) { alphabet = wider }
    self.alphabet = alphabet
    labels = alphabet.labels
    isPinyin = labels[alphabet.bucket(of: AlphabetBuckets.pinyinProbe.utf8.span)].text == "B"
  }

  /// *Bei*: no other order files it under B.
  private static let pinyinProbe = "北"

  /// The place in ``labels`` of the bucket that `text` belongs to.
  ///
  /// - Complexity: O(log *b*) comparisons in the number of buckets.
  public func bucket(for text: String) -> Int { bucket(for: text.utf8.span) }

  package func bucket(for text: Span<UInt8>) -> Int {
    let start = AlphabetBuckets.start(of: text)
    if isPinyin, let han = HanOrder(text, from: start) { return alphabet.bucket(of: han.filed.span) }
    return bucket(asOrdered: start < text.count ? text.extracting(start...) : text)
  }

  /// The bucket of a text with all its signs: in the order of a ``ListCollation`` buckets follow each other.
  package func bucket(asOrdered text: Span<UInt8>) -> Int { alphabet.bucket(of: text) }

  /// What a text is ordered by in the alphabet's first locale; `nil` if by itself.
  func orderedText(of text: Span<UInt8>) -> [UInt8]? {
    isPinyin ? HanOrder(text, from: AlphabetBuckets.start(of: text))?.ordered : nil
  }

  /// Where a text begins behind the blanks, quotation marks, ¿ and ¡ at its start.
  private static func start(of text: Span<UInt8>) -> Int {
    var start = 0
    while start < text.count {
      let (scalar, length) = decodeScalar(text, at: start)
      guard let scalar = Unicode.Scalar(scalar), isPassedOver(scalar) else { break }
      start += length
    }
    return start
  }

  private static func isPassedOver(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "¿", "¡", "⸘", "`", "´": true
    case "0"..."9", "A"..."Z", "a"..."z": false
    default: scalar.properties.isWhitespace || scalar.properties.isQuotationMark
    }
  }
}

/// An open alphabet: ICU's immutable index, which any number of threads may use.
private final class Alphabet: @unchecked Sendable {
  let handle: OpaquePointer

  init?(locales: [String]) {
    guard let handle = Alphabet.open(locales[...], []) else { return nil }
    self.handle = handle
  }

  deinit { cicu_alphabet_close(handle) }

  func bucket(of text: Span<UInt8>) -> Int {
    let found = text.withUnsafeBytes { bytes in
      cicu_alphabet_bucket(
        handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count))
    }
    return max(0, Int(found))
  }

  /// Opens an alphabet with all of `names` alive as C strings.
  private static func open(
    _ names: ArraySlice<String>, _ pointers: [UnsafePointer<CChar>?]
  ) -> OpaquePointer? {
    guard let name = names.first else {
      return pointers.withUnsafeBufferPointer {
        cicu_alphabet_open($0.baseAddress, Int32(clamping: $0.count))
      }
    }
    return name.withCString { open(names.dropFirst(), pointers + [$0]) }
  }

  var hasLatinLetters: Bool { labels.contains { $0.kind == .letter && $0.text == "A" } }

  var labels: [AlphabetBuckets.Label] {
    (0..<cicu_alphabet_count(handle)).map { index in
      let kind: AlphabetBuckets.Kind =
        switch cicu_alphabet_kind(handle, index) {
        case Int32(CICU_LABEL_UNDERFLOW): .underflow
        case Int32(CICU_LABEL_INFLOW): .inflow
        case Int32(CICU_LABEL_OVERFLOW): .overflow
        default: .letter
        }
      let text =
        switch kind {
        case .underflow: "#"
        case .inflow, .overflow: "…"
        case .letter: stringFromICU { cicu_alphabet_label(handle, index, $0, $1) } ?? ""
        }
      return AlphabetBuckets.Label(text: text, kind: kind)
    }
  }
}
