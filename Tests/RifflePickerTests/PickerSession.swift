import Riffle
import RifflePicker
import RiffleTestSupport

/// A picker over a list that is all there, whose wishes are answered when somebody says so.
struct PickerSession {
  var picker: Picker
  let lines: [String]
  /// How many lines have been read.
  var read = 0
  var isReading = true
  private(set) var effects: [PickerEffect] = []
  var waiting: Wish?
  private(set) var outcome: PickerOutcome?
  private(set) var shown: CellGrid?
  private var letters: Jumplist?

  init(_ lines: [String], _ options: PickerOptions = PickerOptions(), size: GridSize = GridSize(rows: 10, columns: 40))
  {
    self.lines = lines
    picker = Picker(options)
    handle(.resize(size))
  }

  /// With the whole list read and all answered.
  static func ready(
    _ lines: [String], _ options: PickerOptions = PickerOptions(), size: GridSize = GridSize(rows: 10, columns: 40)
  ) -> PickerSession {
    var session = PickerSession(lines, options, size: size)
    session.readAll()
    return session
  }

  mutating func readAll() {
    read = lines.count
    isReading = false
    tell()
    answer()
  }

  mutating func tell() {
    var progress = ListProgress()
    (progress.count, progress.isReading) = (read, isReading)
    handle(.list(progress))
    // A list that has grown is searched anew.
    waiting = waiting ?? picker.lastWish
  }

  mutating func handle(_ event: PickerEvent) {
    let new = picker.handle(event)
    effects += new
    for effect in new {
      switch effect {
      case .search(let wish): waiting = wish
      case .end(let outcome): self.outcome = outcome
      case .collect(let wish, let purpose):
        handle(.collected(ids(wish), purpose, revision: wish.revision))
      default: break
      }
    }
  }

  /// Presses keys by their names, with blanks between them, each answered.
  mutating func press(_ names: String) {
    for name in names.split(separator: " ") {
      guard let key = Key(named: String(name)) else { continue }
      handle(.input(.key(key), milliseconds: 0))
      answer()
    }
  }

  mutating func type(_ text: String) {
    for character in text { handle(.input(.key(.character(character)), milliseconds: 0)) }
    answer()
  }

  /// Answers what is waiting, until nothing more is wanted.
  mutating func answer() {
    while let wish = waiting {
      waiting = nil
      var answer = PickerSession.answer(wish, ids(wish), lines, isOfWholeList: !isReading)
      if wish.text.isEmpty { answer.jumplist = letters }
      handle(.answer(answer))
    }
  }

  /// Has whole answers say under which first characters the lines stand.
  mutating func tellLetters() {
    var buckets: [(label: String, count: Int)] = []
    for line in lines {
      let label = String(line.prefix(1)).uppercased()
      if buckets.last?.label == label { buckets[buckets.count - 1].count += 1 } else { buckets.append((label, 1)) }
    }
    letters = try? JumplistBuckets(labels: buckets).jumplist()
    waiting = picker.lastWish
    answer()
  }

  /// The ids of all that matches: what holds the letters of the query, the shorter first.
  func ids(_ wish: Wish) -> [UInt32] {
    let found = (0..<read).filter { wish.text.allSatisfy(lines[$0].contains) }
    let sorted =
      wish.isSorted && !wish.text.isEmpty ? found.sorted { (lines[$0].count, $0) < (lines[$1].count, $1) } : found
    return sorted.map { UInt32($0) }
  }

  static func answer(_ wish: Wish, _ ids: [UInt32], _ lines: [String], isOfWholeList: Bool) -> Answer {
    var answer = Answer()
    answer.wish = wish
    answer.total = ids.count
    answer.isOfWholeList = isOfWholeList
    answer.hits = ids.dropFirst(wish.offset).prefix(wish.limit).map { PickerHit(id: $0, text: lines[Int($0)]) }
    return answer
  }

  var screen: [String] {
    let grid = PickerDrawing.draw(picker)
    return (0..<grid.size.rows).map { grid.text(ofRow: $0) }
  }

  /// Draws, and returns whether writing what has changed would make the screen what it should be.
  mutating func draw() -> Bool {
    let grid = PickerDrawing.draw(picker)
    defer { shown = grid }
    guard let shown, shown.size == grid.size else { return true }
    return written(GridDifference.steps(from: shown, to: grid), on: shown).cells == grid.cells
  }

  /// What a terminal makes of drawing steps.
  private func written(_ steps: [DrawingStep], on grid: CellGrid) -> CellGrid {
    var grid = grid
    let whole = GridArea(row: 0, column: 0, rows: grid.size.rows, columns: grid.size.columns)
    var (row, column) = (0, 0)
    for step in steps {
      switch step {
      case .move(let newRow, let newColumn): (row, column) = (newRow, newColumn)
      case .write(let text, let style):
        column = grid.write(
          text.map { GridCell(String($0), style, width: UInt8(max(1, ShownText.width(of: $0)))) }, row: row,
          column: column, in: whole)
      case .showCursor: break
      }
    }
    return grid
  }
}
