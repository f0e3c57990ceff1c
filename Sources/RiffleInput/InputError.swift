/// Why an input cannot be read.
package enum InputError: Error, Hashable {
  /// A file cannot be opened or read, or there is no memory for what it holds.
  case system(name: String, reason: String)
  /// A record is not what its format says.
  case malformed(Location, problem: String)
  /// A column is not there, or is not what its option needs. `source` is a file or a record of it.
  case column(source: String, problem: String)
}

extension InputError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .system(let name, let reason): "\(name): \(reason)"
    case .malformed(let location, let problem): "\(location): \(problem)"
    case .column(let source, let problem): "\(source): \(problem)"
    }
  }
}

/// A line of an input, to be shown to the user.
package struct Location: Hashable, Sendable, CustomStringConvertible {
  package let name: String
  /// Counted from 1.
  package let line: Int

  package var description: String { "\(name):\(line)" }
}
