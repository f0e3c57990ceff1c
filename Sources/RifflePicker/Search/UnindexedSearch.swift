import Riffle
import RiffleInput

/// A search of a list whose first lines are indexed and whose other lines are not: these are read one by one (``LineSearch``).
///
/// The answer is that of an index of all these lines. More lines can be added to a search, so a growing list is read only once.
struct UnindexedSearch {
  private let request: SearchRequest
  private let snapshot: Snapshot<UInt32, UInt32>
  private let texts: SearchedLines
  private let search: LineSearch
  private var parts: [LineWorker.Part] = []
  /// The cost of the best indexed hit, in ``CostTable/unit``s; `UInt32.max` if there is none.
  private let indexedLeast: UInt32
  /// Whether list order begins with the last line.
  private let isReversed: Bool
  /// A window of the indexed hits, with the least cost of all hits that it was searched for.
  private var indexed: (least: UInt32, window: Range<Int>, results: SearchResults<UInt32, UInt32>)?
  /// The line after the last one that has been searched.
  private(set) var end: Int

  /// A hit in the index or in unindexed lines.
  enum Found {
    case indexed(Hit<UInt32, UInt32>)
    case scanned(LineHit)

    var id: UInt32 {
      switch self {
      case .indexed(let hit): hit.element
      case .scanned(let hit): UInt32(clamping: hit.lineNumber)
      }
    }
  }

  /// - Parameters:
  ///   - snapshot: the snapshot of the index, which contains the lines before `first`.
  init(
    _ request: SearchRequest, _ snapshot: Snapshot<UInt32, UInt32>, first: Int, _ texts: SearchedLines,
    _ options: PickerListOptions, _ cancellation: Cancellation
  ) {
    self.request = request
    self.snapshot = snapshot
    self.texts = texts
    isReversed = options.isReversed
    end = first
    var all = request
    all.offset = 0
    // Which of them are within reach is known only at the end.
    all.limit = request.order == .list ? .max : request.window.upperBound
    if let equals = texts.equals { all = equals.widened(all, lineCount: .max) }
    search = LineSearch(all, options: options.index, terminator: options.description.terminator, isOfKept: true)
    // Reach is relative to the least cost, regardless of weights.
    var cheapest = request
    (cheapest.offset, cheapest.limit, cheapest.totalLimit, cheapest.weightWorth) = (0, 1, .upTo(0), 0)
    (cheapest.order, cheapest.terms) = (.relevance, request.isStrict ? .all : .most)
    indexedLeast = snapshot.search(cheapest, cancellation: cancellation).first?.score.units ?? .max
  }

  // MARK: - Searching

  /// Searches the lines up to another one, on several threads.
  /// - Returns: `false` if it was cancelled; then no more has been searched.
  mutating func extend(to end: Int, threadCount: Int, unless cancellation: Cancellation) -> Bool {
    guard end > self.end else { return !cancellation.isCancelled }
    let chunks = texts.lines.chunks(of: self.end..<end)
    let (search, texts, least) = (search, texts, indexedLeast)
    let next = Lock(0)
    @Sendable func work() -> LineWorker.Part {
      var worker = search.worker(knowing: least)
      while !cancellation.isCancelled {
        let number = next.withLock { number in
          defer { number += 1 }
          return number
        }
        guard number < chunks.count else { break }
        UnindexedSearch.read(chunks[number], texts, &worker)
      }
      return worker.finish()
    }
    let found = onThreads(others: min(threadCount, chunks.count) - 1, here: work, elsewhere: work)
    if cancellation.isCancelled { return false }
    parts += found
    self.end = end
    return true
  }

  private static func read(_ chunk: LineStore.Chunk, _ texts: SearchedLines, _ worker: inout LineWorker) {
    if texts.arePlain, !chunk.hasColumns, chunk.isContiguous {
      worker.read(chunk.bytes.span, firstLine: chunk.firstLine)
      return
    }
    for line in chunk.firstLine..<chunk.firstLine + chunk.count {
      let bytes = chunk.bytes(ofLine: line)
      let (title, reading, searchText) = (
        Array(texts.title(line).utf8), Array(texts.reading(line).utf8), Array(texts.searchText(line).utf8)
      )
      worker.read(
        bytes.span, number: line, title: title.span, reading: reading.span, searchText: searchText.span,
        weight: texts.weight(line))
    }
  }

  // MARK: - The answer

  /// Returns the hits of the window, and the number of all hits.
  mutating func answer(unless cancellation: Cancellation) -> (total: Int, hits: [Found]) {
    let scanned = search.results(of: parts)
    let least = min(indexedLeast, scanned.least)
    if request.order == .list { return answerInListOrder(scanned, least, cancellation) }
    let results = indexed(least, 0..<search.window.upperBound, cancellation)
    var ranked: [(rank: RankedRow, found: Found)] = (results.map { Array($0) } ?? []).map { hit in
      let rank = RankedRow(score: hit.score, length: length(ofLine: Int(hit.element)), row: Int(hit.element))
      return (rank, .indexed(hit))
    }
    for hit in scanned { ranked.append((hit.ranked, .scanned(hit))) }
    if let equals = texts.equals {
      ranked.sort { equals.isBefore(($0.rank.score, $0.rank.row), ($1.rank.score, $1.rank.row)) }
    } else {
      ranked.sort { $0.rank < $1.rank }
    }
    return (scanned.total + (results?.total ?? 0), request.window(of: ranked).map(\.found))
  }

  /// Returns them in list order: indexed lines come before all others.
  private mutating func answerInListOrder(
    _ scanned: LineResults, _ least: UInt32, _ cancellation: Cancellation
  ) -> (total: Int, hits: [Found]) {
    var window = request.window
    var results = indexed(least, isReversed ? 0..<0 : window, cancellation)
    let indexedTotal = results?.total ?? 0
    let total = indexedTotal + scanned.total
    if isReversed {
      let end = max(0, total - window.lowerBound)
      window = max(0, end - window.count)..<end
      let shown = window.clamped(to: 0..<indexedTotal)
      if !shown.isEmpty { results = indexed(least, shown, cancellation) }
    }
    var hits = (results.map { Array($0) } ?? []).map { Found.indexed($0) }
    let shown = window.clamped(to: indexedTotal..<max(indexedTotal, total))
    for place in shown { hits.append(.scanned(scanned[place - indexedTotal])) }
    return (total, isReversed ? hits.reversed() : hits)
  }

  /// Returns the indexed hits in a window, given the least cost of all hits; `nil` if they are all beyond its reach.
  private mutating func indexed(
    _ least: UInt32, _ window: Range<Int>, _ cancellation: Cancellation
  ) -> SearchResults<UInt32, UInt32>? {
    if let indexed, indexed.least == least, indexed.window == window { return indexed.results }
    var request = request
    (request.offset, request.limit, request.totalLimit) = (window.lowerBound, window.count, .exact)
    if request.query.mode == .smart, case .cost = request.reach, indexedLeast < .max {
      // Reach is relative to the best hit of all.
      let reach = request.reach.units
      if indexedLeast - least > reach { return nil }
      request.reach = .cost(Double(reach - (indexedLeast - least)) / Double(CostTable.unit))
    }
    let results = snapshot.search(request, cancellation: cancellation)
    if !cancellation.isCancelled { indexed = (least, window, results) }
    return results
  }

  /// Returns the length that decides between equal hits.
  private func length(ofLine line: Int) -> Int {
    let query = request.query
    if query.onlyExcludes || query.mode == .lowercasedSubstring { return 0 }
    if query.mode == .substring, query.syntax == .plain { return 0 }
    let title = Array(texts.title(line).utf8)
    let searched = title.span.extracting(first: ItemText.indexedLength(of: title.span))
    return query.mode == .subsequence ? subsequenceLength(searched) : searched.count
  }
}
