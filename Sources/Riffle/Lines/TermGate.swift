/// What can be said of a term and a text by their letters alone. Cheap to ask and to copy.
struct TermGate: Sendable {
  let letters: LineLetters
  /// How many typos a match can have that the scorer may take.
  let typos: Int
  /// In scalars.
  private let length: Int

  /// - Parameter typos: what ``Scorer/typos(ofRow:)`` says.
  init(_ term: Term, typos: Int) {
    letters = LineLetters(term.bytes)
    self.typos = typos
    length = term.length
  }

  /// Whether a word of these letters, and of so many bytes, may match.
  @inline(__always)
  func mayMatch(_ word: LineLetters, length: Int) -> Bool {
    mayMatch(length: length) && fewestTypos(in: word) <= typos
  }

  /// Whether a word of so many bytes may match.
  @inline(__always)
  func mayMatch(length: Int) -> Bool { length &+ typos >= self.length }

  /// How many typos the match of a word with no other letters than these has at least; more than
  /// ``typos`` if there is none.
  @inline(__always)
  func fewestTypos(in text: LineLetters) -> Int {
    text.fewestTypos(of: letters, atMost: typos)
  }
}
