/// The rules by which two spellings become the same text.
///
/// The folded form of a text is its NFKC case fold, with these changes:
///
/// - Accents are removed in the scripts where they are often left out: Latin, Greek, Cyrillic, the points of Hebrew, the vowels
///   of Arabic. So is nukta, except in Bengali; candrabindu becomes anusvara.
/// - Latin letters that have no decomposition (`ł`, `ø`, `ß`, `æ` …) are written in plain letters.
/// - The forms of alef, yeh, kaf and heh of Arabic, Persian and Urdu are one letter each, teh marbuta is heh, and tatweel goes.
/// - Decimal digits of all scripts are those of ASCII.
/// - Katakana is hiragana, and traditional Chinese is simplified, character by character.
/// - Korean syllables are the letters of the keyboard that type them, so that `장박` begins 장바구니.
///
/// Composed and decomposed texts, as file systems have them, have the same folded form.
public struct FoldingOptions: Sendable, Hashable {
  /// A language whose casing differs from Unicode's default.
  public enum Language: Sendable, Hashable, CaseIterable {
    /// Unicode's default, locale-free casing.
    case any
    /// Turkish and Azeri: `I` is the capital of `ı`, `İ` of `i`, and the two letters stay apart.
    case turkic
    /// Lithuanian: the dot that stays on an `i` or `j` below an accent is no separate letter.
    case lithuanian
  }

  /// `true` to distinguish capital letters from small ones.
  public var isCaseSensitive: Bool

  /// `true` to distinguish accented letters from plain ones, and all others that fold together only because they are often
  /// exchanged, as kana. Digits, tatweel and Korean are folded all the same.
  public var keepsAccents: Bool

  /// The casing rules to follow.
  public var language: Language

  public init(
    isCaseSensitive: Bool = false,
    keepsAccents: Bool = false,
    language: Language = .any
  ) {
    self.isCaseSensitive = isCaseSensitive
    self.keepsAccents = keepsAccents
    self.language = language
  }
}
