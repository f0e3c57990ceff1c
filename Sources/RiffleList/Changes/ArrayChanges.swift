/// The difference of two plain arrays: deletes, inserts, moves and updates.
///
///     let changes = ArrayChanges(from: ["a", "b", "c", "d"], to: ["d", "a", "c", "x"])
///     changes.deletes  // [1]
///     changes.moves    // from 3 to 0
///     changes.inserts  // [3]
///
/// Elements are identified by their value or, if they are identifiable, by their id; then an element with other content is an
/// update. Equal elements are matched in order: the first to the first.
///
/// *Before* places count in the old array, *after* places in the new one; neither shifts while changes are made.
public struct ArrayChanges: Sendable, Hashable, Codable {
  /// Before places, ascending.
  public private(set) var deletes: [Int] = []
  /// After places, ascending.
  public private(set) var inserts: [Int] = []
  /// By after place, ascending; their number is minimal.
  public private(set) var moves: [Change] = []
  /// By after place, ascending: elements of the same id with other content.
  public private(set) var updates: [Change] = []
  /// The number of elements in the old array.
  public let count: Int

  public struct Change: Sendable, Hashable, Codable {
    /// A before place.
    public let from: Int
    /// An after place.
    public let to: Int
  }

  public var isEmpty: Bool { deletes.isEmpty && inserts.isEmpty && moves.isEmpty && updates.isEmpty }

  /// - Complexity: O(*n* + *c* log *c*) on average, for *c* elements that move or are new.
  public init<Element: Hashable>(from before: [Element], to after: [Element]) {
    self.init(before, after, id: { $0 }, areEqual: { _, _ in true })
  }

  /// - Complexity: O(*n* + *c* log *c*) on average, for *c* elements that move or are new.
  public init<Element: Identifiable & Equatable>(from before: [Element], to after: [Element]) {
    self.init(before, after, id: \.id, areEqual: ==)
  }

  /// - Complexity: O(*n* + *c* log *c*) on average, for *c* elements that move or are new.
  public init<Element: Hashable & Identifiable>(from before: [Element], to after: [Element]) {
    self.init(before, after, id: \.id, areEqual: ==)
  }

  private init<Element, ID: Hashable>(
    _ before: [Element], _ after: [Element], id: (Element) -> ID, areEqual: (Element, Element) -> Bool
  ) {
    count = before.count
    var numbers: [Occurrence<ID>: Int] = [:]
    func snapshot(_ elements: [Element]) -> ListSnapshot {
      var counts: [ID: Int] = [:]
      let rows = elements.map { element in
        let id = id(element)
        counts[id, default: 0] += 1
        let known = numbers.count
        let number = numbers[Occurrence(id: id, number: counts[id] ?? 0), default: known]
        numbers[Occurrence(id: id, number: counts[id] ?? 0)] = number
        return AnyRow(Row(id: RowID("\(number)"), title: ""))
      }
      return ListSnapshot(sections: [SectionSnapshot(SectionTraits(id: "array"), rows: rows)])
    }
    let (old, new) = (snapshot(before), snapshot(after))
    // The ids are unique numbers, so the comparison cannot throw.
    guard let rows = try? ChangeSet(from: old, to: new).rows else { return }
    deletes = rows.deletes.map(\.at.row)
    inserts = rows.inserts.map(\.at.row)
    moves = rows.moves.map { Change(from: $0.from.row, to: $0.to.row) }
    let places = Dictionary(uniqueKeysWithValues: old.sections[0].rows.enumerated().map { ($1.id, $0) })
    for (place, row) in new.sections[0].rows.enumerated() {
      guard let from = places[row.id], !areEqual(before[from], after[place]) else { continue }
      updates.append(Change(from: from, to: place))
    }
  }

  /// One of several equal elements, by its number among them.
  private struct Occurrence<ID: Hashable>: Hashable {
    let id: ID
    let number: Int
  }
}
