/// Keys of hits, to merge sorted answers of several lists.
extension SortedAnswer {
  /// A hit with its key.
  package struct KeyedHit: Sendable {
    package let hit: Hit<Element, ID>
    /// A byte string that compares as the hits do by their fields and, if that breaks ties, by relevance.
    ///
    /// It compares with those of other lists whose fields are defined and folded alike. The place in the list is no part of it.
    package let key: [UInt8]
    /// The number of bytes of the key that belong to the first field. Hits have the same value there if these are equal, also in
    /// other lists.
    package let valueByteCount: Int
  }

  /// A window of the hits, as ``hits(offset:limit:)``, with their keys.
  package func keyedHits(offset: Int, limit: Int) -> [KeyedHit] {
    keyed(snapshot.state.scored(rows.window(offset: offset, limit: limit), answer))
  }

  /// Hits at some positions, with their keys.
  /// - Complexity: O(*n*) for each key the first time, for *n* hits.
  package func keyedHits(at positions: [Int]) -> [KeyedHit] {
    let all = rows.everyRow
    let places = positions.filter { all.indices.contains($0) }.map { all[$0] }
    return keyed(places.map { PlacedRow($0, snapshot.state.rows.label($0)) })
  }

  private func keyed(_ placed: [PlacedRow]) -> [KeyedHit] {
    zip(snapshot.hits(placed, answer), placed).map { hit, row in
      let (key, valueByteCount) = key(row.place)
      return KeyedHit(hit: hit, key: key, valueByteCount: valueByteCount)
    }
  }

  private func key(_ row: ListRow) -> (bytes: [UInt8], valueByteCount: Int) {
    let places = rows.places(row)
    var bytes: [UInt8] = []
    var valueByteCount = 0
    for (number, (sortKey, place)) in zip(keys, places).enumerated() {
      append(place, of: row, sortKey, to: &bytes)
      if number == 0 { valueByteCount = bytes.count }
    }
    if let place = places.dropFirst(keys.count).first, ranked.indices.contains(Int(place.code)) {
      ranked[Int(place.code)].appendRank(to: &bytes)
    }
    return (bytes, valueByteCount)
  }

  private func append(_ place: SortColumn.Place, of row: ListRow, _ sortKey: SortKey, to key: inout [UInt8]) {
    key.append(place.group)
    guard place.group == (sortKey.missing == .first ? 1 : 0) else { return }
    let start = key.count
    appendValue(row, sortKey, place, to: &key)
    // Numbers and flags are directed already.
    if sortKey.isDescending, isKeyword(sortKey) { for index in start..<key.count { key[index] = ~key[index] } }
  }

  private func isKeyword(_ key: SortKey) -> Bool {
    snapshot.fields.first { $0.name == key.field }?.kind == .keyword
  }

  private func appendValue(_ row: ListRow, _ sortKey: SortKey, _ place: SortColumn.Place, to key: inout [UInt8]) {
    guard isKeyword(sortKey) else { return key.append(bigEndian: place.code) }
    guard let field = snapshot.fields.firstIndex(where: { $0.name == sortKey.field }),
      let columns = try? snapshot.state.fields(ofPart: Int(row.part)),
      case .keywords(let column) = columns.columns[field],
      let number = column.number(ofRow: Int(row.row), isLast: sortKey.isDescending)
    else { return }
    for byte in column.keyBytes(Int(number)) {
      key.append(byte)
      if byte == 0 { key.append(1) }
    }
    key.append(0)
    key.append(0)
  }
}

extension PlacedRow {
  /// Appends bytes that compare as the ranks of hits do, except by their places in the list.
  fileprivate func appendRank(to key: inout [UInt8]) {
    key.append(bigEndian: score.rawValue >> 1)
    key.append(bigEndian: UInt64(length))
    key.append(score.isAsTyped ? 0 : 1)
  }
}

extension [UInt8] {
  /// Appends the eight bytes of a number, the highest of them first.
  mutating func append(bigEndian number: UInt64) {
    for shift in stride(from: UInt64(56), through: 0, by: -8) { append(UInt8(truncatingIfNeeded: number >> shift)) }
  }
}
