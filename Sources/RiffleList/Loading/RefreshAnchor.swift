/// A visible row, followed through a refresh, so that a front end can keep its rows in place.
public struct RefreshAnchor: Sendable, Hashable {
  public var id: RowID
  /// Its position in the view, from 0; `nil` if it no longer shows.
  public var position: Int?
  /// The nearest row before it, in the former view, that still shows.
  public var survivorBefore: RowID?
  /// The nearest row after it that still shows.
  public var survivorAfter: RowID?

  public var survived: Bool { position != nil }

  /// The row to put where the anchor was: the anchor, or the nearest one left, preferring that before it.
  public var row: RowID? { survived ? id : survivorBefore ?? survivorAfter }

  /// Follows a row from one array of rows to another.
  /// - Complexity: O(*n*) in the rows before and after.
  public init(_ id: RowID, before old: [RowID], after new: [RowID]) {
    let positions = Dictionary(zip(new, new.indices)) { first, _ in first }
    self.init(
      id, from: old.firstIndex(of: id), count: old.count, before: { old[$0] }, after: { positions[$0] })
  }

  /// Follows a row from one view of a list to another.
  /// - Complexity: O(log² *n*) for each row up to the survivors.
  init(_ id: RowID, before old: ListView, after new: ListView) {
    self.init(
      id, from: old.position(of: id), count: old.count, before: { old.row(at: $0)?.id }, after: { new.position(of: $0) }
    )
  }

  private init(
    _ id: RowID, from oldPosition: Int?, count: Int, before row: (Int) -> RowID?, after position: (RowID) -> Int?
  ) {
    self.id = id
    self.position = position(id)
    guard let oldPosition else { return }
    func survivor(_ positions: some Sequence<Int>) -> RowID? {
      positions.lazy.compactMap(row).first { position($0) != nil }
    }
    survivorBefore = survivor((0..<oldPosition).reversed())
    survivorAfter = survivor(oldPosition + 1..<count)
  }
}
