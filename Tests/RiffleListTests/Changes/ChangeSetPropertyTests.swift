import RiffleTestSupport
import Testing

@testable import RiffleList

@Suite struct ChangeSetPropertyTests {
  @Test(arguments: 1...UInt64(200))
  func changesTurnOneSnapshotIntoTheOther(seed: UInt64) throws {
    var random = RandomSnapshots(seed: seed)
    for step in 0..<20 {
      let before = random.snapshot(sections: 0...6, rows: 0...(step % 4 == 0 ? 80 : 8))
      let after = random.edited(before, edits: random.number(0...15))
      let changes = try ChangeSet(from: before, to: after)
      #expect(try changes.apply(to: before) == after, "seed \(seed), step \(step)")
      #expect(changes.isEmpty == (before == after), "seed \(seed), step \(step)")
      if let fault = changes.fault(from: before, to: after) { Issue.record("\(fault): seed \(seed), step \(step)") }
    }
  }

  /// Rows and sections that are known to be the same on both sides are left out, and the changes are the same.
  @Test(arguments: 1...UInt64(300))
  func whatIsLeftOutFollowsFromTheRest(seed: UInt64) throws {
    var random = RandomSnapshots(seed: seed)
    let before = random.snapshot(sections: 0...8, rows: 0...20)
    var after = before
    for _ in 0..<random.number(0...4) { random.edit(&after) }
    let expected = try ChangeSet(from: before, to: after)
    let input = DiffInput(before, after) { _ in random.number(0...1) == 0 }
    let changes = try ChangeSet(
      input, sectionCount: before.sections.count, rowCount: before.sections.reduce(0) { $0 + $1.rows.count })
    #expect(changes == expected, "seed \(seed)")
  }

  @Test(arguments: 1...UInt64(300))
  func fewestElementsAreMoved(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...9, using: &random)
    let order = Array(0..<count).shuffled(using: &random)
    var stretches: [Stretch] = []
    for (after, before) in order.enumerated() {
      let stretch = Stretch(before: before, after: after, count: 1)
      if Bool.random(using: &random) { stretches.append(joining: stretch) } else { stretches.append(stretch) }
    }
    var moved: [Int] = []
    stretches.forEachMoved { before, _ in moved.append(before) }
    let kept = order.filter { !moved.contains($0) }
    #expect(kept == kept.sorted(), "seed \(seed), \(order)")
    let longest = (0..<1 << count).map { subset in
      let chosen = order.indices.filter { subset & 1 << $0 != 0 }.map { order[$0] }
      return chosen == chosen.sorted() ? chosen.count : 0
    }.max()
    #expect(kept.count == longest, "seed \(seed), \(order)")
  }

  @Test(arguments: 1...UInt64(100))
  func duplicatesAreFoundWhereverTheyAre(seed: UInt64) throws {
    var random = RandomSnapshots(seed: seed)
    var before = random.snapshot(sections: 1...5, rows: 1...40)
    var after = random.edited(before, edits: random.number(0...6))
    guard let path = random.path(in: before) else { return }
    let row = before.sections[path.section].rows[path.row]
    func addTwin(to list: inout ListSnapshot) {
      guard let section = random.place(in: list.sections.count) else { return }
      list.sections[section].rows.insert(row, at: random.number(0...list.sections[section].rows.count))
    }
    let isBefore = random.number(0...1) == 0
    if isBefore { addTwin(to: &before) } else { addTwin(to: &after) }
    let ids = (isBefore ? before : after).sections.flatMap { $0.rows.map(\.id) }
    guard Set(ids).count < ids.count else { return }
    #expect(throws: ListError.duplicateID(of: .row, id: row.id.description), "seed \(seed)") {
      try ChangeSet(from: before, to: after)
    }
  }
}

extension ChangeSet {
  /// What is wrong with the changes, by the plainest reckoning.
  fileprivate func fault(from before: ListSnapshot, to after: ListSnapshot) -> String? {
    let old = before.rowPaths
    let new = after.rowPaths
    if rows.deletes.map(\.at) != old.filter({ new[$0.key] == nil }).values.sorted() { return "deletes" }
    if rows.inserts.map(\.at) != new.filter({ old[$0.key] == nil }).values.sorted() { return "inserts" }
    if rows.moves.contains(where: { old[$0.id] != $0.from || new[$0.id] != $0.to }) { return "places of moves" }
    if rows.updates.contains(where: { old[$0.id] != $0.from || new[$0.id] != $0.to }) { return "places of updates" }
    if Set(rows.moves.map(\.id)).count != rows.moves.count { return "two moves of a row" }
    var moveCount = 0
    for section in after.sections {
      let source = before.sections.firstIndex { $0.id == section.id }
      let own = section.rows.compactMap { old[$0.id] }
      let stayed = own.filter { $0.section == source }.map(\.row)
      moveCount += own.count - longestIncreasing(stayed)
    }
    if rows.moves.count != moveCount { return "\(rows.moves.count) moves of rows where \(moveCount) would do" }
    let order = after.sections.compactMap { section in before.sections.firstIndex { $0.id == section.id } }
    if sections.moves.count != order.count - longestIncreasing(order) { return "moves of sections" }
    return nil
  }

  /// By trying, for each, all that may come before it.
  private func longestIncreasing(_ numbers: [Int]) -> Int {
    var lengths: [Int] = []
    for (position, number) in numbers.enumerated() {
      lengths.append(1 + (zip(numbers, lengths).prefix(position).filter { $0.0 < number }.map(\.1).max() ?? 0))
    }
    return lengths.max() ?? 0
  }
}

extension ListSnapshot {
  var rowPaths: [RowID: RowPath] {
    var paths: [RowID: RowPath] = [:]
    for (section, content) in sections.enumerated() {
      for (row, content) in content.rows.enumerated() { paths[content.id] = RowPath(section: section, row: row) }
    }
    return paths
  }
}

extension DiffInput {
  /// Leaves out rows and sections that neither change nor move, if `leavesOut` says so.
  fileprivate init(_ before: ListSnapshot, _ after: ListSnapshot, leavesOut: (RowID) -> Bool) {
    self.init(afterCount: after.sections.count)
    var fixed: Set<RowID> = []
    for section in before.sections {
      guard let other = after.sections.first(where: { $0.id == section.id }) else { continue }
      // The longest common start: these rows are the same, and in the same order.
      for (row, same) in zip(section.rows, other.rows) {
        guard row == same else { break }
        if leavesOut(row.id) { fixed.insert(row.id) }
      }
    }
    func section(_ section: SectionSnapshot, _ position: Int) -> DiffSection {
      let places = section.rows.indices.filter { !fixed.contains(section.rows[$0].id) }
      return DiffSection(
        traits: section.traits, position: position, count: section.rows.count, rows: places.map { section.rows[$0] },
        places: places)
    }
    let start = zip(before.sections, after.sections).prefix { $0 == $1 }.count
    self.before = before.sections.enumerated().dropFirst(start).map { section($1, $0) }
    self.after = after.sections.enumerated().dropFirst(start).map { section($1, $0) }
    sectionID = { after.sections[$0].id }
    rowID = { after.sections[$0.section].rows[$0.row].id }
  }
}
