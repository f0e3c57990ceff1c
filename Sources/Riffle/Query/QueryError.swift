/// An error in the text of a query.
public enum QueryError: Error, Sendable, Hashable {
  /// The text has more than ``Query/maximumLength`` Unicode scalars.
  case tooLong(scalars: Int, limit: Int)
  /// The text has more than ``Query/maximumTermCount`` terms.
  case tooManyTerms(terms: Int, limit: Int)
}

extension QueryError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooLong(let scalars, let limit):
      "the query has \(scalars) characters; the limit is \(limit): shorten it"
    case .tooManyTerms(let terms, let limit):
      "the query has \(terms) terms; the limit is \(limit): leave some out"
    }
  }
}
