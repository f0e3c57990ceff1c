import ArgumentParser
import MadeUpLists
import Riffle
import RiffleList

/// The number of sections of a made-up list, and of rows in each.
struct ListShape: ExpressibleByArgument, CustomStringConvertible {
  let sections, rows: Int

  static let all = [
    ListShape(sections: 1, rows: 100_000), ListShape(sections: 1, rows: 1_000_000),
    ListShape(sections: 1000, rows: 1000), ListShape(sections: 100_000, rows: 10),
  ]

  init(sections: Int, rows: Int) { (self.sections, self.rows) = (sections, rows) }

  init?(argument: String) {
    let numbers = argument.split(separator: "x").map { Int($0) }
    guard numbers.count == 2, let sections = numbers[0], let rows = numbers[1], sections > 0, rows > 0,
      sections.multipliedReportingOverflow(by: rows).partialValue <= 1 << 24
    else { return nil }
    self.init(sections: sections, rows: rows)
  }

  var description: String { "\(sections)x\(rows)" }
}

/// The measurement of a list of a shape, in milliseconds.
struct ShapeMeasure {
  struct Line {
    let name: String
    let p50, p99: Double
  }

  private let shape: ListShape
  private var random = SeededRandom(seed: 1, stream: "shapes")
  private let titles: [String]

  init(_ shape: ListShape) {
    self.shape = shape
    var rows = MadeUpRows(seed: 1)
    titles = rows.rows(min(shape.sections * shape.rows, 1 << 17)).map(\.title)
  }

  private func contents(_ suffix: String = "") -> ListContents {
    var contents = ListContents(
      sections: (0..<shape.sections).map { section in
        let first = section * shape.rows
        let rows = (first..<first + shape.rows).map { row in
          AnyRow(Row(id: "\(row)", title: titles[row % titles.count] + suffix))
        }
        return Section(id: "s\(section)", title: "Section \(section)", rows: rows)
      })
    contents.defaults.abilities.isDeletable = true
    return contents
  }

  mutating func lines() async throws -> [Line] {
    var lines: [Line] = []
    func add(_ name: String, _ times: [UInt64]) {
      let times = Distribution(nanoseconds: times)
      lines.append(Line(name: name, p50: times.p50 / 1000, p99: times.p99 / 1000))
    }
    let first = contents()
    var list = try ListModel()
    add("made", [try timed { list = try ListModel(first) }])
    var next = first
    next.sections[shape.sections / 2].groups[0].rows[0] = AnyRow(Row(id: "0 new", title: "new"))
    add("contents set, one row other", [try timed { try list.setContents(next) }])
    let others = contents(" other")
    add("contents set, all rows other", [try timed { try list.setContents(others) }])
    add("edit and its changes", try edits(list, count: 2000))
    add("8000 moves in one transaction", try (0..<3).map { _ in try moves(list, count: 8000) })
    let changes = try (0..<3).map { _ in try changesOfMoves(list, count: 8000) }
    add("its changes, \(changes[0].moves) moves", changes.map(\.time))
    add("keystroke and view", try keystrokes(list))
    try list.search(for: titles[7].prefix(3).lowercased())
    _ = list.view.sectionCount
    add("edit and its changes, filtered", try edits(list, count: 200))
    list.endSearch()
    add("row at a position beside a hidden group", try readsBesideHiddenGroup(list, count: 2000))
    let count = min(ShapeMeasure.mostRemoved, shape.sections * shape.rows)
    var ids = (0..<count).map { RowID("\($0)") }
    list = try ListModel(first)
    add("\(count) rows removed in list order", [try timed { try list.transaction { try $0.remove(ids) } }])
    list = try ListModel(first)
    let start = nanosecondsNow()
    let report = await list.delete(ids)
    add("\(count) rows deleted in list order", [nanosecondsNow() - start])
    precondition(report.deleted.count == count, "not all rows are deleted")
    list = try ListModel(first)
    random.shuffle(&ids)
    add("\(count) rows removed, shuffled", [try timed { try list.transaction { try $0.remove(ids) } }])
    let sections = first.sections.prefix(ShapeMeasure.mostRemoved).map(\.traits.id)
    list = try ListModel(first)
    let removal = try timed { try list.transaction { edit in for id in sections { try edit.removeSection(id) } } }
    add("\(sections.count) sections removed one by one", [removal])
    return lines
  }

  private static let mostRemoved = 100_000

  /// Measures reading single rows of a list whose first section also has a hidden group.
  private mutating func readsBesideHiddenGroup(_ list: ListModel, count: Int) throws -> [UInt64] {
    let rows = (0..<ShapeMeasure.mostRemoved).map { AnyRow(Row(id: "hidden \($0)", title: titles[$0 % titles.count])) }
    try list.transaction { edit in
      try edit.insert(RowGroup(id: "hidden", rows: rows), in: "s0", at: 0)
      try edit.setHidden(true, group: "hidden")
    }
    let view = list.view
    var seen = 0
    let times = (0..<count).map { _ in
      let position = random.below(view.count)
      return timed { seen += view.row(at: position) == nil ? 0 : 1 }
    }
    precondition(seen == count, "a row is missing")
    return times
  }

  private func timed(_ body: () throws -> Void) rethrows -> UInt64 {
    let start = nanosecondsNow()
    try body()
    return nanosecondsNow() - start
  }

  private mutating func id() -> RowID { "\(1 + random.below(shape.sections * shape.rows - 1))" }

  /// Measures edits: rows change, move to other sections and are inserted, one per transaction, each with its change set.
  private mutating func edits(_ list: ListModel, count: Int) throws -> [UInt64] {
    try (0..<count).map { number in
      let (id, section) = (id(), SectionID("s\(random.below(shape.sections))"))
      var isSeen = true
      let time = try timed {
        let update = try list.transaction { edit in
          switch number % 3 {
          case 0: try edit.update(id) { $0.title = "edited \(number)" }
          case 1: try edit.move(id, to: .start(of: section))
          default: try edit.insert(Row(id: "new \(count) \(number)", title: "new"), at: .end(of: section))
          }
        }
        isSeen = try !update.changes().isEmpty
      }
      precondition(isSeen || list.view.isFiltering || number % 3 == 1, "an edit does not show")
      return time
    }
  }

  private mutating func moves(_ list: ListModel, count: Int) throws -> UInt64 {
    let moves = (0..<count).map { _ in (id(), SectionID("s\(random.below(shape.sections))")) }
    return try timed {
      try list.transaction { edit in for (id, section) in moves { try edit.move(id, to: .end(of: section)) } }
    }
  }

  /// - Returns: the time, and the number of moves in the change set; moved rows may end in their former places.
  private mutating func changesOfMoves(_ list: ListModel, count: Int) throws -> (time: UInt64, moves: Int) {
    let before = list.view
    _ = try moves(list, count: count)
    let after = list.view
    var moves = 0
    let time = try timed { moves = try after.changes(since: before).rows.moves.count }
    return (time, moves)
  }

  /// Types titles letter by letter, and reads 50 rows, their places, and the sections that a screen shows.
  private func keystrokes(_ list: ListModel) throws -> [UInt64] {
    var times: [UInt64] = []
    var seen = 0
    for number in 0..<12 {
      let text = titles[number * 97 % titles.count].lowercased()
      for length in 1...min(8, text.count) {
        times.append(
          try timed {
            try list.search(for: String(text.prefix(length)))
            let view = list.view
            let rows = view.rows(limit: 50)
            let last = rows.last.flatMap { view.path(of: $0.id)?.section } ?? 0
            for section in 0...last { seen &+= view.section(at: section)?.rowCount ?? 0 }
          })
      }
      list.endSearch()
    }
    precondition(seen > 0)
    return times
  }
}
