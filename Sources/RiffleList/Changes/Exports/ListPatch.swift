/// A change set as steps to take one after the other: for whoever keeps a plain array of arrays, in any language.
///
/// Each step counts in the list as the steps before have left it. A moved row or section is first taken out, and then put
/// in where its new place counts without it. The steps come in this order: updates, deletes of rows, inserts of sections
/// without their rows, moves of rows, deletes of sections with what is left in them, moves of sections, inserts of rows.
public struct ListPatch: Sendable, Equatable {
  public private(set) var steps: [Step] = []

  public enum Step: Sendable, Equatable {
    /// Something else than the rows of a section becomes this.
    case updateSection(SectionTraits, at: Int)
    case updateRow(AnyRow, at: RowPath)
    case deleteRow(RowID, at: RowPath)
    /// An empty section comes.
    case insertSection(SectionTraits, at: Int)
    case moveRow(RowID, from: RowPath, to: RowPath)
    /// A section goes, and with it the rows that are in it.
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

/// Where the rows of a change set are while it is half made.
private struct ShiftingRows {
  var sections: ShiftingPlaces
  /// By before position, the after position; `nil` if the section is deleted.
  private let target: [Int?]
  /// By after position, the before position; `nil` if the section is inserted.
  private let source: [Int?]
  /// The rows of the sections where some come or go, by where these are before, or if they are inserted after.
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
    // Rows that go with their section are not deleted by themselves.
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

  /// Takes a row out.
  ///
  /// - Parameter place: a before place.
  /// - Returns: where the row is now.
  mutating func remove(_ place: RowPath) -> RowPath {
    RowPath(
      section: sections.position(before: place.section), row: old[place.section]?.remove(place.row) ?? place.row)
  }

  /// Puts a row in.
  ///
  /// - Parameter place: an after place.
  /// - Returns: where the row is then.
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
  /// By before position the after position of each section, and the other way round; `nil` where there is none.
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
