package import Riffle

/// The values of fields of the records that were found, to count them and to sort the records by them.
package struct FoundValues {
  /// The values of one field.
  private struct Field {
    let name: String
    let declared: FieldDefinition?
    var texts: [String] = []
    /// The end of each record's values in ``texts``.
    var ends: [Int] = []
    var hasSeveral = false

    func texts(of record: Int) -> ArraySlice<String> { texts[(record == 0 ? 0 : ends[record - 1])..<ends[record]] }

    /// The declared type, or else the one that all values can have; see ``FieldKind/init(inferredFrom:)``.
    var definition: FieldDefinition {
      let kind = declared?.kind ?? (hasSeveral ? .keyword : FieldKind(inferredFrom: texts))
      return FieldDefinition(name, kind, isFolded: declared?.isFolded ?? false, hasSeveralValues: hasSeveral)
    }
  }

  private var fields: [Field]
  /// The number of each field among those of a record.
  private let numbers: [Int]
  /// The number of records.
  package private(set) var count = 0

  /// - Parameters:
  ///   - names: the fields to keep, among `choices`.
  ///   - declared: the types that the user has declared, by name.
  package init(of names: Set<String>, among choices: [FieldChoice], declared: [String: FieldDefinition]) {
    numbers = choices.indices.filter { names.contains(choices[$0].name) }
    fields = numbers.map { Field(name: choices[$0].name, declared: declared[choices[$0].name]) }
  }

  package mutating func append(_ record: Record) {
    count += 1
    for (place, number) in numbers.enumerated() {
      let start = fields[place].texts.count
      record.forEachText(ofField: number) { fields[place].texts.append($0) }
      fields[place].ends.append(fields[place].texts.count)
      if fields[place].texts.count > start + 1 { fields[place].hasSeveral = true }
    }
  }

  /// Returns the fields of all records, in their order.
  /// - Parameter options: how folded keywords are folded.
  /// - Throws: ``IndexError/tooLarge(what:limit:)``.
  package func table(_ options: IndexOptions) throws(IndexError) -> FieldTable {
    let definitions = fields.map(\.definition)
    return try FieldTable(definitions, count: count, options: options) { record, field in
      let texts = fields[field].texts(of: record)
      if definitions[field].hasSeveralValues { return .texts(Array(texts)) }
      return texts.first.flatMap { FieldContent($0, as: definitions[field].kind) } ?? .missing
    }
  }
}
