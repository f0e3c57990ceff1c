/// A builder of the rows of a group: rows of any payload, arrays of them, and the results of `if` and `for`.
@resultBuilder
public enum RowBuilder {
  public static func buildExpression<Payload>(_ row: Row<Payload>) -> [AnyRow] { [AnyRow(row)] }
  public static func buildExpression<Payload>(_ rows: [Row<Payload>]) -> [AnyRow] { rows.map { AnyRow($0) } }
  public static func buildExpression(_ row: AnyRow) -> [AnyRow] { [row] }
  public static func buildExpression(_ rows: [AnyRow]) -> [AnyRow] { rows }
  public static func buildBlock(_ parts: [AnyRow]...) -> [AnyRow] { parts.flatMap { $0 } }
  public static func buildOptional(_ part: [AnyRow]?) -> [AnyRow] { part ?? [] }
  public static func buildEither(first part: [AnyRow]) -> [AnyRow] { part }
  public static func buildEither(second part: [AnyRow]) -> [AnyRow] { part }
  public static func buildArray(_ parts: [[AnyRow]]) -> [AnyRow] { parts.flatMap { $0 } }
}

/// A part of a section: a group, or rows in none.
public enum SectionPart: Sendable {
  case group(RowGroup)
  case rows([AnyRow])
}

/// A builder of the groups of a section. Rows between them belong to the section's own groups.
@resultBuilder
public enum SectionBuilder {
  public static func buildExpression(_ group: RowGroup) -> [SectionPart] { [.group(group)] }
  public static func buildExpression(_ groups: [RowGroup]) -> [SectionPart] { groups.map { .group($0) } }
  public static func buildExpression<Payload>(_ row: Row<Payload>) -> [SectionPart] { [.rows([AnyRow(row)])] }
  public static func buildExpression<Payload>(_ rows: [Row<Payload>]) -> [SectionPart] {
    [.rows(rows.map { AnyRow($0) })]
  }
  public static func buildExpression(_ row: AnyRow) -> [SectionPart] { [.rows([row])] }
  public static func buildExpression(_ rows: [AnyRow]) -> [SectionPart] { [.rows(rows)] }
  public static func buildBlock(_ parts: [SectionPart]...) -> [SectionPart] { parts.flatMap { $0 } }
  public static func buildOptional(_ part: [SectionPart]?) -> [SectionPart] { part ?? [] }
  public static func buildEither(first part: [SectionPart]) -> [SectionPart] { part }
  public static func buildEither(second part: [SectionPart]) -> [SectionPart] { part }
  public static func buildArray(_ parts: [[SectionPart]]) -> [SectionPart] { parts.flatMap { $0 } }
}

/// A builder of the sections of a list.
@resultBuilder
public enum ListBuilder {
  public static func buildExpression(_ section: Section) -> [Section] { [section] }
  public static func buildExpression(_ sections: [Section]) -> [Section] { sections }
  public static func buildBlock(_ parts: [Section]...) -> [Section] { parts.flatMap { $0 } }
  public static func buildOptional(_ part: [Section]?) -> [Section] { part ?? [] }
  public static func buildEither(first part: [Section]) -> [Section] { part }
  public static func buildEither(second part: [Section]) -> [Section] { part }
  public static func buildArray(_ parts: [[Section]]) -> [Section] { parts.flatMap { $0 } }
}

extension RowGroup {
  static func groups(of parts: [SectionPart], sectionID: SectionID) -> [RowGroup] {
    var groups: [RowGroup] = []
    var unnamed = 0
    var isOpen = false
    for part in parts {
      switch part {
      case .group(let group):
        groups.append(group)
        isOpen = false
      case .rows(let rows):
        if !isOpen {
          unnamed += 1
          groups.append(RowGroup(GroupTraits(id: .own(sectionID, unnamed))))
          isOpen = true
        }
        groups[groups.count - 1].rows += rows
      }
    }
    return groups
  }
}

extension Array where Element == AnyRow {
  /// Creates a row for each element, all of one kind, with the element as its payload.
  ///
  /// - Parameters:
  ///   - id: returns the name of the row's id.
  ///   - configure: sets traits of the row in addition to its id and title.
  public init<Elements: Sequence>(
    _ elements: Elements, kind: RowKind = .standard, id: (Elements.Element) -> String,
    title: (Elements.Element) -> String, configure: (Elements.Element, inout RowTraits) -> Void = { _, _ in }
  ) where Elements.Element: Sendable {
    self = elements.map { element in
      AnyRow(
        Row(id: RowID(id(element)), title: title(element), kind: kind, payload: element) { configure(element, &$0) })
    }
  }

  public init<Elements: Sequence>(
    _ elements: Elements, kind: RowKind = .standard, id: (Elements.Element) -> String,
    title: (Elements.Element) -> String, configure: (Elements.Element, inout RowTraits) -> Void = { _, _ in }
  ) where Elements.Element: Sendable & Equatable {
    self = elements.map { element in
      AnyRow(
        Row(id: RowID(id(element)), title: title(element), kind: kind, payload: element) { configure(element, &$0) })
    }
  }
}
