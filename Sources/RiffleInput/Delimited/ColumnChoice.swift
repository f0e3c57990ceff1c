/// The columns that the user has selected, as written.
package struct ColumnChoice: Sendable {
  private var names: [Role: String] = [:]

  /// The columns whose values filter, sort or count records.
  package var fields: [FieldChoice] = []

  /// Roles whose columns are found by their names, unless one has been selected.
  package var standard: Set<Role> = [.title]

  package init() {}

  package subscript(role: Role) -> String? {
    get { names[role] }
    set { names[role] = newValue }
  }

  /// The selected columns in the order of the roles.
  package var all: [(role: Role, name: String)] {
    Role.allCases.compactMap { role in names[role].map { (role, $0) } }
  }
}

extension ColumnChoice {
  /// Returns whether the first names of a table can only be those of columns.
  func recognizes(_ names: [String]) -> Bool {
    names.contains(where: Role.title.isCalled)
      && names.allSatisfy { name in
        standard.contains { $0.isCalled(name) } || fields.contains { $0.name == name }
      }
  }
}

/// A column whose values filter, sort or count records.
package struct FieldChoice: Sendable, Hashable {
  /// The name of the column, or its number, or its key path; also the name of the field.
  package var name: String
  /// The option that selects it.
  package var option: String
  /// Whether inputs may lack the column.
  package var isOptional: Bool

  package init(name: String, option: String, isOptional: Bool = false) {
    (self.name, self.option, self.isOptional) = (name, option, isOptional)
  }

  /// The greatest number of fields of a list.
  package static let maximumCount = 32
}

/// The use of a column.
enum ColumnUse: Hashable {
  case role(Role)
  /// The number of a field among those chosen.
  case field(Int)

  /// Whether a record without the column is an error.
  var isRequired: Bool { if case .role(let role) = self { role.isRequired } else { false } }
}

/// A column found in a table.
struct Column: Hashable {
  let use: ColumnUse
  /// The option that selects it.
  let option: String
  /// Counted from 0.
  let index: Int

  /// Finds the selected columns.
  /// - Parameters:
  ///   - header: the names of the columns, if the table has them.
  ///   - source: the name of the table in messages.
  static func find(_ choice: ColumnChoice, header: [String]?, source: String) throws(InputError) -> [Column] {
    var columns: [Column] = []
    for (role, name) in choice.all {
      let place = try index(of: name, role.option, header: header, source: source)
      columns.append(Column(use: .role(role), option: role.option, index: place))
    }
    for (number, field) in choice.fields.enumerated() {
      if field.isOptional, header?.contains(field.name) != true { continue }
      let place = try index(of: field.name, field.option, header: header, source: source)
      columns.append(Column(use: .field(number), option: field.option, index: place))
    }
    guard let header else { return columns }
    for role in Role.allCases where choice.standard.contains(role) && choice[role] == nil {
      let places = header.indices.filter { role.isCalled(header[$0]) }
      if let place = places.first {
        columns.append(Column(use: .role(role), option: role.option, index: place))
      } else if role == .title {
        throw .column(source: source, problem: "no column is called title: choose one with --title (\(list(header)))")
      }
      if places.count > 1 {
        throw .column(
          source: source,
          problem: "\(places.count) columns are called \(role.standardName): choose one by number, with \(role.option)")
      }
    }
    return columns
  }

  private static func index(
    of name: String, _ option: String, header: [String]?, source: String
  ) throws(InputError) -> Int {
    guard let header else {
      if let number = Int(name), number >= 1 { return number - 1 }
      throw .column(
        source: source,
        problem: "\(option) \(name): a table without --header knows its columns by number only, from 1")
    }
    let places = header.indices.filter { header[$0] == name }
    if places.count > 1 {
      throw .column(
        source: source, problem: "\(option) \(name): \(places.count) columns have this name; choose by number")
    }
    if let place = places.first { return place }
    if let number = Int(name), header.indices.contains(number - 1) { return number - 1 }
    throw .column(source: source, problem: "\(option) \(name): there is no such column (\(list(header)))")
  }

  private static func list(_ header: [String]) -> String {
    "the columns are \(header.joined(separator: ", "))"
  }
}
