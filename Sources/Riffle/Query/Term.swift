/// A word of a query, folded.
package struct Term: Sendable, Hashable {
  package let bytes: [UInt8]
  /// The same as Unicode scalars.
  package let scalars: [UInt32]
  /// The number of typos allowed, by length and script.
  package let typoBudget: Int
  /// The number of typos allowed in an item where other terms stand literally.
  package let anchoredTypoBudget: Int

  /// Whether the term is matched inside words.
  let isFoundInside: Bool

  /// The shortest term that is matched inside words, unless nothing else is found.
  static let shortestInfix = 3

  package var text: String { shown(bytes) }

  /// Length in scalars.
  package var length: Int { scalars.count }

  /// - Parameter bytes: folded, valid UTF-8, not empty.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value)
    let admitsTypos = !scalars.contains(where: isIdeographicOrSyllabic)
    typoBudget = admitsTypos ? Term.typoBudget(ofLength: scalars.count) : 0
    anchoredTypoBudget = admitsTypos ? min(2, typoBudget + 1) : 0
    isFoundInside = scalars.count >= Term.shortestInfix
  }

  private init(_ term: Term, typoBudget: Int? = nil, anchoredTypoBudget: Int? = nil, isFoundInside: Bool? = nil) {
    bytes = term.bytes
    scalars = term.scalars
    self.typoBudget = typoBudget ?? term.typoBudget
    self.anchoredTypoBudget = max(self.typoBudget, anchoredTypoBudget ?? term.anchoredTypoBudget)
    self.isFoundInside = isFoundInside ?? term.isFoundInside
  }

  /// Below this length, one more typo leaves too little of a term.
  private static let shortestWithMoreTypos = 3

  /// The term with more typos than its length allows: those allowed beside an anchor, or many.
  var withMoreTypos: Term {
    length < Term.shortestWithMoreTypos ? self : Term(self, typoBudget: max(anchoredTypoBudget, manyTypos))
  }

  /// The term with many typos beside an anchor.
  var withManyTyposBesideAnchor: Term { Term(self, anchoredTypoBudget: max(anchoredTypoBudget, manyTypos)) }

  /// Two typos for each five letters, and ``mostTypos`` at most; 0 for a term with digits, which no typo accounts for.
  private var manyTypos: Int {
    anchoredTypoBudget == 0 || scalars.contains(where: isDigit) ? 0 : min(Term.mostTypos, length * 2 / 5)
  }

  /// The most typos of any term.
  static let mostTypos = 4

  /// Whether the term may be the initials of all words but ``FunctionWords``: longer than two letters, and all of them ASCII.
  var mayBeAcronym: Bool { length > 2 && bytes.count == length }

  /// Whether the term may be a word without its vowels. Then no letter behind its first one is a vowel, except y.
  ///
  /// People who leave out vowels leave out all of them. A term that has some is misspelt.
  var mayBeSkeleton: Bool { length > 1 && !scalars.dropFirst().contains { isVowel($0) && $0 != 0x79 } }

  /// The term, matched inside words if it has two letters.
  var insideWords: Term {
    length == Term.shortestInfix - 1 ? Term(self, isFoundInside: true) : self
  }

  static func typoBudget(ofLength length: Int) -> Int {
    switch length {
    case ...3: 0
    case ...6: 1
    default: 2
    }
  }
}
