/// What can be said of a term and a text by their letters alone. Cheap to ask and to copy.
struct TermGate: Sendable {
  let letters: LineLetters
  /// How many typos a match can have that the scorer may take.
  let typos: Int
  /// In scalars.
  private let length: Int
  private let firstByte: UInt8
  /// Which bytes stand after the first one, by their lowest six bits.
  private let laterBytes: UInt64

  /// - Parameter typos: what ``Scorer/typos(ofRow:)`` says.
  init(_ term: Term, typos: Int) {
    letters = LineLetters(term.bytes)
    self.typos = typos
    length = term.length
    firstByte = term.bytes[0]
    laterBytes = term.bytes.dropFirst().reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }

  /// Whether a word of these letters, and of so many bytes, may match.
  @inline(__always)
  func mayMatch(_ word: LineLetters, length: Int) -> Bool {
    length &+ typos >= self.length && fewestTypos(in: word) <= typos
  }

  /// How many typos the match of a word with no other letters than these has at least; more than
  /// ``typos`` if there is none.
  @inline(__always)
  func fewestTypos(in text: LineLetters) -> Int {
    text.fewestTypos(of: letters, atMost: typos)
  }

  /// Whether words that begin so, one after the other, may make the term together.
  struct Run {
    private var hasBegun = false

    /// Whether a run may end with the word that begins with `byte`.
    @inline(__always)
    mutating func ends(with byte: UInt8, _ gate: TermGate) -> Bool {
      if hasBegun, gate.laterBytes >> UInt64(byte & 63) & 1 != 0 { return true }
      if byte == gate.firstByte { hasBegun = true }
      return false
    }
  }
}
