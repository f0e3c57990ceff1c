/// A builder of a segment from items that come in list order.
///
/// Items are collected in batches, and read batch by batch: by other threads if there are any to use, and by the caller.
/// The segment is the same whatever the number of threads.
///
/// Texts are read once, into their final place. All else is kept batch by batch until the words are complete and can be
/// numbered in order. The measured peak, with the texts, is 1.35 times the finished segment, while the postings are made; and
/// 1.6 times if another thread makes the dictionary at the same time. It depends on the share of the forward index and the
/// pairs in all bytes.
@usableFromInline
package struct SegmentBuilder: ~Copyable {
  private let options: IndexOptions
  private var titles = TextList()
  /// Without rows until an item has any.
  private var readings = TextList()
  private var searchTexts = TextList()
  private let expectedCount: Int
  private var weights: [UInt16] = []
  private var unsearchable: [Int] = []
  /// The items that are not yet in ``queue``.
  private var batch = ItemBatch()
  private let queue: BatchQueue
  /// The row of each batch's first item, of ``batch`` at last.
  private var firstRows = [0]
  private let batchCount: Int
  private let threadCount: Int
  private var threads: [WorkerThread] = []
  /// The fields that are longer than what is indexed of them.
  package private(set) var truncatedFields: [(row: Int, field: Field, bytes: Int)] = []

  /// - Parameters:
  ///   - expectedCount: how many items come, if that is known; then memory for them is taken only once.
  ///   - threadCount: how many threads to use at most, the caller's included; `nil` for as many as are of use.
  @usableFromInline
  package init(options: IndexOptions, expectedCount: Int = 0, threadCount: Int? = nil) {
    let threadCount = threadCount ?? min(WorkerThread.processorCount, SegmentBuilder.mostThreads)
    self.init(
      options: options, expectedCount: expectedCount, threadCount: threadCount, batchCount: ItemBatch.standardCount)
  }

  /// More would wait for the caller's.
  private static let mostThreads = 4

  /// - Parameter batchCount: how many items a batch has.
  package init(options: IndexOptions, expectedCount: Int, threadCount: Int, batchCount: Int) {
    self.options = options
    self.expectedCount = min(expectedCount, Int(UInt32.max))
    self.threadCount = max(1, threadCount)
    self.batchCount = max(1, min(batchCount, ItemBatch.maximumCount))
    queue = BatchQueue(options)
    titles.reserveCapacity(rows: self.expectedCount)
  }

  package var count: Int { titles.count }

  /// Whether a segment can hold another item with so many bytes of text beside those that it has; always if it has none.
  ///
  /// Words of one letter take twice the bytes of their text, so a segment is full at half of the bytes that it can address. A segment
  /// whose texts have more words than that is refused as too large when it is made.
  @usableFromInline
  package func hasRoom(for byteCount: Int) -> Bool {
    if titles.count == 0 { return true }
    let bytes = titles.bytes.count + readings.bytes.count + searchTexts.bytes.count + byteCount
    return bytes <= options.upkeep.mostSegmentBytes / 2 && titles.count < RankKey.mostRows
  }

  /// Adds the next item.
  /// - Throws: ``IndexError/tooLarge(what:limit:)``; the builder is then of no more use.
  @usableFromInline
  package mutating func append(
    title: String, reading: String = "", searchText: String = "", weight: UInt16 = 0, isSearchable: Bool = true
  ) throws(IndexError) {
    guard titles.count < RankKey.mostRows else { throw .tooLarge(what: "items", limit: RankKey.mostRows) }
    guard titles.hasRoom(for: title.utf8.count), readings.hasRoom(for: reading.utf8.count),
      searchTexts.hasRoom(for: searchText.utf8.count)
    else { throw .tooLarge(what: "bytes of text", limit: Int(UInt32.max)) }
    if weight != 0 || !weights.isEmpty {
      if weights.isEmpty { weights = Array(repeating: 0, count: titles.count) }
      weights.append(weight)
    }
    if !isSearchable { unsearchable.append(titles.count) }
    let title = title.utf8Span.span
    let reading = reading.utf8Span.span
    let searchText = searchText.utf8Span.span
    titles.append(title)
    SegmentBuilder.append(reading, to: &readings, row: titles.count - 1)
    SegmentBuilder.append(searchText, to: &searchTexts, row: titles.count - 1)
    batch.append(
      title: title.extracting(first: indexedLength(title, .title)),
      reading: reading.extracting(first: indexedLength(reading, .reading)),
      searchText: searchText.extracting(first: indexedLength(searchText, .searchText)))
    if batch.count == batchCount || batch.bytes.count >= ItemBatch.mostBytes { try endBatch() }
  }

  /// Most lists have none of the texts that are not titles; their column then stays without rows.
  private static func append(_ utf8: Span<UInt8>, to column: inout TextList, row: Int) {
    if column.count == 0 {
      if utf8.count == 0 { return }
      column.appendEmpty(row)
    }
    column.append(utf8)
  }

  /// How much of a field of the last item is indexed.
  private mutating func indexedLength(_ utf8: Span<UInt8>, _ field: Field) -> Int {
    let length = ItemText.indexedLength(of: utf8)
    if length < utf8.count { truncatedFields.append((titles.count - 1, field, utf8.count)) }
    return length
  }

  private mutating func endBatch() throws(IndexError) {
    var full = ItemBatch()
    swap(&full, &batch)
    if firstRows.count == 1 { reserveCapacity() }
    firstRows.append(titles.count)
    let (spare, waiting) = try queue.add(full)
    batch = spare
    if threadCount == 1 {
      _ = queue.readOne()
    } else {
      startThreads()
      // As many batches are left as keep the other threads busy until this one comes again.
      if waiting > 2 * (threadCount - 1) { _ = queue.readOne() }
    }
  }

  private mutating func startThreads() {
    while queue.startThread(atMost: threadCount - 1) {
      if let thread = WorkerThread({ [queue] in queue.readOnThread() }) {
        threads.append(thread)
      } else {
        queue.threadDidNotStart()
        return
      }
    }
    if !queue.hasRunningThreads { threads.removeAll() }
  }

  /// Takes memory for the texts to come, judging by those that have come: columns that grow by doubling are copied, and
  /// the system has to find memory for each copy.
  private mutating func reserveCapacity() {
    guard expectedCount > 2 * titles.count else { return }
    func scaled(_ count: Int) -> Int { count * expectedCount / titles.count / 16 * 17 }
    titles.reserveCapacity(bytes: scaled(titles.bytes.count))
    if readings.count > 0 { readings.reserveCapacity(bytes: scaled(readings.bytes.count)) }
    if searchTexts.count > 0 { searchTexts.reserveCapacity(bytes: scaled(searchTexts.bytes.count)) }
  }

  /// Puts titles in Latin letters among the readings.
  /// - Returns: the rows of these; `nil` if there are none.
  private mutating func addRomanizedTitles(of read: borrowing BatchQueue.Result) throws(IndexError) -> BitColumn? {
    let byteCount = read.batches.reduce(0) { $0 + $1.columns.romanized.bytes.count }
    guard byteCount > 0 else { return nil }
    guard readings.hasRoom(for: byteCount) else { throw .tooLarge(what: "bytes of text", limit: Int(UInt32.max)) }
    var rows = BitColumn(count: titles.count)
    var all = TextList()
    all.reserveCapacity(rows: titles.count)
    all.reserveCapacity(bytes: readings.bytes.count + byteCount)
    func appendGiven(until row: Int) {
      if readings.count == 0 { return all.appendEmpty(row - all.count) }
      while all.count < row { all.append(readings.bytes.span.extracting(readings.range(all.count))) }
    }
    for (batch, (_, columns)) in read.batches.enumerated() {
      let bytes = columns.romanized.bytes.span
      var start = 0
      for item in columns.romanized.items {
        let row = firstRows[batch] + Int(item.row)
        appendGiven(until: row)
        all.append(bytes.extracting(start..<Int(item.end)))
        rows.insert(row)
        start = Int(item.end)
      }
    }
    appendGiven(until: titles.count)
    readings = all
    return rows
  }

  private static func take(_ list: inout TextList) -> TextList {
    var taken = TextList()
    swap(&taken, &list)
    return taken
  }

  /// `nil` if there are none.
  private func unwordedRows(of read: borrowing BatchQueue.Result) -> BitColumn? {
    var rows: BitColumn?
    for (batch, (_, columns)) in read.batches.enumerated() {
      for row in columns.unworded { BitColumn.insert(firstRows[batch] + Int(row), into: &rows, count: titles.count) }
    }
    return rows
  }

  /// Sorts the dictionary and makes the postings.
  ///
  /// - Parameter other: more to do, on another thread if there is one to use.
  /// - Throws: ``IndexError/tooLarge(what:limit:)``, or what `other` throws.
  package consuming func finish<Other: Sendable>(
    with other: @escaping @Sendable () throws(IndexError) -> Other
  ) throws(IndexError) -> (Segment, Other) {
    let isParallel = threadCount > 1 && firstRows.count > 1
    if batch.count > 0 { try endBatch() }
    while queue.readOne() {}
    for thread in threads { thread.join() }
    let read = try queue.finish()
    let romanized = try addRomanizedTitles(of: read)
    let unworded = unwordedRows(of: read)
    // Each list is let go as soon as it is copied.
    let (titles, readings) = (TextColumn(SegmentBuilder.take(&titles)), TextColumn(SegmentBuilder.take(&readings)))
    let searchTexts = TextColumn(SegmentBuilder.take(&searchTexts))
    var searchable: BitColumn?
    if !unsearchable.isEmpty {
      var bits = BitColumn(count: titles.count, repeating: true)
      for row in unsearchable { bits.remove(row) }
      searchable = bits
    }
    let weights = weights.isEmpty ? nil : Column(weights)
    let (columns, done) = try SegmentColumns.make(
      read, firstRows: firstRows, titles: titles, weights: weights, isParallel: isParallel, with: other)
    let segment = Segment(
      titles: titles, readings: readings, searchTexts: searchTexts, romanized: romanized,
      unworded: unworded, weights: weights,
      searchable: searchable, order: columns.order, tokens: columns.tokens, dictionary: columns.dictionary,
      postings: columns.postings,
      pairs: columns.pairs, options: options)
    return (segment, done)
  }
}
