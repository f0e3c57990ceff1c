// The best way to lay a term over a title, by fzf's version 2 of its algorithm: Smith and
// Waterman's local alignment (J. Mol. Biol. 147, 1981) with gaps in the title only, a bonus for
// places that stand out, and a bonus for runs that is decided by what the run opens with
// (https://github.com/junegunn/fzf, src/algo/algo.go, `FuzzyMatchV2`).
//
// fzf fills a table of letters × places. Between two places where a letter stands, a row only
// decays by a fixed rule, so that the row is known from the places where it gained. This
// implementation keeps just those: the *cells*. A title of 20 places has one to three of them a
// letter, so the table is some ten cells instead of a hundred, and it is small enough to keep
// whole: finding the places afterwards costs the score nothing.

/// The best that ends with a letter at a place.
struct SubsequenceCell {
  /// The place of the letter.
  var place: Int32
  var score: Int32
  /// How many letters stand together up to here, as far as they share one opening bonus.
  var run: Int32
  /// The bonus the run opened with.
  var opening: Int32

  /// A cell that has no score yet, for a place of this bonus.
  @inline(__always)
  init(place: Int32, bonus: Int32) {
    self.place = place
    score = 0
    run = 1
    opening = bonus
  }

  /// What is left of the score `distance` places further, if those are a gap.
  @inline(__always)
  func score(after distance: Int32) -> Int32 {
    SubsequenceBonus.decay(score, over: distance)
  }
}

/// The rows of cells, one after the other.
struct SubsequenceTable {
  var cells: [SubsequenceCell] = []
  /// The end of each row in `cells`.
  var rowEnds: [Int] = []

  /// Makes room for terms of `letters` letters in titles of `places` places.
  @inline(__always)
  mutating func reserve(letters: Int, places: Int) {
    if cells.count < letters &* places || rowEnds.count < letters {
      grow(letters: letters, places: places)
    }
  }

  @inline(never)
  private mutating func grow(letters: Int, places: Int) {
    let blank = SubsequenceCell(place: 0, bonus: 0)
    let count = max(256, min(letters * places * 2, SubsequenceLimit.cells))
    cells.append(contentsOf: repeatElement(blank, count: max(0, count - cells.count)))
    rowEnds.append(contentsOf: repeatElement(0, count: max(0, letters - rowEnds.count)))
  }

  /// Fills the table for a term whose letters are first at `firsts`, and returns the cell in which
  /// the best alignment ends.
  @inline(__always)
  static func fill(
    _ cells: inout [SubsequenceCell], _ rowEnds: inout [Int],
    _ letters: [SubsequencePattern.Letter], _ term: Range<Int>, _ firsts: [Int],
    _ text: borrowing SubsequenceText, _ title: Span<UInt8>, isASCII: Bool
  ) -> Int {
    let letters = letters.span
    let firsts = firsts.span
    var cells = cells.mutableSpan
    var rowEnds = rowEnds.mutableSpan
    let final = term.upperBound &- 1
    let last =
      isASCII
      ? text.lastInWords(letters[final], from: firsts[final], count: title.count)
      : text.lastInScalars(letters[final], from: firsts[final])

    var row = 0..<0
    for index in term {
      let (letter, first, start) = (letters[index], firsts[index], row.upperBound)
      var end =
        isASCII
        ? text.findInWords(letter, in: title, from: first, through: last, into: &cells, at: start)
        : text.findInScalars(letter, from: first, through: last, into: &cells, at: start)
      if index == term.lowerBound {
        open(&cells, start..<end)
      } else {
        end = extend(&cells, from: row, start..<end)
      }
      row = start..<end
      rowEnds[index &- term.lowerBound] = end
    }
    return term.count == 1 ? bestSingle(cells, of: row) : best(cells, of: row)
  }

  /// Scores the first letter of a term at each of its places: the first row.
  @inline(__always)
  static func open(_ cells: inout MutableSpan<SubsequenceCell>, _ row: Range<Int>) {
    for index in row {
      cells[index].score =
        SubsequenceBonus.match &+ cells[index].opening &* SubsequenceBonus.firstLetterFactor
    }
  }

  /// Scores a further letter at each of its places in `found`, given the row before, drops the
  /// places that do not pay, and returns the end of what is left.
  ///
  /// As in fzf, a place that gains less than what an earlier one of the same row has left there is
  /// no cell, and the first letter's latest place counts even where an earlier one is worth more.
  /// That loses some runs and some starts that would have paid: the result is the score of an
  /// alignment, mostly but not always of the best.
  @inline(__always)
  static func extend(
    _ cells: inout MutableSpan<SubsequenceCell>, from previous: Range<Int>, _ found: Range<Int>
  ) -> Int {
    var from = previous.lowerBound
    var end = found.lowerBound
    for index in found {
      var cell = cells[index]
      while from &+ 1 < previous.upperBound && cells[from &+ 1].place < cell.place { from &+= 1 }
      let before = cells[from]
      let gap = cell.place &- 1 &- before.place
      var bonus = cell.opening
      if gap == 0 && !(bonus >= SubsequenceBonus.boundary && bonus > before.opening) {
        cell.run = before.run &+ 1
        cell.opening = before.opening
        bonus = max(bonus, SubsequenceBonus.consecutive, before.opening)
      }
      cell.score = before.score(after: gap) &+ SubsequenceBonus.match &+ bonus
      if end > found.lowerBound {
        let rival = cells[end &- 1]
        if cell.score < rival.score(after: cell.place &- rival.place) { continue }
      }
      cells[end] = cell
      end &+= 1
    }
    return end
  }

  /// The leftmost of the best cells of a row.
  @inline(__always)
  static func best(_ cells: borrowing MutableSpan<SubsequenceCell>, of row: Range<Int>) -> Int {
    var best = row.lowerBound
    for index in row where cells[index].score > cells[best].score { best = index }
    return best
  }

  /// The best place of a term of one letter. fzf takes the first word start that it meets, even
  /// though one after white space would be worth more.
  @inline(__always)
  static func bestSingle(_ cells: borrowing MutableSpan<SubsequenceCell>, of row: Range<Int>) -> Int {
    var best = row.lowerBound
    for index in row {
      if cells[index].score > cells[best].score { best = index }
      if cells[index].opening >= SubsequenceBonus.boundary { break }
    }
    return best
  }

  /// Appends the places of the alignment that ends in a cell of the last row to `places`, last
  /// first.
  ///
  /// It walks the rows as fzf does, so that it highlights the same letters: from the end, up a
  /// row at each place that is worth more than the place to its left. If it is worth the same,
  /// a place that continues a run is taken and another is not.
  func trace(from last: Int, letters: Int, into places: inout [Int]) {
    var row = letters - 1
    var index = last
    places.append(Int(cells[index].place))
    while row > 0 {
      // The place before this one in the search, which decides whether a tie continues a run.
      var seen = (row: row, place: cells[index].place)
      row -= 1
      let first = row == 0 ? 0 : rowEnds[row - 1]
      index = rowEnds[row] - 1
      while index > first && cells[index].place >= seen.place { index -= 1 }
      if cells[index].place != seen.place - 1 { seen = (row, cells[index].place + 1) }
      while index > first {
        let here = cells[index]
        let rival = cells[index - 1]
        let left = rival.score(after: here.place - 1 - rival.place)
        if here.score > left { break }
        if here.score == left && continuesRun(seen.row, seen.place, letters: letters) { break }
        index -= 1
        seen = (row, cells[index].place + 1)
      }
      places.append(Int(cells[index].place))
    }
  }

  /// Whether a place belongs to a run with the place before it, or that after it.
  private func continuesRun(_ row: Int, _ place: Int32, letters: Int) -> Bool {
    if let cell = cell(in: row, at: place), cell.run > 1 { return true }
    return row + 1 < letters && cell(in: row + 1, at: place + 1) != nil
  }

  private func cell(in row: Int, at place: Int32) -> SubsequenceCell? {
    let indices = (row == 0 ? 0 : rowEnds[row - 1])..<rowEnds[row]
    let index = indices.partitioningIndex { cells[$0].place >= place }
    return index < indices.upperBound && cells[index].place == place ? cells[index] : nil
  }
}
