package import Riffle

/// The columns that records are filtered, sorted and counted by.
package struct FieldSearch: Sendable {
  /// In the order of ``ColumnChoice/fields``.
  package let choices: [FieldChoice]
  /// The types that the user has declared, by name.
  private let declared: [String: FieldDefinition]
  package let filter: RecordFilter
  package let keys: [SortKey]
  package let facets: [Facet]
  /// How folded keywords are folded.
  private let options: IndexOptions

  /// - Parameters:
  ///   - choices: the columns of the filter, the keys and the facets, and declared ones.
  ///   - declared: the types that the user has declared, by name.
  ///   - options: how folded keywords are folded.
  /// - Throws: ``FilterError``.
  package init(
    _ choices: [FieldChoice], declared: [String: FieldDefinition], filter: Filter?, keys: [SortKey], facets: [Facet],
    options: IndexOptions
  ) throws(FilterError) {
    self.filter = try RecordFilter(filter, of: choices, declared: declared, options: options)
    (self.choices, self.declared, self.keys, self.facets, self.options) = (choices, declared, keys, facets, options)
  }

  /// Whether all records found are needed.
  package var needsAll: Bool { !keys.isEmpty || !facets.isEmpty }

  /// The order and the counts of the records found.
  package struct Answer {
    /// The records by how many come before them, in the order in which they are printed; `nil` for their own order.
    package var order: [Int]?
    package var counts: [FacetCounts] = []
  }

  /// Returns an empty collection of the values that ``answer(to:)`` needs.
  package var values: FoundValues {
    FoundValues(of: Set(keys.map(\.field) + facets.map(\.field)), among: choices, declared: declared)
  }

  /// Sorts and counts records by their values.
  /// - Complexity: O(records) for each key and each facet.
  /// - Throws: ``FilterError``.
  package func answer(to values: FoundValues) throws(FilterError) -> Answer {
    let table: FieldTable
    do throws(IndexError) {
      table = try values.table(options)
    } catch {
      throw .index(error)
    }
    var answer = Answer()
    if !keys.isEmpty { answer.order = try table.sorted(by: keys) }
    for facet in facets { answer.counts.append(try table.counts(facet)) }
    return answer
  }
}
