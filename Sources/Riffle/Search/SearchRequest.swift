/// A query with the order, the window and the limits of its answer.
///
///     var request = SearchRequest(try Query("new yo", mode: .words), limit: 20)
///     let first = snapshot.search(request)
///     request.offset = 20
///     let second = snapshot.search(request)
public struct SearchRequest: Sendable, Hashable {
  public var query: Query
  /// Whether the best hits come first, or those that come first in the list.
  public var order: HitOrder
  /// How many of the first hits to leave out; less than 0 counts as 0.
  public var offset: Int
  /// How many hits to give at most; less than 0 counts as 0.
  public var limit: Int
  /// How far to count hits outside the window.
  public var totalLimit: TotalLimit
  /// How much dearer than the best hit another may be, in mode ``QueryMode/smart``.
  public var reach: Reach
  /// Whether hits may lack terms of the query, in mode ``QueryMode/smart``.
  public var terms: TermDemand
  /// Keyboard layouts that may have been meant while another was active. If hardly anything matches the query as typed in mode
  /// ``QueryMode/smart``, hits may match what the same keys produce there. Not for the extended syntax.
  public var layouts: [KeyboardLayout]
  /// What the highest weight is worth beside ``Score/cost``, in its unit: an item of the list's highest weight comes before
  /// others that cost less by no more than this, one of half of it before those that cost less by half as much. What hits
  /// may cost does not change. Rounded to eighths, from 0 to 63.875; 0, the default, lets weights decide only where all else is
  /// equal. In modes ``QueryMode/smart`` and ``QueryMode/words``.
  ///
  /// Weights that are logarithms, such as those of populations, are worth about 1 for each power of ten that there is.
  public var weightWorth: Double
  /// Whether hits that cost the same are ranked without regard to accents and punctuation as typed, and to likely slips of the
  /// hand.
  package var comparesCostsOnly = false
  /// The highest cost of a hit in any case, in ``CostTable/unit``s: the limit that the best hit of other lists sets.
  package var most = UInt32.max
  /// The most work of the search, in ``SearchWork/steps``; `nil` for no limit. A search that reaches it ends with the hits
  /// found so far; see ``SearchResults/ending``.
  public var workLimit: Int?
  /// The number of threads that score rows at most, the caller's included, if ``totalLimit`` demands many of them; less than 1 counts
  /// as 1, the default. The others are started for the search and end with it. A search with a ``workLimit`` takes one, so that it
  /// ends at the same place each time.
  public var threadCount: Int

  public init(
    _ query: Query = .blank(), order: HitOrder = .relevance, offset: Int = 0, limit: Int = .max,
    totalLimit: TotalLimit = .standard, reach: Reach = .standard, terms: TermDemand = .standard,
    layouts: [KeyboardLayout] = [], weightWorth: Double = 0, workLimit: Int? = nil, threadCount: Int = 1
  ) {
    self.query = query
    self.order = order
    self.offset = offset
    self.limit = limit
    self.totalLimit = totalLimit
    self.reach = reach
    self.terms = terms
    self.layouts = layouts
    self.weightWorth = weightWorth
    self.workLimit = workLimit
    self.threadCount = threadCount
  }

  /// The same for another text, which is read as the query's is.
  /// - Throws: ``QueryError`` if the text is too long or has too many terms.
  public func with(text: String) throws(QueryError) -> Self {
    var request = self
    request.query = try Query(text, mode: query.mode, syntax: query.syntax)
    return request
  }
}

extension SearchRequest {
  /// The hits to give, by how many come before each.
  package var window: Range<Int> {
    let start = max(0, offset)
    return start..<start.addingClamped(max(0, limit))
  }

  /// Whether hits must match every term, with no more typos than its length allows.
  package var isStrict: Bool {
    switch terms {
    case .standard: order == .list
    case .all: true
    case .most: false
    }
  }

  /// What each way of matching costs.
  package var costs: CostTable {
    var costs = CostTable.standard
    let steps = weightWorth * Double(CostTable.unit / Score.worthStep)
    costs.weightWorth =
      steps > 0 ? UInt32(min(steps, Double(Score.mostWorthSteps)).rounded()) * Score.worthStep : 0
    costs.comparesCostsOnly = comparesCostsOnly
    return costs
  }

  /// What the window shows of hits.
  package func window<Hits: Collection>(of hits: Hits) -> Hits.SubSequence {
    hits.dropFirst(window.lowerBound).prefix(window.count)
  }

  /// How many hits to count: those before the end of the window are seen in any case.
  package var counted: Int {
    switch totalLimit {
    case .exact: .max
    case .upTo(let limit): max(limit, window.upperBound)
    }
  }

  /// The same for the first hits, so many of them.
  func first(_ count: Int) -> Self {
    var request = self
    (request.offset, request.limit) = (0, count)
    return request
  }
}
