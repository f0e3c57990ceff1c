import Riffle

/// Sections that the list makes of its rows and keeps sorted: see ``ListArrangement``.
extension Draft {
  var arrangement: ListArrangement? { divisions.arrangement }

  /// Returns the arrangement, if it keeps a section sorted.
  func arrangement(ofSection index: Int) -> ListArrangement? {
    arrangement.flatMap { $0.owns(divisions.sections[index].id) ? $0 : nil }
  }

  /// Replaces the arrangement of the list: see ``ListEditor/arrange(by:rowsOf:)``.
  mutating func arrange(by new: ListArrangement?, rowsOf sources: [SectionID]?) throws(ListError) {
    let old = arrangement
    divisions.arrangement = new
    hasChanged = true
    guard let new else { return }
    var contents = current.contents
    let named = sources.map { Set($0) }
    func isTaken(_ id: SectionID) -> Bool { new.owns(id) || named?.contains(id) ?? old?.owns(id) ?? true }
    let gone = contents.sections.filter { isTaken($0.traits.id) }
    let start = contents.sections.firstIndex { isTaken($0.traits.id) }
    contents.sections.removeAll { isTaken($0.traits.id) }
    let hidden = Set(gone.filter(\.traits.isHidden).map(\.traits.id))
    var sections = new.sections(of: gone.flatMap(\.rows))
    for index in sections.indices where hidden.contains(sections[index].traits.id) {
      sections[index].traits.isHidden = true
    }
    contents.sections.insert(contentsOf: sections, at: start ?? contents.sections.count)
    contents.traits = nil
    try setContents(contents)
  }

  /// Inserts new rows at their places in the arrangement.
  mutating func insert(_ new: [AnyRow], by arrangement: ListArrangement) throws(ListError) {
    try check(new)
    for row in new {
      let place = try home(of: row, in: arrangement)
      try insertItself([row], place, at: index(of: row, in: place, arrangement))
    }
  }

  /// Moves a row of the list to its place in the arrangement.
  mutating func place(_ row: AnyRow, over old: AnyRow, by arrangement: ListArrangement) throws(ListError) {
    let (place, index, _) = try place(of: old.id)
    let home = GroupID.section(arrangement.section(row))
    if arrangement.isSamePlace(old, row), divisions[place].id == home,
      self.arrangement(ofSection: place.section) != nil
    {
      if row != old { try writeItself(row, over: old, place) }
      return
    }
    remove(place, index..<index + 1)
    try insert([row], by: arrangement)
  }

  /// Replaces the rows of a group by `new`, each at its place in the arrangement.
  /// - Parameter old: the present rows of the group.
  mutating func setRows(
    _ new: [AnyRow], over old: [AnyRow], by arrangement: ListArrangement
  ) throws(ListError) {
    var left = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
    var ids: Set<RowID> = []
    for row in new where !ids.insert(row.id).inserted { throw .duplicateID(of: .row, id: row.id.description) }
    for row in old where !ids.contains(row.id) {
      let (place, index, _) = try place(of: row.id)
      remove(place, index..<index + 1)
    }
    for row in new {
      if let old = left.removeValue(forKey: row.id) {
        if old != row { try write(row, over: old) }
      } else {
        try insert([row], by: arrangement)
      }
    }
  }

  /// Returns the group of a row in the arrangement, and creates it if its section is new.
  private mutating func home(of row: AnyRow, in arrangement: ListArrangement) throws(ListError) -> Place {
    let id = arrangement.section(row)
    if divisions.section(id) == nil {
      let index = divisions.index(ofArranged: id, arrangement) ?? divisions.sections.count
      try insert(Section(arrangement.traits(row), groups: [RowGroup(id: .section(id), rows: [])]), at: index)
    }
    let (section, record) = try self.section(id)
    if let place = divisions.place(of: .section(id)), place.section == section { return place }
    let place = Place(section: section, group: record.groups.count)
    try insert(RowGroup(id: .section(id), rows: []), at: place)
    return place
  }

  /// - Complexity: O(log³ *n*).
  private func index(of row: AnyRow, in place: Place, _ arrangement: ListArrangement) -> Int {
    arrangement.index(of: row, among: divisions[place].rowCount) { rows(of: place, $0..<$0 + 1).first }
  }
}

extension Divisions {
  /// Returns the position of a new section of an arrangement; `nil` if the list has no section of it yet.
  func index(ofArranged id: SectionID, _ arrangement: ListArrangement) -> Int? {
    arrangement.index(ofSection: id, among: sections.count) { sections[$0].id }
  }
}
