import Riffle
import RiffleInput

/// Why the program cannot answer. What it says goes to standard error after `riffle: `.
enum CommandError: Error, Hashable {
  case input(InputError)
  /// Standard output cannot be written.
  case output(reason: String)
  case query(QueryError)
  case index(IndexError)
}

extension CommandError: CustomStringConvertible {
  var description: String {
    switch self {
    case .input(let error): error.description
    case .output(let reason): "(standard output): \(reason)"
    case .query(let error): error.description
    case .index(let error): error.description
    }
  }
}

/// Runs what reads inputs.
func reading<Result>(_ body: () throws(InputError) -> Result) throws(CommandError) -> Result {
  do throws(InputError) {
    return try body()
  } catch {
    throw .input(error)
  }
}
