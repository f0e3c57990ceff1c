#if Cluster
  /// Where the columns of a mirror stand in the rows of the stream, until the stream describes its table anew.
  struct MirrorRelation: Sendable {
    private let places: [Int]
    private let id: Int
    private let count: Int

    /// - Throws: ``ClusterError/unknownColumn(table:column:)`` if the table has lost a column of the mirror.
    init(_ relation: Relation, _ mirror: MirrorTable) throws(ClusterError) {
      var places: [Int] = []
      for column in mirror.columns {
        guard let place = relation.columns.firstIndex(where: { $0.name == column }) else {
          throw .unknownColumn(table: relation.name, column: column)
        }
        places.append(place)
      }
      self.places = places
      (id, count) = (places[mirror.id], relation.columns.count)
    }

    private func check(_ row: RowValues) throws(ClusterError) {
      if row.count != count {
        throw .malformed(reason: "a row has \(row.count) values, and its table \(count) columns")
      }
    }

    /// The values of a row in the order of the mirror's columns.
    private func arranged(_ row: RowValues) throws(ClusterError) -> RowValues {
      try check(row)
      return places.map { row[$0] }
    }

    /// - Throws: ``ClusterError/malformed(reason:)``.
    func insert(_ row: RowValues) throws(ClusterError) -> MirrorChange { .insert(try arranged(row)) }

    /// - Throws: ``ClusterError/malformed(reason:)``.
    func update(_ key: RowValues?, _ row: RowValues) throws(ClusterError) -> MirrorChange {
      let new = try arranged(row)
      guard let key else { return .update(key: nil, new) }
      try check(key)
      return .update(key: key[id] == row[id] ? nil : key[id], new)
    }

    /// - Throws: ``ClusterError/malformed(reason:)``.
    func delete(_ key: RowValues) throws(ClusterError) -> MirrorChange {
      try check(key)
      return .delete(key: key[id])
    }
  }
#endif
