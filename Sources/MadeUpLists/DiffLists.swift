public import RiffleList

/// Two lists of made-up rows that differ by equal numbers of inserts, deletes, moves and updates.
public struct DiffLists: Sendable {
  public let before: [AnyRow]
  /// The rows that have not changed are the same objects as before.
  public let after: [AnyRow]
  /// Equal to `after`, but with new objects for all rows.
  public let freshAfter: [AnyRow]

  public init(rowCount: Int, changeCount: Int, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let old = (0..<rowCount).map { (number: $0, version: 0) }
    var new = old
    var nextNumber = rowCount
    for change in 0..<changeCount {
      let position = random.below(new.count)
      switch change % 4 {
      case 1 where !new.isEmpty: new.remove(at: position)
      case 2 where !new.isEmpty: new.insert(new.remove(at: position), at: random.below(new.count + 1))
      case 3 where !new.isEmpty: new[position].version += 1
      default:
        new.insert((nextNumber, 0), at: random.below(new.count + 1))
        nextNumber += 1
      }
    }
    let before = old.map(DiffLists.row)
    self.before = before
    after = new.map { $0.number < rowCount && $0.version == 0 ? before[$0.number] : DiffLists.row($0) }
    freshAfter = new.map(DiffLists.row)
  }

  private static func row(_ row: (number: Int, version: Int)) -> AnyRow {
    AnyRow(
      Row(id: "row-\(row.number)", title: "The title of row number \(row.number), version \(row.version)") { traits in
        traits.subtitle = "What stands below the title of row \(row.number)"
      })
  }
}
