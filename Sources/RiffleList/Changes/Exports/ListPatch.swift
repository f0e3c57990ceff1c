/// A change set as steps to perform one after the other on a plain array of arrays, in any language.
///
/// The positions of each step count in the list as left by the steps before. A moved row or section is first removed, then
/// inserted at a position that counts without it. The order of steps is:
///
/// 1. updates
/// 2. deletes of rows
/// 3. inserts of sections without their rows
/// 4. moves of rows
/// 5. deletes of sections with their remaining rows
/// 6. moves of sections
/// 7. inserts of rows
public struct ListPatch: Sendable, Equatable {
  public private(set) var steps: [Step] = []

  public enum Step: Sendable, Equatable {
    /// Sets everything of a section except its rows.
    case updateSection(SectionTraits, at: Int)
    case updateRow(AnyRow, at: RowPath)
    case deleteRow(RowID, at: RowPath)
    /// Inserts an empty section.
    case insertSection(SectionTraits, at: Int)
    case moveRow(RowID, from: RowPath, to: RowPath)
    /// Deletes a section with its remaining rows.
    case deleteSection(SectionID, at: Int)
    case moveSection(SectionID, from: Int, to: Int)
    case insertRow(AnyRow, at: RowPath)
  }

  /// - Complexity: O(*s* + *c* log *c*) for *s* sections and *c* changes, however many rows there are.
  public init(_ changes: ChangeSet) {
    var places = ShiftingRows(changes)
    for update in changes.sections.updates { steps.append(.updateSection(update.value, at: update.from)) }
    for update in changes.rows.updates { steps.append(.updateRow(update.value, at: update.from)) }
    for delete in changes.rows.deletes.reversed() where !places.isDeleted(section: delete.at.section) {
      steps.append(.deleteRow(delete.id, at: places.remove(delete.at)))
    }
    for insert in changes.sections.inserts {
      steps.append(.insertSection(insert.value, at: places.sections.insert(insert.at)))
    }
    for move in changes.rows.moves {
      let from = places.remove(move.from)
      steps.append(.moveRow(move.id, from: from, to: places.insert(move.to)))
    }
    for delete in changes.sections.deletes.reversed() {
      steps.append(.deleteSection(delete.id, at: places.sections.remove(delete.at)))
    }
    for move in changes.sections.moves {
      let from = places.sections.remove(move.from)
      steps.append(.moveSection(move.id, from: from, to: places.sections.insert(move.to)))
    }
    for insert in changes.rows.inserts { steps.append(.insertRow(insert.value, at: insert.at)) }
  }
}

/// The positions of the rows of a change set while it is partly applied.
private struct ShiftingRows {
  var sections: ShiftingPlaces
  /// By before position, the after position; `nil` if the section is deleted.
  private let target: [Int?]
  /// By after position, the before position; `nil` if the section is inserted.
  private let source: [Int?]
  /// The sections in which rows come or go: by before position, or by after position if they are inserted.
  private var old: [Int: ShiftingPlaces] = [:]
  private var new: [Int: ShiftingPlaces] = [:]

  init(_ changes: ChangeSet) {
    let (sections, rows) = (changes.sections, changes.rows)
    self.sections = ShiftingPlaces(
      departures: sections.deletes.map(\.at) + sections.moves.map(\.from),
      arrivals: sections.inserts.map(\.at) + sections.moves.map(\.to))
    (target, source) = changes.sectionMatch
    var departures: [Int: [Int]] = [:]
    var arrivals: [Int: [Int]] = [:]
    // Rows that are deleted with their section have no step of their own.
    for delete in rows.deletes where target[delete.at.section] != nil {
      departures[delete.at.section, default: []].append(delete.at.row)
    }
    for move in rows.moves {
      departures[move.from.section, default: []].append(move.from.row)
      arrivals[move.to.section, default: []].append(move.to.row)
    }
    for insert in rows.inserts { arrivals[insert.at.section, default: []].append(insert.at.row) }
    for (section, rows) in departures {
      old[section] = ShiftingPlaces(
        departures: rows, arrivals: target[section].flatMap { arrivals[$0] } ?? [])
    }
    for (section, rows) in arrivals {
      if let source = source[section] {
        if old[source] == nil { old[source] = ShiftingPlaces(departures: [], arrivals: rows) }
      } else {
        new[section] = ShiftingPlaces(departures: [], arrivals: rows)
      }
    }
  }

  func isDeleted(section: Int) -> Bool { target[section] == nil }

  /// Removes a row.
  ///
  /// - Parameter place: a before place.
  /// - Returns: the present place of the row.
  mutating func remove(_ place: RowPath) -> RowPath {
    RowPath(
      section: sections.position(before: place.section), row: old[place.section]?.remove(place.row) ?? place.row)
  }

  /// Inserts a row.
  ///
  /// - Parameter place: an after place.
  /// - Returns: the place of the row once inserted.
  mutating func insert(_ place: RowPath) -> RowPath {
    if let source = source[place.section] {
      RowPath(section: sections.position(before: source), row: old[source]?.insert(place.row) ?? place.row)
    } else {
      RowPath(
        section: sections.position(arrival: place.section), row: new[place.section]?.insert(place.row) ?? place.row)
    }
  }
}

extension ChangeSet {
  /// For each before position of a section its after position, and the reverse; `nil` where there is none.
  fileprivate var sectionMatch: (target: [Int?], source: [Int?]) {
    let afterCount = sectionCount - sections.deletes.count + sections.inserts.count
    var target = [Int?](repeating: nil, count: sectionCount)
    var source = [Int?](repeating: nil, count: afterCount)
    var isLeaving = [Bool](repeating: false, count: sectionCount)
    var isArriving = [Bool](repeating: false, count: afterCount)
    for delete in sections.deletes { isLeaving[delete.at] = true }
    for insert in sections.inserts { isArriving[insert.at] = true }
    for move in sections.moves {
      isLeaving[move.from] = true
      isArriving[move.to] = true
      target[move.from] = move.to
      source[move.to] = move.from
    }
    let staying = isLeaving.indices.filter { !isLeaving[$0] }
    for (before, after) in zip(staying, isArriving.indices.filter { !isArriving[$0] }) {
      target[before] = after
      source[after] = before
    }
    return (target, source)
  }
}
