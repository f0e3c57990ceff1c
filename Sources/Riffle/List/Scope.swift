/// A part of a list, by named conditions that are evaluated once for each element, when it is indexed.
public indirect enum Scope: Sendable, Hashable {
  /// The elements for which the condition of that name is true.
  case scope(String)
  /// The elements that are in all of these; all elements if there are none.
  case and([Scope])
  /// The elements that are in any of these; no element if there are none.
  case or([Scope])
  /// The elements that are not in this.
  case not(Scope)
}

/// An error in a scope.
public enum ScopeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The index has no condition of that name.
  case unknownScope(String, known: [String])

  public var description: String {
    switch self {
    case .unknownScope(let name, let known):
      known.isEmpty
        ? "there is no scope “\(name)”, because the index was made without scopes: give it some"
        : "there is no scope “\(name)”: the index has \(known.map { "“\($0)”" }.joined(separator: ", "))"
    }
  }
}

/// The named conditions of an index, one bit a row, compressed.
struct ScopeColumns: Sendable {
  /// In order.
  private let names: [String]
  private let columns: [CompressedBits]
  private let rowCount: Int

  /// - Parameter columns: for each name which rows are in that scope; all of `rowCount` rows.
  init(_ names: [String], _ columns: [BitColumn], rowCount: Int) {
    self.names = names
    self.columns = columns.map { CompressedBits($0) }
    self.rowCount = rowCount
  }

  /// - Parameter memberships: for each row in which scopes it is, by name.
  init(_ names: [String], of memberships: some Collection<[Bool]>) {
    var rows = ScopeRows(names)
    if !names.isEmpty { for membership in memberships { rows.append(membership) } }
    self = rows.columns(rowCount: memberships.count)
  }

  /// The rows of each scope.
  var named: [(name: String, rows: BitColumn)] { zip(names, columns).map { ($0, $1.column) } }

  /// The rows of a scope, by the place of its name.
  subscript(place: Int) -> BitColumn { columns[place].column }

  /// In which scopes a row is, by name.
  func membership(_ row: Int) -> [Bool] { columns.map { $0[row] } }

  /// The names of the scopes that a row is in.
  func names(_ row: Int) -> Set<String> {
    if names.isEmpty { return [] }
    return Set(names.indices.lazy.filter { columns[$0][row] }.map { names[$0] })
  }

  /// - Returns: `nil` if it was cancelled.
  /// - Complexity: O(rows / 64) for each part of the scope; checks for cancellation before each of them.
  func rows(_ scope: Scope, _ cancellation: Cancellation?) throws(ScopeError) -> BitColumn? {
    if cancellation?.isCancelled == true { return nil }
    switch scope {
    case .scope(let name):
      guard let index = names.firstIndex(of: name) else { throw .unknownScope(name, known: names) }
      return columns[index].column
    case .and(let scopes):
      var rows = BitColumn(count: rowCount, repeating: true)
      for scope in scopes {
        guard let others = try self.rows(scope, cancellation) else { return nil }
        rows.formIntersection(others)
      }
      return rows
    case .or(let scopes):
      var rows = BitColumn(count: rowCount)
      for scope in scopes {
        guard let others = try self.rows(scope, cancellation) else { return nil }
        rows.formUnion(others)
      }
      return rows
    case .not(let scope):
      guard let others = try self.rows(scope, cancellation) else { return nil }
      var rows = BitColumn(count: rowCount, repeating: true)
      rows.subtract(others)
      return rows
    }
  }
}

/// The named conditions of rows that come one after another.
struct ScopeRows {
  private let names: [String]
  /// For each name which rows are in that scope.
  private var bits: [BitList]

  init(_ names: [String]) {
    self.names = names
    bits = Array(repeating: BitList(), count: names.count)
  }

  /// - Parameter membership: in which scopes the next row is, by name.
  mutating func append(_ membership: [Bool]) {
    for index in names.indices { bits[index].append(membership[index]) }
  }

  func columns(rowCount: Int) -> ScopeColumns {
    ScopeColumns(names, bits.map(\.column), rowCount: rowCount)
  }
}

extension ScopeColumns: ColumnPart {
  func list(in list: inout ColumnList) {
    for (name, column) in zip(names, columns) { list.add(name, column) }
  }
}
