/// What a search asks of elements at the moment of the query, beside or instead of what it asks of their words.
///
///     let near = SearchPredicate<City>.and { city, _ in city.distance(to: here) < 1000 }
///     let results = try snapshot.search("st", limit: 10, applying: near)
///
/// A condition that is asked again and again is better a ``Scope``, which costs nothing when it is asked.
///
/// Closures get the element and the text of the query. They are called on the caller's thread, at most once for each
/// element of a search, and only as far as the window and the total need it.
public struct SearchPredicate<Element: Sendable>: Sendable {
  /// Asks up to 64 elements, those whose bits are set; one bit for each that is kept.
  ///
  /// In one call, because one for each element would cost more than most closures: it is specialised where the
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

  /// Keeps the hits for which `test` is true, in the order in which they are given.
  ///
  /// - Complexity: one call for each hit up to the end of the window; in list order up to one for each element that matches, however
  ///   little, if it keeps none of the best hits.
  @inlinable
  public static func and(_ test: @escaping @Sendable (_ element: Element, _ query: String) -> Bool) -> Self {
    Self(.and(mask(test)))
  }

  /// Keeps all hits, and the elements for which `test` is true.
  ///
  /// Elements that only the predicate keeps come after all hits, in list order; where all are given in list order, each
  /// stands in its place.
  /// - Complexity: no call if hits fill the window and the count; otherwise O(*n*) in the number of other elements.
  @inlinable
  public static func or(_ test: @escaping @Sendable (_ element: Element, _ query: String) -> Bool) -> Self {
    Self(.or(mask(test)))
  }

  /// Adds to what each hit costs.
  ///
  /// The narrower the bound, the sooner a search can stop: as soon as no later hit can enter the window, even with the
  /// least that may be added.
  ///
  /// - Parameters:
  ///   - bound: the least and the most that `extra` gives, in the unit of ``Score/cost``: where the beginning of a word
  ///     costs 1, for example. A bonus is less than 0. No bound reaches further than 500,000.
  ///   - extra: what is added, in steps of 1⁄200. More than the bound counts as the bound, and what is no number as the
  ///     most; ``PredicateReport/clampedCount`` tells how often.
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

  /// Of the elements whose bits are set, those for which `test` is true.
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

/// How far a search may go with a ``SearchPredicate``.
public struct PredicateOptions: Sendable {
  /// `true` to ask elements that are not searchable as well. The words of a query never find them: so they come with a
  /// predicate that keeps elements by itself, and with a query without terms.
  public var includesUnsearchable: Bool

  /// How many elements may be asked at most; `nil` for as many as it takes.
  public var budget: Int?

  /// Asked every few hundred elements, as is the current task: `true` ends the search.
  public var isCancelled: (@Sendable () -> Bool)?

  public init(
    includesUnsearchable: Bool = false, budget: Int? = nil, isCancelled: (@Sendable () -> Bool)? = nil
  ) {
    self.includesUnsearchable = includesUnsearchable
    self.budget = budget
    self.isCancelled = isCancelled
  }
}
