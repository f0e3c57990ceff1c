/// A comparison of the rows of two lists whose sections have been matched.
///
/// It takes three steps, each for the rows that the one before has left:
///
/// 1. Sections that are on both sides are walked side by side (``RowWalk``).
/// 2. Rows not matched by the walk are looked up by their ids (``RowTable``), in any section.
/// 3. Among the rows that stay in their section, as few as possible are moved (``Stretch``).
///
/// Rows are numbered among those examined, section by section; edits name them by their paths.
struct RowDiff {
  private let before: [[AnyRow]]
  private let after: [[AnyRow]]
  private let input: DiffInput
  private let match: SectionMatch
  /// By after section, the stretches that the walk has matched.
  private var walked: [[Stretch]] = []
  /// By after section, the stretches of rows found by id that were in it before.
  private var lookedUp: [[Stretch]]
  private var edits = ChangeSet.Edits<RowID, RowPath, AnyRow>()

  init(_ input: DiffInput, _ match: SectionMatch) {
    (self.input, self.match) = (input, match)
    before = input.before.map(\.rows)
    after = input.after.map(\.rows)
    lookedUp = after.map { _ in [] }
  }

  private func pathBefore(_ row: RowPath) -> RowPath {
    let section = input.before[row.section]
    return RowPath(section: section.position, row: section.place(row.row))
  }

  private func pathAfter(_ row: RowPath) -> RowPath {
    let section = input.after[row.section]
    return RowPath(section: section.position, row: section.place(row.row))
  }

  /// - Parameter checkingIDs: whether equal ids anywhere are an error, at the cost of hashing all.
  mutating func edits(checkingIDs: Bool) throws(ListError) -> ChangeSet.Edits<RowID, RowPath, AnyRow> {
    walk()
    var table = try looseBefore()
    if checkingIDs { try checkIDs(against: table) }
    try lookUpLooseAfter(&table)
    for (position, path) in table.paths.enumerated() where !table.isTaken[position] {
      edits.deletes.append(.init(id: table.id(at: position), at: pathBefore(path)))
    }
    for section in after.indices where !lookedUp[section].isEmpty || input.after[section].places != nil {
      findMoves(section)
    }
    edits.moves.sort { $0.to < $1.to }
    edits.updates.sort { $0.to < $1.to }
    return edits
  }

  private mutating func walk() {
    walked.reserveCapacity(after.count)
    for (section, rows) in after.enumerated() {
      guard let source = match.source[section] else {
        walked.append([])
        continue
      }
      let walk = RowWalk(before[source], rows)
      walked.append(walk.stretches)
      for (i, j) in walk.updates {
        edits.updates.append(
          .init(
            id: rows[j].id, from: pathBefore(RowPath(section: source, row: i)),
            to: pathAfter(RowPath(section: section, row: j)), value: rows[j]))
      }
    }
  }

  /// Returns the rows of the old list that the walk has not matched.
  private func looseBefore() throws(ListError) -> RowTable {
    var rows: [AnyRow] = []
    var paths: [RowPath] = []
    for (section, all) in before.enumerated() {
      var next = 0
      func take(upTo end: Int) {
        guard next < end else { return }
        rows += all[next..<end]
        for row in next..<end { paths.append(RowPath(section: section, row: row)) }
      }
      for stretch in match.target[section].map({ walked[$0] }) ?? [] {
        take(upTo: stretch.before)
        next = stretch.before + stretch.count
      }
      take(upTo: all.count)
    }
    return try RowTable(rows, at: paths)
  }

  /// Checks that the ids of the new list are unique, as those of the old one are. Rows matched by the walk are on both sides; so
  /// it is enough that no other new row has the id of one of them.
  private func checkIDs(against table: RowTable) throws(ListError) {
    var search = DuplicateSearch()
    search.reserve(after.reduce(0) { $0 + $1.count })
    for (section, rows) in after.enumerated() {
      for row in rows { search.add(hash: row.id.name.hashValue) }
      guard !table.paths.isEmpty else { continue }
      let start = search.hashes.count - rows.count
      for stretch in walked[section] {
        for row in stretch.after..<stretch.after + stretch.count
        where table.contains(rows[row], hash: search.hashes[start + row]) {
          throw .duplicateID(of: .row, id: rows[row].id.description)
        }
      }
    }
    var starts: [Int] = []
    var count = 0
    for rows in after {
      starts.append(count)
      count += rows.count
    }
    func row(at position: Int) -> AnyRow {
      var (low, high) = (0, starts.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if starts[middle] <= position { low = middle } else { high = middle }
      }
      return after[low][position - starts[low]]
    }
    if let duplicate = search.firstDuplicate(id: { row(at: $0).id }) {
      throw .duplicateID(of: .row, id: row(at: duplicate).id.description)
    }
  }

  private mutating func lookUpLooseAfter(_ table: inout RowTable) throws(ListError) {
    for (section, rows) in after.enumerated() {
      var next = 0
      for stretch in walked[section] {
        for row in next..<stretch.after { try lookUp(RowPath(section: section, row: row), &table) }
        next = stretch.after + stretch.count
      }
      for row in next..<rows.count { try lookUp(RowPath(section: section, row: row), &table) }
    }
  }

  private mutating func lookUp(_ path: RowPath, _ table: inout RowTable) throws(ListError) {
    let row = after[path.section][path.row]
    guard let found = try table.take(row, hash: row.id.name.hashValue) else {
      edits.inserts.append(.init(id: row.id, at: pathAfter(path), value: row))
      return
    }
    if match.source[path.section] == found.path.section {
      lookedUp[path.section].append(joining: Stretch(before: found.path.row, after: path.row, count: 1))
    } else {
      edits.moves.append(.init(id: row.id, from: pathBefore(found.path), to: pathAfter(path)))
    }
    if found.row != row {
      edits.updates.append(.init(id: row.id, from: pathBefore(found.path), to: pathAfter(path), value: row))
    }
  }

  /// Finds the rows to move among those that stay in a section.
  private mutating func findMoves(_ section: Int) {
    guard let source = match.source[section] else { return }
    var stretches: [Stretch] = []
    var others = lookedUp[section][...]
    for stretch in walked[section] {
      while let other = others.first, other.after < stretch.after {
        stretches.append(joining: other)
        others.removeFirst()
      }
      stretches.append(joining: stretch)
    }
    for other in others { stretches.append(joining: other) }
    let (old, new) = (input.before[source], input.after[section])
    if old.places != nil || new.places != nil { stretches = stretches.placed(old, new) }
    stretches.forEachMoved { from, to in
      let path = RowPath(section: new.position, row: to)
      if let id = new.row(at: to)?.id ?? input.rowID(path) {
        edits.moves.append(.init(id: id, from: RowPath(section: old.position, row: from), to: path))
      }
    }
  }
}

extension [Stretch] {
  /// Returns these stretches of examined rows as stretches of all rows of their section.
  fileprivate func placed(_ old: DiffSection, _ new: DiffSection) -> [Stretch] {
    var placed: [Stretch] = []
    for stretch in self {
      for offset in 0..<stretch.count {
        let (before, after) = (old.place(stretch.before + offset), new.place(stretch.after + offset))
        placed.append(joining: Stretch(before: before, after: after, count: 1))
      }
    }
    return placed.joined(
      withOthersThan: old.places ?? [Int](old.rows.indices), new.places ?? [Int](new.rows.indices), count: new.count)
  }
}
