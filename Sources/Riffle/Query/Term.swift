/// A word of a query, folded.
package struct Term: Sendable, Hashable {
  package let bytes: [UInt8]
  /// The same as Unicode scalars.
  package let scalars: [UInt32]
  /// How many typos the term may have, by its length and script.
  package let typoBudget: Int
  /// How many it may have in an item where other terms stand literally.
  package let anchoredTypoBudget: Int

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Length in scalars.
  package var length: Int { scalars.count }

  /// - Parameter bytes: folded, valid UTF-8, not empty.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value)
    let admitsTypos = !scalars.contains(where: isIdeographicOrSyllabic)
    typoBudget = admitsTypos ? Term.typoBudget(ofLength: scalars.count) : 0
    anchoredTypoBudget = admitsTypos ? min(2, typoBudget + 1) : 0
  }

  private init(_ term: Term, typoBudget: Int) {
    bytes = term.bytes
    scalars = term.scalars
    anchoredTypoBudget = term.anchoredTypoBudget
    self.typoBudget = typoBudget
  }

  /// With so few letters, a typo more leaves too little of a term.
  private static let shortestWithMoreTypos = 3

  /// The same with the typos that it may have beside an anchor.
  var withMoreTypos: Term {
    length < Term.shortestWithMoreTypos ? self : Term(self, typoBudget: anchoredTypoBudget)
  }

  static func typoBudget(ofLength length: Int) -> Int {
    switch length {
    case ...3: 0
    case ...6: 1
    default: 2
    }
  }
}
