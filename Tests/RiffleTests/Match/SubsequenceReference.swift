// The rule of mode `subsequence` said once more, as plainly as it can be, for ASCII: a full table
// of letters × places, filled and walked place by place; and, beside it, every alignment there
// is. Nothing here is shared with the engine, the numbers included.

/// A place's bonus: 10, 9, 8 for the start of a word after white space, a delimiter, other
/// punctuation; 7 inside a compound; 8 or 10 for what is no letter itself.
func referenceBonuses(_ title: [UInt8]) -> [Int] {
  func kind(_ byte: UInt8) -> Character {
    switch byte {
    case 9...13, 32: " "
    case UInt8(ascii: "a")...UInt8(ascii: "z"): "a"
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): "A"
    case UInt8(ascii: "0")...UInt8(ascii: "9"): "0"
    default: "/,:;|".utf8.contains(byte) ? "/" : "-"
    }
  }
  return title.indices.map { index in
    let here = kind(title[index])
    let before = index == 0 ? " " : kind(title[index - 1])
    switch (before, here) {
    case (_, " "), (" ", _): return 10
    case ("/", _): return 9
    case ("-", _), (_, "-"), (_, "/"): return 8
    case ("a", "A"): return 7
    case (let before, "0") where before != "0": return 7
    default: return 0
    }
  }
}

/// fzf's table, in full, and the walk back through it.
func referenceMatch(_ term: [UInt8], _ title: [UInt8]) -> (score: Int, places: [Int])? {
  let text = title.map(lowercased)
  let bonuses = referenceBonuses(title)
  var firsts: [Int] = []
  for letter in term {
    let start = (firsts.last ?? -1) + 1
    guard let first = text[start...].firstIndex(of: letter) else { return nil }
    firsts.append(first)
  }
  if term.count == 1 { return referenceSingle(term[0], text, bonuses) }

  var scores = Array(repeating: Array(repeating: 0, count: text.count), count: term.count)
  var runs = scores
  for (row, letter) in term.enumerated() {
    var isGap = false
    for place in firsts[row]..<text.count {
      let left = place == firsts[row] ? 0 : scores[row][place - 1]
      let missed = left - (isGap ? 1 : 3)
      var found = 0
      if text[place] == letter {
        if row == 0 {
          found = 16 + 2 * bonuses[place]
          runs[row][place] = 1
          scores[row][place] = found
          isGap = false
          continue
        }
        var run = runs[row - 1][place - 1] + 1
        var bonus = bonuses[place]
        if run > 1 {
          let opening = bonuses[place - run + 1]
          if bonus >= 8 && bonus > opening { run = 1 } else { bonus = max(bonus, 4, opening) }
        }
        found = scores[row - 1][place - 1] + 16 + bonus
        runs[row][place] = found < missed ? 0 : run
      }
      isGap = found < missed
      scores[row][place] = max(found, missed, 0)
    }
  }

  guard let last = scores.last, let score = last.max(), let end = last.firstIndex(of: score)
  else { return nil }
  var places: [Int] = []
  var row = term.count - 1
  var place = end
  var continues = true
  while true {
    let here = scores[row][place]
    let above = row > 0 ? scores[row - 1][place - 1] : 0
    let left = place > firsts[row] ? scores[row][place - 1] : 0
    let seen = (row, place)
    if here > above && (here > left || here == left && continues) {
      places.insert(place, at: 0)
      if row == 0 { break }
      row -= 1
    }
    let below =
      seen.0 + 1 < term.count && seen.1 + 1 < text.count ? runs[seen.0 + 1][seen.1 + 1] : 0
    continues = runs[seen.0][seen.1] > 1 || below > 0
    place -= 1
  }
  return (score, places)
}

/// A term of one letter: the first word start, or else the leftmost of the best.
private func referenceSingle(
  _ letter: UInt8, _ text: [UInt8], _ bonuses: [Int]
) -> (score: Int, places: [Int])? {
  let places = text.indices.filter { text[$0] == letter }
  let start = places.first { bonuses[$0] >= 8 }
  let reached = places.filter { place in start.map { place <= $0 } ?? true }
  guard let most = reached.map({ bonuses[$0] }).max(),
    let best = reached.first(where: { bonuses[$0] == most })
  else { return nil }
  return (16 + 2 * most, [best])
}

/// The highest score of all ways to lay the term over the title, each counted on its own.
func bestOfAllAlignments(_ term: [UInt8], _ title: [UInt8]) -> Int? {
  let text = title.map(lowercased)
  let bonuses = referenceBonuses(title)
  var best: Int?
  func place(_ letter: Int, after last: Int, score: Int, opening: Int) {
    if letter == term.count {
      best = max(best ?? score, score)
      return
    }
    guard last + 1 < text.count else { return }
    for here in (last + 1)..<text.count where text[here] == term[letter] {
      let gap = here - last - 1
      let bonus = bonuses[here]
      if letter == 0 {
        place(1, after: here, score: 16 + 2 * bonus, opening: bonus)
      } else if gap == 0 && !(bonus >= 8 && bonus > opening) {
        let gained = max(bonus, 4, opening)
        place(letter + 1, after: here, score: score + 16 + gained, opening: opening)
      } else {
        let left = gap == 0 ? score : max(0, score - 2 - gap)
        place(letter + 1, after: here, score: left + 16 + bonus, opening: bonus)
      }
    }
  }
  place(0, after: -1, score: 0, opening: 0)
  return best
}
