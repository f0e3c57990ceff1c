/// A registry of predicates by name, for requests and command lines.
public struct PredicateRegistry<Element: Sendable>: Sendable {
  private var predicates: [String: SearchPredicate<Element>]

  public init(_ predicates: [String: SearchPredicate<Element>] = [:]) { self.predicates = predicates }

  /// Adds a predicate, replacing any with the same name.
  public mutating func register(_ name: String, _ predicate: SearchPredicate<Element>) { predicates[name] = predicate }

  /// - Throws: ``PredicateError/unknownPredicate(_:known:)``.
  public func predicate(named name: String) throws(PredicateError) -> SearchPredicate<Element> {
    guard let predicate = predicates[name] else { throw .unknownPredicate(name, known: names) }
    return predicate
  }

  /// All names, sorted.
  public var names: [String] { predicates.keys.sorted() }
}

/// An error in the look-up of a predicate.
public enum PredicateError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No predicate is registered under that name.
  case unknownPredicate(String, known: [String])

  public var description: String {
    switch self {
    case .unknownPredicate(let name, let known):
      known.isEmpty
        ? "there is no predicate “\(name)”: none is registered"
        : "there is no predicate “\(name)”: name one of \(known.map { "“\($0)”" }.joined(separator: ", "))"
    }
  }
}
