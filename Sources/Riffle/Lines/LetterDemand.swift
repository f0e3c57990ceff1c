/// The letters that an item must have to match a query, as far as typos do not make up for them.
///
/// It turns items away that the scorer would turn down, and none that it would not.
struct LetterDemand: Sendable {
  /// Letters that are asked for together, of which so many can be missing.
  private struct Part: Sendable {
    let letters: LineLetters
    let typos: Int
  }

  /// Of each list an item needs one part.
  private let clauses: [[Part]]
  /// What all parts of every clause have in common.
  private let needed: LineLetters
  /// How many typos a hit may have in all.
  private let typoBudget: Int
  /// Whether letters beyond ASCII can be told without folding.
  private let readsOtherLetters: Bool
  /// Whether what ASCII folds to is ASCII.
  private let readsASCII: Bool

  init(_ prepared: PreparedQuery, _ folding: FoldingOptions) {
    var clauses: [[Part]] = []
    func add(_ letters: LineLetters) { clauses.append([Part(letters: letters, typos: 0)]) }
    switch prepared.way {
    case .substring(let needle), .lowercasedSubstring(let needle):
      add(LineLetters(needle))
    case .subsequence(let pattern, _):
      add(pattern.letters.reduce(into: LineLetters.empty) { $0.insert(scalar: $1.scalar) })
    case .words:
      break
    }
    let scorer = prepared.scorer
    for clause in scorer.clauses {
      clauses.append(
        clause.alternatives.map { alternative in
          switch alternative {
          case .term(let row):
            Part(letters: LineLetters(scorer.rows[row].term.bytes), typos: scorer.typos(ofRow: row))
          case .pattern(let pattern):
            Part(letters: LineLetters(scorer.patterns[pattern].bytes), typos: 0)
          }
        })
    }
    self.clauses = clauses
    needed = clauses.reduce(.empty) { needed, parts in
      needed.union(parts.reduce(.all) { $0.intersection($1.letters) })
    }
    typoBudget = scorer.clauses.isEmpty ? 0 : scorer.typoBudget
    readsASCII = folding.language != .turkic
    if case .lowercasedSubstring = prepared.way {
      readsOtherLetters = false
    } else {
      readsOtherLetters = folding == FoldingOptions()
    }
  }

  /// Whether an item with these letters may match.
  @inline(__always)
  func admits(_ letters: LineLetters) -> Bool {
    needed.subtracting(letters).holds(atMost: typoBudget) && admitsEachClause(letters)
  }

  /// Whether a title may match.
  /// - Parameter union: what ``LineLetters/table`` says of its bytes.
  @inline(__always)
  func admits(_ title: Span<UInt8>, union: UInt64) -> Bool {
    let letters = LineLetters(bits: union)
    if letters.isASCII && readsASCII { return admits(letters) }
    return readsOtherLetters ? admits(LineLetters(unfolded: title)) : true
  }

  private func admitsEachClause(_ letters: LineLetters) -> Bool {
    var typosLeft = typoBudget
    for parts in clauses {
      var fewest = typosLeft + 1
      for part in parts {
        let typos = letters.fewestTypos(of: part.letters, atMost: part.typos)
        if typos == 0 {
          fewest = 0
          break
        }
        if typos <= part.typos { fewest = min(fewest, typos) }
      }
      if fewest > typosLeft { return false }
      typosLeft -= fewest
    }
    return true
  }
}

extension LineLetters {
  mutating func insert(scalar: UInt32) {
    var utf8: [UInt8] = []
    utf8.append(scalar: scalar)
    self = union(LineLetters(utf8))
  }
}

extension Scorer {
  /// How many typos a row of the scorer can have in any item; of a term of one letter the letter itself
  /// is never one.
  func typos(ofRow row: Int) -> Int {
    let term = rows[row].term
    guard rows[row].admitsLoose, term.length > 1 else { return 0 }
    // Clauses of the same term share a row, and one of them may anchor the other.
    let isAnchorable = clauses.count > 1 && clauses.indices.contains { anchor($0) != nil }
    return isAnchorable ? term.anchoredTypoBudget : term.typoBudget
  }
}
