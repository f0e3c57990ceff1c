/// Distances between a term and a word, up to a budget.
package struct TypoDistance: Sendable, Hashable {
  /// To the whole word; `nil` if beyond the budget.
  package var whole: Int?
  /// To the nearest beginning of the word; `nil` if beyond the budget.
  package var prefix: Int?
  /// How many scalars of the word the nearest beginning has. The longest of equals.
  package var prefixLength = 0
}

/// Measures by optimal string alignment: substitution, insertion, deletion and transposition of
/// neighbours each cost 1, and no letter is edited twice. No edit touches an ASCII digit.
///
/// Only the diagonals within the budget are filled (E. Ukkonen, Algorithms for approximate string
/// matching, Information and Control 64, 1985).
///
/// - Complexity: O(`term.count` × `budget`).
package func typoDistance(
  _ term: [UInt32], _ word: [UInt32], budget: Int, scratch: inout TypoScratch
) -> TypoDistance {
  let n = term.count
  let m = word.count
  guard budget > 0, m + budget >= n else { return TypoDistance() }
  let width = 2 * budget + 1
  let far = UInt8(budget + 1)
  scratch.prepare(width: width + 2, far: far)
  // In row i, slot 1 + d holds the cell of column i + d - budget. A border of one on either side
  // stands for everything outside the band.
  for d in budget..<width {
    let j = d - budget
    if j == 0 {
      scratch.row[1 + d] = 0
    } else if j <= m, scratch.row[d] < far, !isDigit(word[j - 1]) {
      scratch.row[1 + d] = scratch.row[d] + 1
    }
  }
  for i in 1...n {
    scratch.advance(far: far)
    let letter = term[i - 1]
    let letterIsDigit = isDigit(letter)
    var best = far
    for d in 0..<width {
      let j = i + d - budget
      guard j >= 0, j <= m else { continue }
      var value = far
      if j > 0 {
        let other = word[j - 1]
        let diagonal = scratch.previous[1 + d]
        if other == letter {
          value = diagonal
        } else {
          let otherIsDigit = isDigit(other)
          if !letterIsDigit, !otherIsDigit, diagonal < far { value = diagonal + 1 }
          if i > 1, j > 1, letter == word[j - 2], other == term[i - 2], !letterIsDigit, !otherIsDigit {
            value = min(value, scratch.beforePrevious[1 + d] + 1)
          }
        }
        if !isDigit(other) { value = min(value, scratch.row[d] + 1) }
      }
      if !letterIsDigit { value = min(value, scratch.previous[2 + d] + 1) }
      value = min(value, far)
      scratch.row[1 + d] = value
      best = min(best, value)
    }
    if best == far { return TypoDistance() }
  }
  var result = TypoDistance()
  for d in 0..<width {
    let j = n + d - budget
    guard j >= 0, j <= m else { continue }
    let value = Int(scratch.row[1 + d])
    guard value <= budget else { continue }
    if j == m { result.whole = value }
    if value <= result.prefix ?? budget {
      result.prefix = value
      result.prefixLength = j
    }
  }
  return result
}

/// Three rows of the distance table, kept between calls.
package struct TypoScratch: Sendable {
  fileprivate var row: [UInt8] = []
  fileprivate var previous: [UInt8] = []
  fileprivate var beforePrevious: [UInt8] = []
  /// The word at hand, as scalars.
  var word: [UInt32] = []

  package init() {}

  fileprivate mutating func prepare(width: Int, far: UInt8) {
    if row.count != width {
      row = Array(repeating: far, count: width)
      previous = row
      beforePrevious = row
      return
    }
    for k in 0..<width {
      row[k] = far
      previous[k] = far
      beforePrevious[k] = far
    }
  }

  fileprivate mutating func advance(far: UInt8) {
    swap(&beforePrevious, &previous)
    swap(&previous, &row)
    for k in row.indices { row[k] = far }
  }
}
