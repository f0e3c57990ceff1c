public import Riffle

/// An order in which a view shows rows, by their fields, in sections of its own.
///
///     filter.sort = ListSort(by: [.descending("population")])
///     filter.sort = ListSort(by: [.descending("founded"), .ascending("country")], sections: .years)
///     filter.sort = ListSort(by: [.ascending("country")], ties: .relevance)
///
/// The list itself keeps its order and its sections.
public struct ListSort: Sendable, Hashable {
  /// The way to divide the rows of a sorted view by the first key.
  public typealias Sections = SortedAnswer<AnyRow, RowID>.Sections

  /// The fields to sort by, the most significant first. Without any, ``ties`` alone decide.
  public var keys: [SortKey]
  /// The order of rows that are equal by all keys. By relevance, those that match ``ListFilter/text`` best come first; without a
  /// text, or with a ``ListFilter/predicate``, rows stay in list order.
  public var ties: SortTies
  /// The sections of the view; `nil` for one without a title.
  public var sections: Sections?

  public init(by keys: [SortKey], ties: SortTies = .list, sections: Sections? = nil) {
    (self.keys, self.ties, self.sections) = (keys, ties, sections)
  }
}

extension SectionID {
  /// Returns the section of a value in a sorted view; see ``ListSort``. `nil` is that of rows that lack the field.
  ///
  /// The value of a year or a month is its first moment.
  public static func value(_ value: FieldValue?) -> SectionID {
    SectionID(value.map { "value/\($0)" } ?? "missing")
  }

  /// The only section of a sorted view whose rows are not divided.
  public static let sorted: SectionID = "sorted"
}

extension ListSort {
  /// Checks names and types.
  /// - Throws: ``FilterError``.
  func check(_ fields: [FieldDefinition]) throws(FilterError) {
    try SortKey.check(keys)
    for (place, key) in keys.enumerated() {
      let field = fields[try fields.number(of: key.field)]
      if place == 0 { try sections?.check(field) }
    }
  }

  /// Returns the title of the section of a value: `2024` for a year, `2024-05` for a month.
  func title(_ value: FieldValue) -> String {
    switch sections {
    case nil, .values: "\(value)"
    case .years: value.prefix(ofMonths: false)
    case .months: value.prefix(ofMonths: true)
    }
  }
}

extension FieldValue {
  /// The year of a time, with or without its month. Years of more than four digits have a sign.
  fileprivate func prefix(ofMonths: Bool) -> String {
    let parts = "\(self)".split(separator: "-", omittingEmptySubsequences: false)
    let count = (parts.first == "" ? 2 : 1) + (ofMonths ? 1 : 0)
    return parts.prefix(count).joined(separator: "-")
  }
}
