/// A thread's part in a ``LineSearch``.
public struct LineWorker {
  /// The hits of one worker.
  public struct Part: Sendable {
    var text: [UInt8] = []
    /// Ascending by rank, or in list order as they were read.
    var lines: [FoundLine] = []
    /// The number of matching lines at each cost that is within reach of the best so far.
    var counts: [UInt32: Int] = [:]
    var least = UInt32.max
    /// Lines that are no items, by number.
    var skipped: [UInt32] = []
    /// The first line that there was no memory to search or to keep.
    var unkept: Int?
  }

  private let search: LineSearch
  private let isUnfiltered, isRomanizing: Bool
  /// Of this thread alone: what threads share, they wait for each other to count references of.
  private var matcher: LineMatcher
  private var romanizer: Romanizer?
  private var part = Part()
  private var best: TopK<FoundLine>
  /// The kept hits that no other line can drop, because they cost no more than the reach: their number, and the last of them.
  private var (certainCount, lastCertain) = (0, -1)

  /// - Parameter least: what the best hit elsewhere costs; `UInt32.max` if there is none.
  init(_ search: LineSearch, least: UInt32) {
    self.search = search
    isUnfiltered = search.isUnfiltered
    matcher = LineMatcher(search.query, options: search.options, analyzer: search.analyzer)
    isRomanizing = search.options.romanizesTitles
    if isRomanizing { romanizer = Romanizer(search.options.folding) }
    let window = search.request.window
    best = TopK(capacity: window.isEmpty ? 0 : search.request.order == .list ? .max : window.upperBound)
    if least < .max { know(least: least) }
  }

  /// Searches the lines of a chunk, which ends where a line ends: each is a title. Ill-formed UTF-8 counts as U+FFFD.
  ///
  /// - Parameter firstLine: how many lines are before the chunk.
  /// - Complexity: O(*n*); lines that lack letters of the query take less than a nanosecond a byte.
  public mutating func read(_ chunk: Span<UInt8>, firstLine: Int) {
    var row = firstLine - 1
    var previous = 0..<0
    forEachLine(of: chunk, endingWith: search.terminator) { range in
      row &+= 1
      let line = chunk.extracting(range)
      let length = LineSearch.titleLength(of: line)
      let title = range.lowerBound..<range.lowerBound + length
      if isUnfiltered {
        note(Score(rawValue: 0), length: 0, row, line)
      } else if matcher.mayMatch(title, after: previous, of: chunk) || isRomanizing && !matcher.isASCII {
        rank(line, row, line.extracting(first: length), Span(), Span(), 0)
      }
      previous = title
    }
  }

  /// Searches a line that has columns. Ill-formed UTF-8 counts as U+FFFD.
  ///
  /// - Parameters:
  ///   - line: what a hit shows, without what ends it.
  ///   - number: how many lines are before it.
  ///   - title: the fields, wherever their bytes are.
  ///   - weight: as in ``SearchIndex``.
  /// - Complexity: O(*n*).
  public mutating func read(
    _ line: Span<UInt8>, number: Int, title: Span<UInt8>, reading: Span<UInt8>, searchText: Span<UInt8>, weight: UInt16
  ) {
    if isUnfiltered {
      note(Score(rawValue: 0), length: 0, number, line)
    } else if matcher.mayMatch(title: title, reading: reading, searchText: searchText)
      || isRomanizing && !matcher.isASCII
    {
      rank(line, number, title, reading, searchText, weight)
    }
  }

  /// Skips a line that is no item: a heading, blank, or the rest of a record that has several.
  /// - Parameter number: how many lines are before it.
  public mutating func skip(number: Int) { part.skipped.append(UInt32(truncatingIfNeeded: number)) }

  /// Hands over what was found.
  /// - Complexity: O(*n* log *n*) in the number of hits.
  public consuming func finish() -> Part {
    part.lines = search.request.order == .list ? best.unsorted() : best.sorted()
    return part
  }

  // MARK: - Ranking

  private mutating func rank(
    _ line: Span<UInt8>, _ row: Int, _ title: Span<UInt8>, _ reading: Span<UInt8>, _ searchText: Span<UInt8>,
    _ weight: UInt16
  ) {
    if line.count > ItemText.indexedFieldLength, !hasSpareMemory(line.count * LineWorker.bytesPerByte) {
      part.unkept = part.unkept ?? row
      return
    }
    if matcher.isASCII || LineWorker.areWellFormed(title, reading, searchText) {
      rankWellFormed(line, row, title, reading, searchText, weight)
    } else {
      let texts = (LineWorker.repaired(title), LineWorker.repaired(reading), LineWorker.repaired(searchText))
      rankWellFormed(line, row, texts.0.span, texts.1.span, texts.2.span, weight)
    }
  }

  private mutating func rankWellFormed(
    _ line: Span<UInt8>, _ row: Int, _ title: Span<UInt8>, _ reading: Span<UInt8>, _ searchText: Span<UInt8>,
    _ weight: UInt16
  ) {
    let title = title.extracting(first: search.searchedLength(of: title))
    let searchText = searchText.extracting(first: search.searchedLength(of: searchText))
    var rank: (score: Score, length: Int)?
    let worst = best.worst?.ranked.score
    if isRomanizing, reading.isEmpty, romanizer?.romanize(title) == true, let made = romanizer?.bytes {
      rank = matcher.rank(
        title: title, reading: made.span.extracting(first: search.searchedLength(of: made.span)),
        searchText: searchText, weight: weight, isRomanized: true, worst: worst)
    } else {
      rank = matcher.rank(
        title: title, reading: reading.extracting(first: search.searchedLength(of: reading)), searchText: searchText,
        weight: weight, isRomanized: false, worst: worst)
    }
    if let rank { note(rank.score, length: rank.length, row, line) }
  }

  /// Counts a line that matches, and keeps it if it is among the best.
  private mutating func note(_ score: Score, length: Int, _ row: Int, _ line: Span<UInt8>) {
    let units = score.units
    guard units <= HitCollector.limit(least: part.least, reach: search.reach) else { return }
    if units < part.least { know(least: units) }
    part.counts[units, default: 0] += 1
    // Enough hits come before it in any case.
    if certainCount >= search.mostCertain, row > lastCertain { return }
    let count = search.isOfKept ? 0 : line.count
    if count >= LineWorker.longLine, part.unkept == nil, !canKeep(line) { part.unkept = row }
    if part.unkept != nil { return }
    let ranked = RankedRow(score: score, length: length, row: row)
    guard best.insert(FoundLine(ranked: ranked, start: part.text.count, count: count)) else { return }
    if units <= search.reach { (certainCount, lastCertain) = (certainCount + 1, max(lastCertain, row)) }
    if count == 0 { return }
    line.withUnsafeBufferPointer { part.text.append(contentsOf: $0) }
  }

  /// There may be no memory for a line that has so many bytes.
  private static let longLine = 1 << 20
  /// An estimate, not measured, of what a text takes while it is folded and cut into words of one letter, in arrays that grow.
  private static let bytesPerByte = 64

  private func canKeep(_ line: Span<UInt8>) -> Bool {
    let needed = part.text.count + line.count
    if needed <= part.text.capacity { return true }
    // As arrays grow.
    return hasSpareMemory(max(needed, 2 * part.text.capacity) + (1 << 16))
  }

  /// Lowers the limit to that of a hit with this cost.
  private mutating func know(least: UInt32) {
    part.least = least
    matcher.limit(to: HitCollector.limit(least: least, reach: search.reach))
  }

  // MARK: - Texts

  private static func areWellFormed(_ title: Span<UInt8>, _ reading: Span<UInt8>, _ searchText: Span<UInt8>) -> Bool {
    isWellFormed(title) && isWellFormed(reading) && isWellFormed(searchText)
  }

  private static func isWellFormed(_ text: Span<UInt8>) -> Bool { (try? UTF8Span(validating: text)) != nil }

  private static func repaired(_ text: Span<UInt8>) -> [UInt8] { Array(repairedUTF8(text).text.utf8) }
}

/// A line that matches, and where its bytes are kept.
struct FoundLine: Comparable, Sendable {
  let ranked: RankedRow
  let start: Int
  let count: Int
  /// Which worker keeps them.
  var part = 0

  static func < (a: FoundLine, b: FoundLine) -> Bool { a.ranked < b.ranked }
}
