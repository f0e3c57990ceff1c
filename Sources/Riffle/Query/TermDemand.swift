/// The terms of a query that an item must match to be a hit, in mode ``QueryMode/smart``.
///
/// An item may lack one term, or two of three to six terms, at a price that grows with the length of the term. It may lack
/// more at the ends of what was pasted: up to five of a sentence, and all but the end of a path. Such a hit is within
/// ``Reach`` only where those that match every term are dear, or missing.
///
/// A query's only term of four letters and more is never left out, nor are patterns, alternatives and exclusions. Likewise
/// terms may have more typos than their length allows, and a query's only term may be inside a word although it has only two
/// letters.
public enum TermDemand: Sendable, Hashable {
  /// ``all`` in list order (``HitOrder/list``), which does not rank; ``most`` where the best come first.
  case standard
  /// Every term, with no more typos than its length allows.
  case all
  /// As many terms as the price of the others allows.
  case most
}

/// The clauses of a query that an item may lack.
struct LeftOutClauses {
  private let parsed: ParsedQuery

  init(_ parsed: ParsedQuery) { self.parsed = parsed }

  /// The shortest term that can stand for its query.
  private static let shortestLong = 4
  /// The numbers of clauses of which two may be left out.
  private static let countsForTwo = 3...6
  /// The most that are left out wherever they stand, …
  static let mostAnywhere = 2
  /// … and at both ends of what stays, with the function words in between.
  static let mostAtEnds = 5

  /// Each set of clauses that may be left out together, by number.
  var all: [[Int]] {
    let clauses = parsed.clauses.indices
    let free = clauses.filter { term($0) != nil }
    var sets = free.map { [$0] }
    if LeftOutClauses.countsForTwo ~= clauses.count {
      for (number, first) in free.enumerated() { sets += free[(number + 1)...].map { [first, $0] } }
    }
    sets.removeAll { set in !clauses.contains { !set.contains($0) && isLong($0) } }
    let most = sets.reduce(0) { max($0, $1.count) }
    return sets + ends.filter { set in set.count > most && set.allSatisfy { term($0) != nil } }
  }

  /// The clauses beside those that stay, which stand side by side: a pasted sentence holds a title, and a path the one that a
  /// list has from some folder on. A sentence may also have function words between those that stay.
  private var ends: [[Int]] {
    let clauses = parsed.clauses.indices
    let isPath = clauses.count { parsed.clauses[$0].isFolder } > 1
    return clauses.flatMap { start in
      (start + 1...clauses.count).flatMap { end -> [[Int]] in
        let left = Array(clauses[..<start]) + clauses[end...]
        let stays = clauses[start..<end]
        let isLong = stays.contains(where: isLong)
        if isPath, end == clauses.count, isLong || stays.count > 1 { return [left] }
        guard left.count <= LeftOutClauses.mostAtEnds, isLong, stays.count > 1 else { return [] }
        let between = stays.filter(isFunctionWord)
        // Those at an end are outside a shorter part.
        let isInside = !between.isEmpty && between.first != start && between.last != end - 1
        let all = (left + between).sorted()
        return isInside && all.count <= LeftOutClauses.mostAtEnds ? [left, all] : [left]
      }
    }
  }

  private func isFunctionWord(_ clause: Int) -> Bool {
    term(clause).map { FunctionWords.contains($0.bytes.span) } ?? false
  }

  /// Returns the term of a clause; `nil` if it is a pattern or has alternatives.
  func term(_ clause: Int) -> Term? {
    guard case .term(let row)? = parsed.clauses[clause].onlyAlternative else { return nil }
    return parsed.rows[row].term
  }

  private func isLong(_ clause: Int) -> Bool {
    parsed.clauses[clause].alternatives.allSatisfy { alternative in
      switch alternative {
      case .term(let row): parsed.rows[row].term.length >= LeftOutClauses.shortestLong
      case .pattern(let number):
        !parsed.patterns[number].isNegated
          && String(decoding: parsed.patterns[number].bytes, as: UTF8.self).unicodeScalars.count
            >= LeftOutClauses.shortestLong
      }
    }
  }
}
