/// A thread's part in a ``LineSearch``.
public struct LineWorker {
  /// What a worker has found.
  public struct Part: Sendable {
    var text: [UInt8] = []
    /// Ascending by rank.
    var lines: [FoundLine] = []
    /// How many lines match at each cost that is within reach of the best so far.
    var counts: [UInt32: Int] = [:]
    var least = UInt32.max
    /// How many texts are too long to be indexed whole.
    var truncated = 0
    /// Lines that are no items, by number.
    var skipped: [UInt32] = []
    /// The first line that there was no memory to keep.
    var unkept: Int?
  }

  private let search: LineSearch
  private let table = LineLetters.table
  private let isUnfiltered, isRomanizing: Bool
  /// Of this thread alone: what threads share, they wait for each other to count references of.
  private var demand: FormDemand
  private var matcher: LineMatcher
  /// How many forms can still matter.
  private var openForms: Int
  private var romanizer: Romanizer?
  private var part = Part()
  private var best: TopK<FoundLine>

  /// The longest ill-formed text that is indexed whole: a byte becomes up to three.
  private static let longestCertain = ItemText.indexedFieldLength / 3

  init(_ search: LineSearch) {
    self.search = search
    isUnfiltered = search.isUnfiltered
    demand = FormDemand(search.forms, upTo: .max, search.options.folding)
    matcher = LineMatcher(search.forms, options: search.options, analyzer: search.analyzer)
    openForms = search.forms.count
    isRomanizing = search.options.romanizesTitles
    if isRomanizing { romanizer = Romanizer(search.options.folding) }
    let window = search.request.window
    best = TopK(capacity: window.isEmpty ? 0 : search.request.order == .list ? .max : window.upperBound)
    know(least: search.least)
  }

  /// Searches the lines of a chunk, which ends where a line ends: each is a title. Ill-formed UTF-8 counts as U+FFFD.
  ///
  /// - Parameter firstLine: how many lines are before the chunk.
  /// - Complexity: O(*n*); lines that lack letters of the query take less than a nanosecond a byte.
  public mutating func read(_ chunk: Span<UInt8>, firstLine: Int) {
    var row = firstLine - 1
    let (table, demand) = (table, demand)
    forEachLine(of: chunk, endingWith: search.terminator, table.span) { range, union in
      row &+= 1
      let line = chunk.extracting(range)
      let title = line.extracting(first: LineSearch.titleLength(of: line))
      countTruncated(title)
      let letters = LineLetters(bits: union)
      let forms = forms(title, letters, demand)
      if forms == 0 { return }
      ask(line, row, title, Span(), Span(), 0, isASCII: letters.isASCII, forms, table.span)
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
    let table = table
    let union =
      union(of: title, title.indices, table.span) | union(of: reading, reading.indices, table.span)
      | union(of: searchText, searchText.indices, table.span)
    countTruncated(title)
    countTruncated(reading)
    countTruncated(searchText)
    let letters = LineLetters(bits: union)
    // Of other letters than ASCII the demand reads the title only.
    let forms = letters.isASCII ? forms(title, letters, demand) : FormDemand.all(openForms)
    if forms == 0 { return }
    ask(line, number, title, reading, searchText, weight, isASCII: letters.isASCII, forms, table.span)
  }

  /// Says that a line is no item: a heading, blank, or the rest of a record that has several.
  /// - Parameter number: how many lines are before it.
  public mutating func skip(number: Int) { part.skipped.append(UInt32(truncatingIfNeeded: number)) }

  /// Hands over what was found.
  /// - Complexity: O(*n* log *n*) in the number of hits.
  public consuming func finish() -> Part {
    part.lines = best.sorted()
    return part
  }

  // MARK: - Asking

  /// The forms that an item with these letters may match, one bit each, whose title is all there is if they are not ASCII.
  @inline(__always)
  private func forms(
    _ title: Span<UInt8>, _ letters: LineLetters, _ demand: borrowing FormDemand
  ) -> UInt64 {
    if isUnfiltered || (isRomanizing && !letters.isASCII) { return FormDemand.all(openForms) }
    return demand.forms(title, union: letters.bits, open: openForms)
  }

  private mutating func ask(
    _ line: Span<UInt8>, _ row: Int, _ title: Span<UInt8>, _ reading: Span<UInt8>, _ searchText: Span<UInt8>,
    _ weight: UInt16, isASCII: Bool, _ forms: UInt64, _ table: Span<UInt64>
  ) {
    if isUnfiltered {
      note(Score(rawValue: 0), length: 0, row, line)
    } else if isASCII || LineWorker.areWellFormed(title, reading, searchText) {
      rank(line, row, title, reading, searchText, weight, forms, table)
    } else {
      let texts = (LineWorker.repaired(title), LineWorker.repaired(reading), LineWorker.repaired(searchText))
      rank(line, row, texts.0.span, texts.1.span, texts.2.span, weight, forms, table)
    }
  }

  private mutating func rank(
    _ line: Span<UInt8>, _ row: Int, _ title: Span<UInt8>, _ reading: Span<UInt8>, _ searchText: Span<UInt8>,
    _ weight: UInt16, _ forms: UInt64, _ table: Span<UInt64>
  ) {
    let title = title.extracting(first: ItemText.indexedLength(of: title))
    let searchText = searchText.extracting(first: ItemText.indexedLength(of: searchText))
    var rank: (score: Score, length: Int)?
    if isRomanizing, reading.isEmpty, romanizer?.romanize(title) == true, let made = romanizer?.bytes {
      rank = matcher.rank(
        title: title, reading: made.span.extracting(first: ItemText.indexedLength(of: made.span)),
        searchText: searchText, weight: weight, isRomanized: true, in: forms, table)
    } else {
      rank = matcher.rank(
        title: title, reading: reading.extracting(first: ItemText.indexedLength(of: reading)), searchText: searchText,
        weight: weight, isRomanized: false, in: forms, table)
    }
    if let rank { note(rank.score, length: rank.length, row, line) }
  }

  /// Counts a line that matches, and keeps it if it is among the best.
  private mutating func note(_ score: Score, length: Int, _ row: Int, _ line: Span<UInt8>) {
    let units = score.units
    guard units <= HitCollector.limit(least: part.least, reach: search.reach) else { return }
    if units < part.least { know(least: units) }
    part.counts[units, default: 0] += 1
    if line.count >= LineWorker.longLine, part.unkept == nil, !canKeep(line) { part.unkept = row }
    if part.unkept != nil { return }
    let ranked = RankedRow(score: score, length: length, row: row)
    guard best.insert(FoundLine(ranked: ranked, start: part.text.count, count: line.count)) else { return }
    line.withUnsafeBufferPointer { part.text.append(contentsOf: $0) }
  }

  /// There may be no memory for a line that has so many bytes.
  private static let longLine = 1 << 20

  private func canKeep(_ line: Span<UInt8>) -> Bool {
    let needed = part.text.count + line.count
    if needed <= part.text.capacity { return true }
    // As arrays grow.
    return hasSpareMemory(max(needed, 2 * part.text.capacity) + (1 << 16))
  }

  /// Looks for nothing any more that costs too much beside a hit which costs so much.
  private mutating func know(least: UInt32) {
    part.least = least
    let most = HitCollector.limit(least: least, reach: search.reach)
    while openForms > 1, search.forms[openForms - 1].leastCost > most { openForms -= 1 }
    demand = FormDemand(search.forms, upTo: most, search.options.folding)
    matcher.limit(to: most)
  }

  // MARK: - Texts

  @inline(__always)
  private mutating func countTruncated(_ text: Span<UInt8>) {
    guard text.count > LineWorker.longestCertain else { return }
    // Repair makes no text shorter.
    if text.count > ItemText.indexedFieldLength || LineWorker.repaired(text).count > ItemText.indexedFieldLength {
      part.truncated += 1
    }
  }

  private static func areWellFormed(_ title: Span<UInt8>, _ reading: Span<UInt8>, _ searchText: Span<UInt8>) -> Bool {
    isWellFormed(title) && isWellFormed(reading) && isWellFormed(searchText)
  }

  private static func isWellFormed(_ text: Span<UInt8>) -> Bool { (try? UTF8Span(validating: text)) != nil }

  /// As much of a text as may be indexed, and some more.
  private static func repaired(_ text: Span<UInt8>) -> [UInt8] {
    Array(repairedUTF8(text.extracting(first: min(text.count, ItemText.indexedFieldLength + 4))).text.utf8)
  }
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
