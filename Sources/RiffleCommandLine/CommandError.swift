package import Riffle
package import RiffleInput

#if Store
  package import RiffleStore
#endif

/// Why a program cannot do what it was asked for. What it says goes to standard error.
package enum CommandError: Error, Hashable {
  case input(InputError)
  /// What cannot be written, and why.
  case output(name: String, reason: String)
  case query(QueryError)
  case index(IndexError)
  /// The options do not go together, or not with what is there.
  case usage(String)
  #if Store
    case store(StoreError)
  #endif
}

extension CommandError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .input(let error): error.description
    case .output(let name, let reason): "\(name): \(reason)"
    case .query(let error): error.description
    case .index(let error): error.description
    case .usage(let problem): problem
    #if Store
      case .store(let error): error.description
    #endif
    }
  }
}

/// Runs what reads inputs.
package func reading<Result>(_ body: () throws(InputError) -> Result) throws(CommandError) -> Result {
  do throws(InputError) {
    return try body()
  } catch {
    throw .input(error)
  }
}
