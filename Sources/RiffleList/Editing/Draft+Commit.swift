import Riffle

/// Making a list of a draft.
extension Draft {
  /// What becomes of the base and its rows.
  ///
  /// Few rows are written into the index; if they are many, it is made anew.
  /// - Throws: ``ListError``; the index is then as it was.
  /// - Complexity: O(groups), and O(log² *n*) for each row that is written; O(*n*) if they are many.
  consuming func commit(to rows: RowIndex) throws(ListError) -> (base: ListBase, rows: RowIndex) {
    if rows.settings.removesEmptiedSections { sections.removeAll { $0.hadRows && $0.rowCount == 0 } }
    forgetLostSelections()
    let pieces = sections.flatMap { $0.groups.flatMap(\.pieces) }
    let stays = staying(pieces)
    let newRows: RowIndex
    if writes(pieces, stays) > rows.settings.mostWrites(of: base.snapshot.count) {
      newRows = try RowIndex(allRows(pieces), rows.settings)
    } else {
      newRows = rows
      do { try rows.index.update { batch in write(pieces, stays, to: &batch) } } catch { throw ListError(error) }
    }
    let stamp = ListBase.GroupRecord.newStamp()
    let base = ListBase(
      traits: traits, sections: sections.map { $0.record(stamp) }, generation: base.generation + 1,
      snapshot: newRows.index.snapshot())
    return (base, newRows)
  }

  /// Radio groups and accordions do not select what has gone elsewhere.
  private mutating func forgetLostSelections() {
    for section in sections.indices {
      for group in sections[section].groups.indices {
        let traits = sections[section].groups[group].traits
        guard let selected = traits.style.selected else { continue }
        let isLost = homes[selected].map { $0 != traits.id } ?? (row(selected) == nil)
        if isLost { sections[section].groups[group].traits.style.select(nil) }
      }
    }
  }

  /// Which pieces of the base stay where they are in the index.
  private func staying(_ pieces: [Piece]) -> [Bool] {
    var stretches: [Stretch] = []
    var start = 0
    for piece in pieces {
      if case .base(let positions) = piece {
        stretches.append(Stretch(before: positions.lowerBound, after: start, count: positions.count))
      }
      start += piece.count
    }
    var stays = stretches.staying[...]
    return pieces.map { piece in
      if case .base = piece { stays.removeFirst() } else { false }
    }
  }

  private func writes(_ pieces: [Piece], _ stays: [Bool]) -> Int {
    removed.count + written.count + zip(pieces, stays).reduce(0) { $1.1 ? $0 : $0 + $1.0.count }
  }

  private func rows(_ piece: Piece) -> [AnyRow] {
    switch piece {
    case .base(let positions):
      let rows = base.snapshot.elements(offset: positions.lowerBound, limit: positions.count)
      return written.isEmpty ? rows : rows.map { written[$0.id] ?? $0 }
    case .rows(let ids): return ids.compactMap { written[$0] }
    }
  }

  private func allRows(_ pieces: [Piece]) -> [AnyRow] { pieces.flatMap { rows($0) } }

  private func write(_ pieces: [Piece], _ stays: [Bool], to batch: inout UpdateBatch<AnyRow, RowID>) {
    for id in gone { batch.delete(id: id) }
    var placed: Set<RowID> = []
    let lastStaying = stays.lastIndex(of: true) ?? -1
    var previous: RowID?
    for (number, piece) in pieces.enumerated() {
      if stays[number] {
        guard number + 1 < pieces.count, !stays[number + 1], case .base(let positions) = piece else { continue }
        previous = base.snapshot.elements(offset: positions.upperBound - 1, limit: 1).first?.id
        continue
      }
      for row in rows(piece) {
        // New rows that nothing comes after need no place, and many of them are written sooner without.
        if number > lastStaying, base.snapshot.element(withID: row.id) == nil {
          batch.upsert(row)
        } else {
          batch.upsert(row, at: previous.map { .after($0) } ?? .start)
        }
        placed.insert(row.id)
        previous = row.id
      }
    }
    for (id, row) in written where !placed.contains(id) { batch.upsert(row) }
  }
}

extension Draft.Section {
  fileprivate func record(_ stamp: UInt64) -> ListBase.SectionRecord {
    ListBase.SectionRecord(
      traits: traits,
      groups: groups.map { group in
        ListBase.GroupRecord(
          traits: group.traits, rowCount: group.rowCount, hiddenCount: group.hiddenCount,
          stamp: group.hasItsRows ? group.record?.stamp ?? stamp : stamp)
      })
  }
}

extension GroupStyle {
  /// Makes a row the selected one, in a group that has one.
  mutating func select(_ id: RowID?) {
    switch self {
    case .plain: break
    case .radio: self = .radio(selected: id)
    case .accordion(_, let isExpanded): self = .accordion(selected: id, isExpanded: isExpanded)
    }
  }
}
