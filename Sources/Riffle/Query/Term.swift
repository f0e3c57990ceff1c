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

  private init(_ term: Term, typoBudget: Int, isFoundInside: Bool) {
    bytes = term.bytes
    scalars = term.scalars
    anchoredTypoBudget = term.anchoredTypoBudget
    self.typoBudget = typoBudget
    self.isFoundInside = isFoundInside
  }

  /// Below this length, one more typo leaves too little of a term.
  private static let shortestWithMoreTypos = 3

  /// The term with the typos allowed beside an anchor.
  var withMoreTypos: Term {
    length < Term.shortestWithMoreTypos
      ? self : Term(self, typoBudget: anchoredTypoBudget, isFoundInside: isFoundInside)
  }

  /// The term, matched inside words if it has two letters.
  var insideWords: Term {
    length == Term.shortestInfix - 1 ? Term(self, typoBudget: typoBudget, isFoundInside: true) : self
  }

  static func typoBudget(ofLength length: Int) -> Int {
    switch length {
    case ...3: 0
    case ...6: 1
    default: 2
    }
  }
}
