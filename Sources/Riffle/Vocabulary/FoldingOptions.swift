/// How two spellings come to be the same text.
///
/// The folded form of a text is its NFKC case fold, with accents removed in the
/// scripts where people leave them out, and with the Latin letters that have no
/// decomposition (`ł`, `ø`, `ß`, `æ` …) written in plain letters.
public struct FoldingOptions: Sendable, Hashable {
  /// A language whose casing differs from the rest of the world's.
  public enum Language: Sendable, Hashable, CaseIterable {
    /// Unicode's default, locale-free casing.
    case any
    /// Turkish and Azeri: `I` is the capital of `ı`, `İ` of `i`, and the two letters stay apart.
    case turkic
    /// Lithuanian: the dot that stays on an `i` or `j` below an accent is no letter of its own.
    case lithuanian
  }

  /// `true` to tell capital letters from small ones.
  public var isCaseSensitive: Bool

  /// `true` to tell accented letters from plain ones.
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
