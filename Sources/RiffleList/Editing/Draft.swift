import Riffle

/// A list while it is edited: the base, and what has been said of it since.
///
/// The rows of a group are pieces: stretches of the base that stand as they stood, and rows that are new or have come from
/// elsewhere. So an edit takes time by the number of edits, not of rows.
struct Draft {
  enum Piece: Equatable {
    /// Rows at positions of the base.
    case base(Range<Int>)
    /// Rows that are kept in ``Draft/written``.
    case rows([RowID])

    var count: Int {
      switch self {
      case .base(let positions): positions.count
      case .rows(let ids): ids.count
      }
    }
  }

  struct Group {
    var traits: GroupTraits
    var pieces: [Piece]
    /// How many of its rows are hidden themselves.
    var hiddenCount = 0
    /// Whether rows have been written that stand where they stood.
    var hasWrittenRows = false
    /// What the group was; `nil` if it is new.
    let record: ListBase.GroupRecord?
    let basePositions: Range<Int>

    var rowCount: Int { pieces.reduce(0) { $0 + $1.count } }

    /// Whether its rows are those that it had in the base, in their order.
    var hasItsRows: Bool {
      record != nil && !hasWrittenRows && (basePositions.isEmpty ? pieces.isEmpty : pieces == [.base(basePositions)])
    }
  }

  struct Section {
    var traits: SectionTraits
    var groups: [Group]
    /// Whether it had rows in the base.
    let hadRows: Bool
    var rowCount: Int { groups.reduce(0) { $0 + $1.rowCount } }
  }

  let base: ListBase
  var traits: ListTraits
  var sections: [Section]
  /// Rows that the base does not have, or not like that, or not there.
  var written: [RowID: AnyRow] = [:]
  /// Those of ``written`` that stand in a piece of rows, and in which group.
  var homes: [RowID: GroupID] = [:]
  /// Rows of the base that are gone.
  var removed: Set<RowID> = []
  var hasChanged = false

  /// Rows of the base that are gone for good.
  var gone: Set<RowID> { homes.isEmpty ? removed : removed.filter { homes[$0] == nil } }

  init(_ base: ListBase) {
    self.base = base
    traits = base.traits
    var start = 0
    sections = base.sections.map { section in
      var hadRows = false
      let groups = section.groups.map { group in
        let positions = start..<start + group.rowCount
        start = positions.upperBound
        hadRows = hadRows || !positions.isEmpty
        return Group(
          traits: group.traits, pieces: positions.isEmpty ? [] : [.base(positions)], hiddenCount: group.hiddenCount,
          record: group, basePositions: positions)
      }
      return Section(traits: section.traits, groups: groups, hadRows: hadRows)
    }
  }

  // MARK: - Finding

  typealias Place = ListBase.GroupPlace

  func section(_ id: SectionID) throws(ListError) -> Int {
    guard let index = sections.firstIndex(where: { $0.traits.id == id }) else { throw .unknownID(of: .section, id: id) }
    return index
  }

  func group(_ id: GroupID) throws(ListError) -> Place {
    for section in sections.indices {
      for group in sections[section].groups.indices where sections[section].groups[group].traits.id == id {
        return Place(section: section, group: group)
      }
    }
    throw .unknownID(of: .group, id: id)
  }

  subscript(place: Place) -> Group {
    get { sections[place.section].groups[place.group] }
    set { sections[place.section].groups[place.group] = newValue }
  }

  /// The row as it now is.
  func row(_ id: RowID) -> AnyRow? {
    written[id] ?? (removed.contains(id) ? nil : base.snapshot.element(withID: id))
  }

  /// In which group a row stands, and where in it.
  /// - Complexity: O(log² *n* + groups + pieces).
  func place(of id: RowID) throws(ListError) -> (group: Place, index: Int) {
    if let home = homes[id] {
      let place = try group(home)
      var index = 0
      for piece in self[place].pieces {
        if case .rows(let ids) = piece, let found = ids.firstIndex(of: id) { return (place, index + found) }
        index += piece.count
      }
    } else if !removed.contains(id), let position = base.snapshot.position(of: id), let home = base.group(at: position)
    {
      let place = try group(base[home.place].traits.id)
      var index = 0
      for piece in self[place].pieces {
        if case .base(let positions) = piece, positions.contains(position) {
          return (place, index + position - positions.lowerBound)
        }
        index += piece.count
      }
    }
    throw .unknownID(of: .row, id: id)
  }

  /// The ids of some rows of a group, by index.
  func ids(_ place: Place, _ range: Range<Int>) -> [RowID] {
    var ids: [RowID] = []
    var start = 0
    for piece in self[place].pieces {
      let part = range.clamped(to: start..<start + piece.count)
      if !part.isEmpty {
        switch piece {
        case .base(let positions):
          ids += base.snapshot.elements(offset: positions.lowerBound + part.lowerBound - start, limit: part.count).map(
            \.id)
        case .rows(let rows): ids += rows[part.lowerBound - start..<part.upperBound - start]
        }
      }
      start += piece.count
    }
    return ids
  }

  // MARK: - Rows

  /// Puts new rows into a group.
  /// - Throws: ``ListError``, and then nothing has changed.
  mutating func insert(_ rows: [AnyRow], _ place: Place, at index: Int) throws(ListError) {
    try check(index, place)
    var new: Set<RowID> = []
    for (offset, row) in rows.enumerated() {
      let id = row.id
      if id.isEmpty { throw .missingID(of: .row, offset: offset, inSection: sections[place.section].traits.id) }
      if !new.insert(id).inserted || self.row(id) != nil { throw .duplicateID(of: .row, id: id) }
    }
    guard !rows.isEmpty else { return }
    let home = self[place].traits.id
    for row in rows {
      written[row.id] = row
      homes[row.id] = home
    }
    self[place].hiddenCount += rows.count { $0.isHidden }
    splice(rows.map(\.id), place, at: index)
  }

  /// Takes a row out of the list.
  mutating func remove(_ id: RowID) throws(ListError) {
    let (place, index) = try place(of: id)
    cut(place, at: index)
    if row(id)?.isHidden == true { self[place].hiddenCount -= 1 }
    homes[id] = nil
    written[id] = nil
    if base.snapshot.element(withID: id) != nil { removed.insert(id) }
  }

  /// Takes a row elsewhere. The index is that among the rows without this one.
  mutating func move(_ id: RowID, _ place: Place, at index: Int) throws(ListError) {
    let old = try self.place(of: id)
    guard let row = row(id) else { throw .unknownID(of: .row, id: id) }
    let count = self[place].rowCount - (old.group == place ? 1 : 0)
    guard 0...count ~= index else {
      throw .outOfRange(index: index, count: count, in: "group “\(self[place].traits.id)”")
    }
    if old == (place, index) { return }
    cut(old.group, at: old.index)
    if row.isHidden {
      self[old.group].hiddenCount -= 1
      self[place].hiddenCount += 1
    }
    written[id] = row
    homes[id] = self[place].traits.id
    removed.remove(id)
    splice([id], place, at: index)
  }

  /// Gives a row other content.
  mutating func write(_ row: AnyRow) throws(ListError) {
    guard let old = self.row(row.id) else { throw .unknownID(of: .row, id: row.id) }
    if old == row { return }
    let (place, _) = try place(of: row.id)
    written[row.id] = row
    self[place].hiddenCount += (row.isHidden ? 1 : 0) - (old.isHidden ? 1 : 0)
    self[place].hasWrittenRows = true
    hasChanged = true
  }

  /// Takes all rows out of a group.
  mutating func removeRows(_ place: Place) {
    for piece in self[place].pieces {
      switch piece {
      case .base(let positions):
        for row in base.snapshot.elements(offset: positions.lowerBound, limit: positions.count) {
          removed.insert(row.id)
          written[row.id] = nil
        }
      case .rows(let ids):
        for id in ids {
          homes[id] = nil
          written[id] = nil
          if base.snapshot.element(withID: id) != nil { removed.insert(id) }
        }
      }
      hasChanged = true
    }
    self[place].pieces = []
    self[place].hiddenCount = 0
  }

  func check(_ index: Int, _ place: Place) throws(ListError) {
    let count = self[place].rowCount
    guard 0...count ~= index else {
      throw .outOfRange(index: index, count: count, in: "group “\(self[place].traits.id)”")
    }
  }

  // MARK: - Pieces

  private mutating func splice(_ ids: [RowID], _ place: Place, at index: Int) {
    hasChanged = true
    var pieces = self[place].pieces
    var start = 0
    for (number, piece) in pieces.enumerated() {
      let offset = index - start
      start += piece.count
      // At the end of a piece of rows they join it; at the end of one of the base they come after it.
      if offset > piece.count { continue }
      switch piece {
      case .rows(var rows):
        rows.insert(contentsOf: ids, at: offset)
        pieces[number] = .rows(rows)
      case .base(let positions):
        if offset == positions.count, number + 1 < pieces.count { continue }
        let middle = positions.lowerBound + offset
        let parts: [Piece] = [.base(positions.lowerBound..<middle), .rows(ids), .base(middle..<positions.upperBound)]
        pieces.replaceSubrange(number...number, with: parts.filter { $0.count > 0 })
      }
      self[place].pieces = pieces
      return
    }
    self[place].pieces.append(.rows(ids))
  }

  private mutating func cut(_ place: Place, at index: Int) {
    hasChanged = true
    var start = 0
    for (number, piece) in self[place].pieces.enumerated() {
      let offset = index - start
      start += piece.count
      if offset >= piece.count { continue }
      let rest: [Piece]
      switch piece {
      case .rows(var rows):
        rows.remove(at: offset)
        rest = [.rows(rows)]
      case .base(let positions):
        let middle = positions.lowerBound + offset
        rest = [.base(positions.lowerBound..<middle), .base(middle + 1..<positions.upperBound)]
      }
      self[place].pieces.replaceSubrange(number...number, with: rest.filter { $0.count > 0 })
      return
    }
  }
}
