/// The reason why an input cannot be read.
package enum InputError: Error, Hashable {
  /// A file cannot be opened or read, or there is not enough memory for its content.
  case system(name: String, reason: String)
  /// A record does not conform to its format.
  case malformed(Location, problem: String)
  /// A column does not exist, or has the wrong content for its option. `source` is a file or a record of it.
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

/// A line of an input, for messages.
package struct Location: Hashable, Sendable, CustomStringConvertible {
  package let name: String
  /// Counted from 1.
  package let line: Int

  package var description: String { "\(name):\(line)" }
}
