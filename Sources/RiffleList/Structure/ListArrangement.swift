public import Riffle

/// Sections that a list makes of its rows and keeps sorted: letters of an alphabet, values of a key, or one section in an order.
///
///     let byArtist = ListArrangement.grouped(
///       by: { $0.payload(as: Song.self)?.artist ?? "" }, rows: .by { $0.payload(as: Song.self)?.year ?? 0 })
///     try list.arrange(by: byArtist)
///
/// A row that any edit puts into a section of the arrangement goes to its place there; so does a row there that changes. Sections
/// are created as needed. Other sections of the list, such as favourites above all letters, are not changed.
///
/// The closures are called on the thread that edits the list, during an edit. They must depend only on the row.
public struct ListArrangement: Sendable {
  /// Returns the section of a row.
  let section: @Sendable (AnyRow) -> SectionID
  /// Returns the traits of a section that is created for this row.
  let traits: @Sendable (AnyRow) -> SectionTraits
  /// Returns whether a section belongs to the arrangement.
  let owns: @Sendable (SectionID) -> Bool
  /// Returns whether one section of the arrangement precedes another.
  let isSectionBefore: @Sendable (SectionID, SectionID) -> Bool
  /// Returns whether a row precedes another one of its section.
  let isRowBefore: @Sendable (AnyRow, AnyRow) -> Bool
  /// Returns whether a row keeps its place when it is replaced by another.
  let isSamePlace: @Sendable (AnyRow, AnyRow) -> Bool
  /// Whether sections stay when they lose their last row.
  let keepsEmptySections: Bool

  /// Returns sections by the letters of an alphabet (``SectionID/letter(_:)``). Rows are sorted by reading or, if there is none,
  /// by title. Letters without rows stay; see ``ListSettings/emptySections``.
  public static func alphabet(_ alphabet: ListAlphabet) -> ListArrangement {
    let buckets = alphabet.buckets
    return ListArrangement(
      section: { .letter(buckets.bucket(for: $0.sortedText)) },
      traits: { SectionTraits(letter: buckets.bucket(for: $0.sortedText), of: alphabet) },
      owns: { $0.letter.map(buckets.labels.indices.contains) ?? false },
      isSectionBefore: { ($0.letter ?? 0) < ($1.letter ?? 0) },
      isRowBefore: { alphabet.isOrdered($0.sortedText, before: $1.sortedText) },
      isSamePlace: { $0.sortedText == $1.sortedText }, keepsEmptySections: true)
  }

  /// Returns a section for each value of a key (``SectionID/group(_:)``), removed with its last row.
  ///
  /// - Parameters:
  ///   - key: returns the key of a row. Its description is the name of the section, and must convert back to it.
  ///   - descending: whether the greatest key comes first.
  ///   - title: returns the title of the section of a key.
  ///   - rows: the order of the rows of a section.
  public static func grouped<Key: LosslessStringConvertible & Comparable & Sendable>(
    by key: @escaping @Sendable (AnyRow) -> Key, descending: Bool = false,
    title: @escaping @Sendable (Key) -> String = { $0.description }, rows: RowOrder = .insertion
  ) -> ListArrangement {
    grouped(by: key, title: title, rows: rows) { a, b in
      guard let a = Key(a), let b = Key(b) else { return descending ? b < a : a < b }
      return descending ? b < a : a < b
    }
  }

  /// Returns a section for each text, sorted by a language's collation; see ``grouped(by:descending:title:rows:)``.
  public static func grouped(
    by text: @escaping @Sendable (AnyRow) -> String, in collation: ListCollation, descending: Bool = false,
    title: @escaping @Sendable (String) -> String = { $0 }, rows: RowOrder = .insertion
  ) -> ListArrangement {
    grouped(by: text, title: title, rows: rows) { a, b in
      let (first, second) = descending ? (b, a) : (a, b)
      // Texts that are equal in the collation are separate sections.
      return collation.isOrdered(first, before: second)
        || !collation.isOrdered(second, before: first) && first < second
    }
  }

  private static func grouped<Key: LosslessStringConvertible & Sendable>(
    by key: @escaping @Sendable (AnyRow) -> Key, title: @escaping @Sendable (Key) -> String, rows: RowOrder,
    _ isNameBefore: @escaping @Sendable (String, String) -> Bool
  ) -> ListArrangement {
    ListArrangement(
      section: { .group(key($0).description) },
      traits: { row in
        let key = key(row)
        return SectionTraits(id: .group(key.description), title: title(key))
      },
      owns: { $0.groupName != nil },
      isSectionBefore: { isNameBefore($0.groupName ?? "", $1.groupName ?? "") }, isRowBefore: rows.isBefore,
      isSamePlace: { old, new in
        key(old).description == key(new).description && !rows.isBefore(old, new) && !rows.isBefore(new, old)
      }, keepsEmptySections: false)
  }

  /// Returns one section with sorted rows.
  public static func sorted(
    by order: RowOrder, in section: SectionTraits = SectionTraits(id: "rows")
  ) -> ListArrangement {
    ListArrangement(
      section: { _ in section.id }, traits: { _ in section }, owns: { $0 == section.id },
      isSectionBefore: { _, _ in false }, isRowBefore: order.isBefore,
      isSamePlace: { !order.isBefore($0, $1) && !order.isBefore($1, $0) }, keepsEmptySections: true)
  }

  /// Returns the sections of rows, in order, as a list with this arrangement keeps them. Rows that are equal in the order of the
  /// arrangement keep their order.
  /// - Complexity: O(*n* log *n*).
  public func sections(of rows: [AnyRow]) -> [Section] {
    var found: [SectionID: [AnyRow]] = [:]
    for row in rows { found[section(row), default: []].append(row) }
    return found.sorted { isSectionBefore($0.key, $1.key) }.compactMap { id, rows in
      rows.first.map { Section(traits($0), groups: [RowGroup(id: .section(id), rows: sorted(rows))]) }
    }
  }

  /// Returns the rows of one section in order; the sort is stable.
  func sorted(_ rows: [AnyRow]) -> [AnyRow] {
    rows.indices.sorted { a, b in
      if isRowBefore(rows[a], rows[b]) { return true }
      return a < b && !isRowBefore(rows[b], rows[a])
    }.map { rows[$0] }
  }

  /// Returns the index of a row among others that are sorted: after all that do not come after it.
  /// - Parameter other: returns the row at an index.
  /// - Complexity: O(log *n*) calls of `other`.
  func index(of row: AnyRow, among count: Int, _ other: (Int) -> AnyRow?) -> Int {
    (0..<count).partitioningIndex { other($0).map { isRowBefore(row, $0) } ?? true }
  }

  /// Returns the index of a new section of the arrangement: before the next one present, otherwise after the previous one; `nil`
  /// if there is none.
  /// - Parameter id: returns the id of the section at an index.
  /// - Complexity: O(log *n*) sections of the arrangement read, and all others between these.
  func index(ofSection new: SectionID, among count: Int, _ id: (Int) -> SectionID) -> Int? {
    var (start, end) = (0, count)
    var (before, next): (Int?, Int?) = (nil, nil)
    while start < end {
      let middle = (start + end) / 2
      guard let probe = (middle..<end).first(where: { owns(id($0)) }) else {
        end = middle
        continue
      }
      if isSectionBefore(id(probe), new) {
        (before, start) = (probe, probe + 1)
      } else {
        (next, end) = (probe, middle)
      }
    }
    return next ?? before.map { $0 + 1 }
  }
}
