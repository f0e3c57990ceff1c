/// A condition on elements, evaluated at query time, beside or instead of matching their words.
///
///     let near = SearchPredicate<City>.and { city, _ in city.distance(to: here) < 1000 }
///     let results = try snapshot.search("st", limit: 10, applying: near)
///
/// A condition that is used repeatedly is better a ``Scope``, which costs nothing at query time.
///
/// Closures receive the element and the text of the query. They are called on the caller's thread, at most once for each
/// element of a search, and only as far as the window and the total need it.
public struct SearchPredicate<Element: Sendable>: Sendable {
  /// A test of up to 64 elements, those whose bits are set; returns one bit for each that is kept.
  ///
  /// One call serves many elements, because one for each would cost more than most closures. It is specialised where the
  /// predicate is made.
  @usableFromInline
  typealias Test = @Sendable (_ elements: ArraySlice<Element>, _ mask: UInt64, _ query: String) -> UInt64

  @usableFromInline
  enum Kind: Sendable {
    case replace(Test)
    case and(Test)
    case or(Test)
    case score(ClosedRange<Double>, @Sendable (Element, String) -> Double)
  }

  let kind: Kind

  @usableFromInline
  init(_ kind: Kind) { self.kind = kind }

  /// Keeps exactly the elements for which `test` is true, in list order; words are not matched at all.
  ///
  /// - Complexity: O(*n*) calls in the number of elements up to the end of the window.
  @inlinable
  public static func replace(_ test: @escaping @Sendable (_ element: Element, _ query: String) -> Bool) -> Self {
    Self(.replace(mask(test)))
  }

  /// Keeps the hits for which `test` is true, in the order of the answer.
  ///
  /// - Complexity: one call for each hit up to the end of the window; in list order up to one for each element that matches, however
  ///   little, if it keeps none of the best hits.
  @inlinable
  public static func and(_ test: @escaping @Sendable (_ element: Element, _ query: String) -> Bool) -> Self {
    Self(.and(mask(test)))
  }

  /// Keeps all hits, and the elements for which `test` is true.
  ///
  /// Elements that only the predicate keeps come after all hits, in list order. In list order, each stands in its place.
  /// - Complexity: no call if hits fill the window and the count; otherwise O(*n*) in the number of other elements.
  @inlinable
  public static func or(_ test: @escaping @Sendable (_ element: Element, _ query: String) -> Bool) -> Self {
    Self(.or(mask(test)))
  }

  /// Adds to the cost of each hit.
  ///
  /// The narrower the bound, the sooner a search stops: as soon as no later hit can enter the window, even with the least
  /// addition.
  ///
  /// - Parameters:
  ///   - bound: the least and the most that `extra` returns, in the unit of ``Score/cost``, where the beginning of a word costs
  ///     1. A bonus is less than 0. No bound reaches further than 500,000.
  ///   - extra: returns the addition, in steps of 1⁄200. Values beyond the bound are clamped, and NaN counts as the most;
  ///     ``PredicateReport/clampedCount`` counts both.
  /// - Complexity: one call for each hit that can enter the window.
  @inlinable
  public static func score(
    within bound: ClosedRange<Double>, _ extra: @escaping @Sendable (_ element: Element, _ query: String) -> Double
  ) -> Self {
    Self(.score(bound, extra))
  }

  @inlinable
  static func mask(_ test: @escaping @Sendable (Element, String) -> Bool) -> Test {
    { elements, mask, query in kept(of: elements, mask) { test($0, query) } }
  }

  /// Returns the bits of `mask` whose elements pass `test`.
  @inlinable
  @inline(__always)
  static func kept(of elements: ArraySlice<Element>, _ mask: UInt64, _ test: (Element) -> Bool) -> UInt64 {
    var kept: UInt64 = 0
    var left = mask
    let start = elements.startIndex
    while left != 0 {
      let bit = left.trailingZeroBitCount
      left &= left &- 1
      if test(elements[start + bit]) { kept |= 1 << UInt64(bit) }
    }
    return kept
  }
}

/// Limits and options of a search with a ``SearchPredicate``.
public struct PredicateOptions: Sendable {
  /// `true` to test elements that are not searchable as well. Words never find these: they come only with a predicate that
  /// keeps elements by itself, and with a query without terms.
  public var includesUnsearchable: Bool

  /// The most elements to test; `nil` for no limit.
  public var budget: Int?

  /// Called every few hundred elements, when the current task is checked too: `true` ends the search.
  public var isCancelled: (@Sendable () -> Bool)?

  public init(
    includesUnsearchable: Bool = false, budget: Int? = nil, isCancelled: (@Sendable () -> Bool)? = nil
  ) {
    self.includesUnsearchable = includesUnsearchable
    self.budget = budget
    self.isCancelled = isCancelled
  }
}
