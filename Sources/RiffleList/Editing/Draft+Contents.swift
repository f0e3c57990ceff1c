internal import HashTreeCollections
import Riffle

/// Edits of the list as a whole.
extension Draft {
  /// Replaces the contents of the list.
  ///
  /// If sections and groups are the same as before, rows are kept. If not, or if more than an eighth of the rows differ, the
  /// index is rebuilt: that takes some 1.5 µs per row, writing single rows some 10 µs each.
  /// - Complexity: O(*n*).
  mutating func setContents(_ contents: ListContents) throws(ListError) {
    try contents.checkIDs()
    let contents = contents.arranged(by: arrangement)
    let traits = contents.replacing(in: traits)
    if traits != self.traits {
      self.traits = traits
      hasChanged = true
    }
    suspects.rows.formUnion(selected.ids)
    for section in contents.sections {
      suspects.sections.insert(section.traits.id)
      for group in section.groups where group.traits.style.selected != nil { suspects.groups.insert(group.traits.id) }
    }
    if let kept = kept(by: contents), kept.writes <= rows.count / 8 { return try write(contents, kept.middles) }
    try beginAnew(contents.sections)
  }

  /// Returns the differences within each group and the number of rows to write; `nil` if sections or groups differ.
  private func kept(by contents: ListContents) -> (middles: [Middle], writes: Int)? {
    guard divisions.sections.count == contents.sections.count else { return nil }
    let all = rows.elements(0..<rows.count)
    var start = 0
    var middles: [Middle] = []
    var writes = 0
    for (record, section) in zip(divisions.sections.elements, contents.sections) {
      guard record.id == section.traits.id, record.groups.count == section.groups.count else { return nil }
      for (record, group) in zip(record.groups.elements, section.groups) {
        guard record.id == group.traits.id else { return nil }
        let old = all[start..<start + record.rowCount]
        start += record.rowCount
        let middle = Middle(old, group.rows)
        middles.append(middle)
        let changed = middle.kept.count { old[old.startIndex + $0.before] != group.rows[$0.after] }
        writes += middle.before.count + middle.after.count + changed
      }
    }
    return (middles, writes)
  }

  private mutating func write(_ contents: ListContents, _ middles: [Middle]) throws(ListError) {
    var places: [(place: Place, middle: Middle)] = []
    for (section, content) in contents.sections.enumerated() {
      for group in content.groups.indices {
        places.append((Place(section: section, group: group), middles[places.count]))
      }
    }
    // A row may move from one group to another: so all removals precede all insertions.
    for (place, middle) in places {
      let new = contents.sections[place.section].groups[place.group].rows
      let old = middle.kept.isEmpty ? [] : rows(of: place)
      for index in middle.kept where old[index.before] != new[index.after] {
        try writeItself(new[index.after], over: old[index.before], place)
      }
      remove(place, middle.before)
    }
    for (place, middle) in places where !middle.after.isEmpty {
      let group = contents.sections[place.section].groups[place.group]
      let rows = Array(group.rows[middle.after])
      try check(rows)
      try insertItself(rows, place, at: middle.before.lowerBound)
    }
    for (place, _) in places {
      let group = contents.sections[place.section].groups[place.group]
      if divisions[place].traits != group.traits { setTraits(group.traits, of: place) }
    }
    for (index, section) in contents.sections.enumerated() where divisions.sections[index].traits != section.traits {
      setTraits(section.traits, ofSection: index)
    }
  }
}

/// The part of two arrays of rows between the ends that both share.
struct Middle {
  let before, after: Range<Int>
  private let beforeCount: Int

  init(_ old: some RandomAccessCollection<AnyRow>, _ new: [AnyRow]) {
    let old = Array(old)
    var start = 0
    while start < old.count, start < new.count, old[start].id == new[start].id { start += 1 }
    var end = 0
    while start + end < min(old.count, new.count), old[old.count - 1 - end].id == new[new.count - 1 - end].id {
      end += 1
    }
    before = start..<old.count - end
    after = start..<new.count - end
    beforeCount = old.count
  }

  /// The indices of rows that stay.
  var kept: [(before: Int, after: Int)] {
    (0..<before.lowerBound).map { ($0, $0) }
      + (before.upperBound..<beforeCount).map { ($0, after.upperBound + $0 - before.upperBound) }
  }
}
