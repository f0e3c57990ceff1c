import Riffle

/// Why the program cannot answer. What it says goes to standard error after `riffle: `.
enum CommandError: Error, Hashable {
  /// A file cannot be opened or read, or standard output cannot be written.
  case system(name: String, reason: String)
  /// A record is not what its format says.
  case malformed(Location, problem: String)
  /// A column is not there, or is not what its option needs. `source` is a file or a record of it.
  case column(source: String, problem: String)
  case query(QueryError)
  case index(IndexError)
}

extension CommandError: CustomStringConvertible {
  var description: String {
    switch self {
    case .system(let name, let reason): "\(name): \(reason)"
    case .malformed(let location, let problem): "\(location): \(problem)"
    case .column(let source, let problem): "\(source): \(problem)"
    case .query(let error): error.description
    case .index(let error): error.description
    }
  }
}

/// A line of an input, to be shown to the user.
struct Location: Hashable, CustomStringConvertible {
  let name: String
  /// Counted from 1.
  let line: Int

  var description: String { "\(name):\(line)" }
}
