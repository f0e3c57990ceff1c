/// The letters that an item must have to match a query, as far as typos do not make up for them.
///
/// It turns items away that the scorer would turn down, and none that it would not.
struct LetterDemand: Sendable {
  /// Letters that are asked for together, of which so many can be missing.
  private struct Part: Sendable {
    let letters: LineLetters
    let typos: Int
    /// Whether the next part is none that will do as well.
    var endsClause = true
  }

  /// Those of a clause together: an item needs one of them.
  private let parts: [Part]
  /// What all parts of every clause have in common.
  private let needed: LineLetters
  /// How many typos a hit may have in all.
  let typoBudget: Int
  /// Whether letters beyond ASCII can be told without folding.
  private let readsOtherLetters: Bool
  /// Whether what ASCII folds to is ASCII.
  private let readsASCII: Bool

  /// - Parameter most: what a hit may cost at most, in ``CostTable/unit``s.
  init(_ prepared: PreparedQuery, upTo most: UInt32, _ folding: FoldingOptions) {
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
    parts = clauses.flatMap { parts in
      parts.indices.map { index in
        var part = parts[index]
        part.endsClause = index == parts.count - 1
        return part
      }
    }
    needed = clauses.reduce(.empty) { needed, parts in
      needed.union(parts.reduce(.all) { $0.intersection($1.letters) })
    }
    typoBudget = scorer.clauses.isEmpty ? 0 : prepared.mostTypos(upTo: most)
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
    if let letters = letters(of: title, union: union) { admits(letters) } else { true }
  }

  /// The letters that a title may have once it is folded; `nil` if that cannot be told.
  @inline(__always)
  func letters(of title: Span<UInt8>, union: UInt64) -> LineLetters? {
    let letters = LineLetters(bits: union)
    if letters.isASCII && readsASCII { return letters }
    return readsOtherLetters ? LineLetters(unfolded: title) : nil
  }

  /// What an item with some letters lacks of each clause.
  struct Lack {
    /// The clauses that are missing, one bit each.
    var missing: UInt64 = 0
    /// How many typos the others have at least, together and by clause: one bit each for one and for two.
    var typos = 0
    var ones: UInt64 = 0
    var twos: UInt64 = 0

    /// How many typos all clauses have but for some.
    @inline(__always)
    func typos(without clauses: UInt64) -> Int {
      typos - (ones & clauses).nonzeroBitCount - 2 * (twos & clauses).nonzeroBitCount
    }
  }

  /// What an item with these letters lacks; no more than `most` missing clauses are looked for.
  @inline(__always)
  func lack(_ letters: LineLetters, atMost most: Int) -> Lack {
    var lack = Lack()
    var bit: UInt64 = 1
    var fewest = Int.max
    let parts = parts.span
    for index in parts.indices {
      let part = parts[index]
      let typos = letters.fewestTypos(of: part.letters, atMost: part.typos)
      if typos <= part.typos { fewest = min(fewest, typos) }
      guard part.endsClause else { continue }
      switch fewest {
      case 0: break
      case 1: lack.ones |= bit
      case 2: lack.twos |= bit
      default:
        lack.missing |= bit
        if lack.missing.nonzeroBitCount > most { return lack }
        fewest = 0
      }
      lack.typos &+= fewest
      fewest = .max
      bit <<= 1
    }
    return lack
  }

  private func admitsEachClause(_ letters: LineLetters) -> Bool {
    var typosLeft = typoBudget
    var fewest = Int.max
    let parts = parts.span
    for index in parts.indices {
      let part = parts[index]
      let typos = letters.fewestTypos(of: part.letters, atMost: part.typos)
      if typos <= part.typos { fewest = min(fewest, typos) }
      guard part.endsClause else { continue }
      if fewest > typosLeft { return false }
      typosLeft &-= fewest
      fewest = .max
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
    let isAnchorable = clauses.count > 1 && clauses.indices.contains { isAnchor($0) }
    return isAnchorable ? term.anchoredTypoBudget : term.typoBudget
  }
}
