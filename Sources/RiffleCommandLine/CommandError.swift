package import Riffle
package import RiffleInput

#if Store
  package import RiffleStore
#endif

/// The reason why a program failed; printed to standard error.
package enum CommandError: Error, Hashable {
  case input(InputError)
  /// An output that cannot be written, with the reason.
  case output(name: String, reason: String)
  case query(QueryError)
  case index(IndexError)
  /// The options conflict with one another, or with the inputs.
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

/// Calls `body`, which reads inputs, and converts its errors.
package func reading<Result>(_ body: () throws(InputError) -> Result) throws(CommandError) -> Result {
  do throws(InputError) {
    return try body()
  } catch {
    throw .input(error)
  }
}
