/// Optimal string alignment: substitutions, insertions, deletions and swaps of neighbours that no other edit touches.
/// No edit may touch a digit.
struct EditDistance {
  /// Larger than any real distance, small enough to add to.
  private static let never = 1 << 20

  /// `rows[i][j]`: from the first `i` characters of `a` to the first `j` of `b`.
  private let lastRow: [Int]

  init(_ a: [Character], _ b: [Character]) {
    func costOfDroppingOrAdding(_ character: Character) -> Int { character.isNumber ? EditDistance.never : 1 }
    var beforePrevious: [Int] = []
    var previous = [0]
    for character in b {
      previous.append(min(EditDistance.never, previous[previous.count - 1] + costOfDroppingOrAdding(character)))
    }
    for i in a.indices {
      let deletion = costOfDroppingOrAdding(a[i])
      var current = [min(EditDistance.never, previous[0] + deletion)]
      for j in b.indices {
        let isFixed = a[i].isNumber || b[j].isNumber
        var best = previous[j] + (a[i] == b[j] ? 0 : isFixed ? EditDistance.never : 1)
        best = min(best, previous[j + 1] + deletion, current[j] + costOfDroppingOrAdding(b[j]))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j], !isFixed, !a[i - 1].isNumber {
          best = min(best, beforePrevious[j - 1] + 1)
        }
        current.append(min(EditDistance.never, best))
      }
      beforePrevious = previous
      previous = current
    }
    lastRow = previous
  }

  /// The distance between the whole texts; `nil` if digits differ.
  var whole: Int? {
    lastRow.last.flatMap { $0 < EditDistance.never ? $0 : nil }
  }

  /// The distance between `a` and the nearest beginning of `b`; `nil` if digits differ.
  var toAPrefix: Int? {
    lastRow.min().flatMap { $0 < EditDistance.never ? $0 : nil }
  }
}

extension EditDistance {
  /// Returns the number of typos that a word of this length may have.
  static func budget(length: Int) -> Int {
    length <= 3 ? 0 : length <= 6 ? 1 : 2
  }

  /// Returns whether `query` may be expected to find `target`, by the typo budget of the query's length.
  static func isWithinBudget(query: String, target: String) -> Bool {
    let typed = Array(query.lowercased())
    guard let distance = EditDistance(typed, Array(target.lowercased())).whole else { return false }
    return distance <= budget(length: query.unicodeScalars.count)
  }
}
