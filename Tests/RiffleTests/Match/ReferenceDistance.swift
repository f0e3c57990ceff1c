/// Optimal string alignment by the whole table, as textbooks have it: what automata are held equal to.
struct ReferenceDistance {
  /// From all of the term to the beginning of the word with that many letters; `nil` if no edits lead there.
  let toBeginnings: [Int?]

  init(_ term: [UInt32], _ word: [UInt32]) {
    let far = 1000
    let isDigit: (UInt32) -> Bool = { (0x30...0x39).contains($0) }
    var table = Array(repeating: Array(repeating: far, count: word.count + 1), count: term.count + 1)
    table[0][0] = 0
    for i in 0...term.count {
      for j in 0...word.count where i + j > 0 {
        var best = far
        if i > 0, !isDigit(term[i - 1]) { best = min(best, table[i - 1][j] + 1) }
        if j > 0, !isDigit(word[j - 1]) { best = min(best, table[i][j - 1] + 1) }
        if i > 0, j > 0 {
          let isEditable = !isDigit(term[i - 1]) && !isDigit(word[j - 1])
          if term[i - 1] == word[j - 1] {
            best = min(best, table[i - 1][j - 1])
          } else if isEditable {
            best = min(best, table[i - 1][j - 1] + 1)
          }
          if i > 1, j > 1, isEditable, term[i - 1] == word[j - 2], term[i - 2] == word[j - 1] {
            best = min(best, table[i - 2][j - 2] + 1)
          }
        }
        table[i][j] = min(best, far)
      }
    }
    toBeginnings = table[term.count].map { $0 < far ? $0 : nil }
  }

  func whole(within budget: Int) -> Int? { within(budget, toBeginnings.last ?? nil) }

  func nearestBeginning(within budget: Int) -> (typos: Int, length: Int)? {
    guard let nearest = toBeginnings.compactMap({ within(budget, $0) }).min() else { return nil }
    return toBeginnings.lastIndex(of: nearest).map { (nearest, $0) }
  }

  private func within(_ budget: Int, _ typos: Int?) -> Int? { typos.flatMap { $0 <= budget ? $0 : nil } }
}

/// All texts over an alphabet up to a length.
func allTexts(over alphabet: [UInt32], upTo length: Int) -> [[UInt32]] {
  var texts: [[UInt32]] = [[]]
  var last = texts
  for _ in 0..<length {
    last = last.flatMap { text in alphabet.map { text + [$0] } }
    texts += last
  }
  return texts
}
