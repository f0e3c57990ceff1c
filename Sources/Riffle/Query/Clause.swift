/// What an item must hold for one term of a query: any of the alternatives.
package struct Clause: Sendable, Hashable {
  package enum Alternative: Sendable, Hashable {
    /// A term, by its row in the scorer.
    case term(row: Int)
    /// A pattern of the extended syntax, by its number in the scorer.
    case pattern(Int)
  }

  package var alternatives: [Alternative]
  /// The row in the scorer of this term joined with the next.
  package var joinedRow: Int?
  /// Whether a slash was typed right before the term, and right behind it: in a path it then begins a component, and is a folder.
  package var beginsComponent = false
  package var isFolder = false

  /// Whether all alternatives are patterns.
  var isPattern: Bool {
    alternatives.allSatisfy { if case .pattern = $0 { true } else { false } }
  }

  var onlyAlternative: Alternative? { alternatives.count == 1 ? alternatives.first : nil }
}
