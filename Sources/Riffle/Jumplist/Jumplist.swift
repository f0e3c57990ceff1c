/// What stands at the edge of a list to jump by: for every bucket of the list its label, how many rows it has, and where it
/// begins.
///
/// It is a value made for one view: positions are rows of that view, from 0, whether it is the whole list or what a query
/// leaves of it.
public struct Jumplist: Sendable, Hashable {
  public struct Entry: Sendable, Hashable, Identifiable {
    public enum Kind: Sendable, Hashable {
      /// The search field above the list.
      case search
      /// A letter of an alphabet.
      case letter
      /// What comes before, between and after the letters of an alphabet.
      case underflow, inflow, overflow
      /// A section of the list, or whatever else the buckets are.
      case section
    }

    /// Tells entries apart, which labels do not: the number of the bucket, -1 for the search field. It is the same in all
    /// views of a list.
    public let id: Int
    public let label: String
    public let kind: Kind
    /// How many rows of the view the bucket has.
    public let count: Int
    /// The position of its first row; if it has none, of the next row there is, which is the number of rows at the end.
    public let start: Int
  }

  /// In list order; the search field, if there is one, comes first.
  public let entries: [Entry]

  /// Where to go when someone taps an entry: to the first row of its bucket; if it has none, of the nearest earlier bucket
  /// that has any, or else of the first that has.
  ///
  /// - Returns: a position; `nil` for the search field, which is above all rows, and in a view without rows.
  /// - Complexity: O(entries).
  public func position(of id: Entry.ID) -> Int? {
    guard let place = entries.firstIndex(where: { $0.id == id }), entries[place].kind != .search else { return nil }
    let nearest = entries[...place].last { $0.count > 0 } ?? entries.first { $0.count > 0 }
    return nearest?.start
  }

  /// The entry whose bucket holds the row at a position; `nil` if there is no such row or its entry is not shown.
  /// - Complexity: O(log *n*) in the number of entries.
  public func entry(at position: Int) -> Entry? {
    let index = entries.partitioningIndex { $0.kind != .search && $0.start + $0.count > position }
    guard index < entries.count, entries[index].start <= position, entries[index].count > 0 else { return nil }
    return entries[index]
  }

  /// Which entries are shown.
  public struct Options: Sendable, Hashable {
    /// `true` to put the search field first.
    public var isSearchable: Bool
    /// `false` to leave out buckets without rows.
    public var showsEmpty: Bool
    /// `true` to have no jumplist of what a query leaves of the list.
    public var hidesWhileFiltering: Bool

    public init(isSearchable: Bool = false, showsEmpty: Bool = true, hidesWhileFiltering: Bool = false) {
      self.isSearchable = isSearchable
      self.showsEmpty = showsEmpty
      self.hidesWhileFiltering = hidesWhileFiltering
    }
  }
}

extension Jumplist {
  /// The same entries, which begin elsewhere: their buckets need not follow one another.
  /// - Parameter starts: by the entries' ids.
  package init(_ jumplist: Jumplist, starts: [Int]) {
    entries = jumplist.entries.map { entry in
      Entry(
        id: entry.id, label: entry.label, kind: entry.kind, count: entry.count,
        start: starts.indices.contains(entry.id) ? starts[entry.id] : entry.start)
    }
  }
}
