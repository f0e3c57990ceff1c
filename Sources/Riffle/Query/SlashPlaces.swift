/// The terms of a text beside which slashes were typed.
///
/// A slash between two names means a folder and an entry of it. Backslashes are the slashes of another system.
struct SlashPlaces {
  private var terms: [Term] = []
  /// By term, whether a slash stands right before it, and right behind it.
  private var before: [Bool] = []
  private var behind: [Bool] = []

  /// - Complexity: O(*n*) in the length of the text.
  init(_ text: String, _ analyzer: TextAnalyzer) {
    guard text.utf8.contains(where: SlashPlaces.isSlash) else { return }
    let pieces = text.utf8.split(omittingEmptySubsequences: false, whereSeparator: SlashPlaces.isSlash)
    for (number, piece) in pieces.enumerated() {
      let found = Riffle.terms(of: String(Substring(piece)), analyzer)
      if found.isEmpty { continue }
      let start = terms.count
      terms += found
      before += found.map { _ in false }
      behind += found.map { _ in false }
      before[start] = number > 0 && piece.first.map(isBlank) == false
      behind[terms.count - 1] = number < pieces.count - 1 && piece.last.map(isBlank) == false
    }
  }

  private static func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }

  /// Marks the clauses, of one term each, beside which slashes stand; none, if slashes cut the text into other terms.
  func mark(_ clauses: inout [Clause], _ rows: [Term]) {
    let cut = clauses.map { clause -> Term? in
      if case .term(let row)? = clause.onlyAlternative { rows[row] } else { nil }
    }
    guard cut == terms else { return }
    for index in clauses.indices {
      (clauses[index].beginsComponent, clauses[index].isFolder) = (before[index], behind[index])
    }
  }
}
