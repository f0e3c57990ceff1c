internal import CICU

/// The letters under which a language files its words, as in the index of a book or the edge of a
/// list of contacts.
///
/// In the order of the first locale's ``ListCollation`` the texts of a bucket stand together, and the
/// buckets stand in the order of their labels. Chinese by pinyin (`zh`) is the exception: Han is filed
/// under the Latin letters it is read with, but ordered before all of Latin. A list that is to have its
/// buckets in one piece everywhere is ordered by bucket first and by key within it.
public struct AlphabetBuckets: Sendable {
  /// What a label stands for.
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

  /// The name of a bucket. Only letters tell buckets apart: use its place for that.
  public struct Label: Sendable, Hashable {
    public let text: String
    public let kind: Kind
  }

  /// The labels in order. There are at least an underflow and an overflow.
  public let labels: [Label]

  private let alphabet: Alphabet

  /// The alphabet of the first locale, with the letters of the others added.
  ///
  /// - Throws: ``LocaleError``.
  public init(locales: [String]) throws(LocaleError) {
    guard !locales.isEmpty else { throw .noLocale }
    var names: [String] = []
    for locale in locales { names.append(try canonicalLocaleName(locale)) }
    guard let alphabet = Alphabet(locales: names) else { throw .unknownLocale(locales[0]) }
    self.alphabet = alphabet
    labels = alphabet.labels
  }

  /// The place in ``labels`` of the bucket that `text` belongs to.
  ///
  /// - Complexity: O(log *b*) comparisons in the number of buckets.
  public func bucket(for text: String) -> Int { bucket(for: text.utf8.span) }

  package func bucket(for text: Span<UInt8>) -> Int {
    let found = text.withUnsafeBytes { bytes in
      cicu_alphabet_bucket(
        alphabet.handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
        Int32(clamping: bytes.count))
    }
    return max(0, Int(found))
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
