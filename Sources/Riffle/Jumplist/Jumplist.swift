/// An index bar at the edge of a list: for every bucket its label, its number of rows, and its start.
///
/// A jumplist is a value made for one view, the whole list or the hits of a query. Positions are rows of that view, from 0.
public struct Jumplist: Sendable, Hashable {
  public struct Entry: Sendable, Hashable, Identifiable {
    public enum Kind: Sendable, Hashable {
      /// The search field above the list.
      case search
      /// A letter of an alphabet.
      case letter
      /// The range before, between or after the letters of an alphabet.
      case underflow, inflow, overflow
      /// A section of the list, or any other kind of bucket.
      case section
    }

    /// The number of the bucket, -1 for the search field: unique, unlike labels, and the same in all views of a list.
    public let id: Int
    public let label: String
    public let kind: Kind
    /// The number of rows of the view in the bucket.
    public let count: Int
    /// The position of the first row. If the bucket is empty, that of the next row, or the number of rows at the end.
    public let start: Int
  }

  /// Entries in list order; the search field, if there is one, comes first.
  public let entries: [Entry]

  /// Returns the target of a tap on an entry: the first row of its bucket. If the bucket is empty, the first row of the nearest
  /// earlier bucket with rows, or else of the first bucket with rows.
  ///
  /// - Returns: a position; `nil` for the search field, which is above all rows, and in a view without rows.
  /// - Complexity: O(entries).
  public func position(of id: Entry.ID) -> Int? {
    guard let place = entries.firstIndex(where: { $0.id == id }), entries[place].kind != .search else { return nil }
    let nearest = entries[...place].last { $0.count > 0 } ?? entries.first { $0.count > 0 }
    return nearest?.start
  }

  /// Returns the entry whose bucket holds the row at a position; `nil` if there is no such row or its entry is not shown.
  /// - Complexity: O(log *n*) in the number of entries.
  public func entry(at position: Int) -> Entry? {
    let index = entries.partitioningIndex { $0.kind != .search && $0.start + $0.count > position }
    guard index < entries.count, entries[index].start <= position, entries[index].count > 0 else { return nil }
    return entries[index]
  }

  /// Options that choose the entries to show.
  public struct Options: Sendable, Hashable {
    /// `true` to put the search field first.
    public var isSearchable: Bool
    /// `false` to leave out buckets without rows.
    public var showsEmpty: Bool
    /// `true` for no jumplist while a query filters the list.
    public var hidesWhileFiltering: Bool

    public init(isSearchable: Bool = false, showsEmpty: Bool = true, hidesWhileFiltering: Bool = false) {
      self.isSearchable = isSearchable
      self.showsEmpty = showsEmpty
      self.hidesWhileFiltering = hidesWhileFiltering
    }
  }
}

extension Jumplist {
  /// Creates a jumplist with the same entries at other starts: their buckets need not follow one another.
  /// - Parameter starts: the starts by entry id.
  package init(_ jumplist: Jumplist, starts: [Int]) {
    entries = jumplist.entries.map { entry in
      Entry(
        id: entry.id, label: entry.label, kind: entry.kind, count: entry.count,
        start: starts.indices.contains(entry.id) ? starts[entry.id] : entry.start)
    }
  }
}
