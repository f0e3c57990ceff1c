/// The little words that acronyms leave out, and that pasted sentences have too many of: articles, prepositions and conjunctions of
/// languages of western Europe.
///
/// `usa` is United States *of* America, `onu` Organisation *des* Nations unies. The list is short on purpose: a word that is more
/// than a link, such as a negation or a pronoun, has its letter in most acronyms.
package enum FunctionWords {
  /// The longest of them, in bytes.
  static let longest = 5
  /// The most that stand side by side, as in “of the”.
  static let mostInRow = 2

  /// The bytes of each, the first one lowest; in ascending order.
  static let heads: [UInt64] =
    ([
      "a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with",
      "am", "auf", "aus", "bei", "das", "dem", "den", "der", "des", "die", "fur", "im", "mit", "und", "vom",
      "von", "zu", "zum", "zur",
      "au", "aux", "d", "de", "du", "en", "et", "l", "la", "le", "les", "ou", "par", "pour", "sur",
      "con", "del", "e", "el", "las", "los", "para", "por", "y",
      "da", "dal", "degli", "dei", "della", "delle", "di", "do", "dos", "em", "i", "il", "na", "no",
      "het", "op", "te", "van", "voor", "av", "og", "och",
    ] as [StaticString]).map { word in
      word.withUTF8Buffer { $0.enumerated().reduce(0) { $0 | UInt64($1.element) << UInt64(8 * $1.offset) } }
    }.sorted()

  /// - Parameter head: the first eight bytes of a word, the first one lowest, zeros after a shorter word; see ``WordKey``.
  /// - Complexity: O(log *n*) in the number of function words.
  static func contains(head: UInt64) -> Bool {
    if head >> UInt64(8 * longest) != 0 { return false }
    let place = heads.partitioningIndex { $0 >= head }
    return place < heads.count && heads[place] == head
  }

  /// - Parameter word: folded.
  package static func contains(_ word: Span<UInt8>) -> Bool {
    guard 1...longest ~= word.count else { return false }
    var head: UInt64 = 0
    for index in word.indices { head |= UInt64(word[index]) << UInt64(8 * index) }
    return contains(head: head)
  }
}
