internal import Glibc
package import Riffle
import RiffleInput

/// A list that is read, indexed and searched at the same time, each on a separate thread.
///
/// The drawing thread only passes wishes, and receives events: it never waits for this list.
package final class PickerList: Sendable {
  /// The number of this list among those of one picker.
  package let number: Int
  let lines = LineStore()
  /// A complete list in place of lines that arrive.
  let kept: (any KeptList)?
  let options: PickerListOptions
  let send: @Sendable (PickerEvent) -> Void
  let index: SearchIndex<UInt32, UInt32>
  let texts: SearchedLines
  let session: SearchSession<UInt32, UInt32>
  let equals: EqualHits?
  let state = Lock(State())

  struct State {
    var isReading = true
    var isStopped = false
    var header: [String] = []
    var failure: String?
    var leftOut = LeftOutRecords()
    /// The first line that is not searched to its end, and the number of such lines.
    var truncated: (line: UInt32, count: Int)?
    /// The number of lines that have been indexed, including those dropped since.
    var indexed = 0
    var wish: Wish?
    var cancellation = Cancellation()
    var collecting: (Wish, Collecting)?
    /// The number of changes that may affect an answer.
    var changes = 0
    /// The ids of items with weights.
    var preferred: [UInt32] = []
    /// The letters of the indexed lines, if these are in alphabetical order.
    var letters: JumplistBuckets?

    mutating func overtake() {
      cancellation.cancel()
      cancellation = Cancellation()
      changes += 1
    }
  }

  /// The most lines that have different ids.
  private static let mostLines = Int(UInt32.max) - 2
  /// The most bytes of a line that are indexed and shown.
  static let longestShown = ItemText.indexedFieldLength
  private static let readSize = 1 << 18
  /// If old lines are dropped, the number of lines read ahead of the index, and of lines kept for readers that still use them.
  private static let (mostAhead, slack) = (1 << 17, 10_000)

  /// - Parameter send: receives events, on any thread.
  package init(
    number: Int, _ options: PickerListOptions, kept: (any KeptList)? = nil,
    send: @escaping @Sendable (PickerEvent) -> Void
  ) throws(IndexError) {
    self.number = number
    self.options = options
    self.send = send
    self.kept = kept
    let texts = SearchedLines(lines, options)
    self.texts = texts
    equals = options.equals
    index = try SearchIndex(
      [], id: { $0 }, title: { texts.title(Int($0)) }, searchText: { texts.searchText(Int($0)) },
      reading: { texts.reading(Int($0)) }, weight: { texts.weight(Int($0)) },
      options: PickerList.indexOptions(options.index))
    session = index.session()
  }

  /// Begins to read.
  /// - Returns: `false` if the system cannot create threads.
  package func start() -> Bool {
    if kept != nil {
      state.withLock { $0.isReading = false }
      noteChange { $0.indexed = self.count }
      tell()
      return WorkerThread.startDetached { [self] in answerWishes() }
    }
    let works: [@Sendable () -> Void] = [
      { [self] in read() }, { [self] in indexLines() }, { [self] in answerWishes() },
    ]
    return works.allSatisfy { WorkerThread.startDetached($0) }
  }

  /// Ends all threads soon.
  package func stop() {
    state.withLock { state in
      state.isStopped = true
      state.overtake()
    }
    state.notifyAll()
  }

  /// Starts a search for a wish, in place of the present one.
  package func ask(_ wish: Wish) {
    state.withLock { state in
      state.wish = wish
      state.overtake()
    }
    state.notifyAll()
  }

  /// Requests an event with the ids of all hits.
  package func collect(_ wish: Wish, _ purpose: Collecting) {
    state.withLock { state in
      state.collecting = (wish, purpose)
      state.overtake()
    }
    state.notifyAll()
  }

  /// The number of items read so far, including dropped ones.
  var readCount: Int { kept?.count ?? max(0, lines.count - options.headerLines) }

  /// The lines that are items now.
  var items: Range<Int> {
    let count = readCount
    let first = options.headerLines + max(0, count - (options.tail ?? count))
    return first..<max(first, options.headerLines + count)
  }

  /// The number of items.
  var count: Int { kept?.count ?? items.count }

  /// Returns an item in its original form, for printing.
  package func bytes(_ id: UInt32) -> [UInt8] { kept?.bytes(id) ?? Array(lines.bytes(Int(id))) }

  /// Returns the text of an item, with ill-formed UTF-8 replaced.
  package func text(_ id: UInt32, limit: Int = .max) -> String { kept?.text(id) ?? lines.text(Int(id), limit: limit) }

  // MARK: - Reading

  private func read() {
    do throws(InputError) {
      let chunks = try InputChunks(options.description, chunkSize: 1)
      let buffer = GrowingBuffer()
      // Capacity for large reads.
      _ = [UInt8](repeating: 0, count: PickerList.readSize).withUnsafeBytes { buffer.append($0) }
      let record = Record(in: buffer, options.description.columns)
      var told = 0.0
      var unsorted = options.fields.flatMap { $0.needsAll ? UnsortedLines($0) : nil }
      while let chunk = try chunks.next(into: buffer) {
        try add(chunk, record, &unsorted)
        // If old lines are dropped, the reading thread waits for the index.
        let count = readCount
        let isIndexed = { (state: State) in
          self.options.tail == nil || state.isStopped || count - state.indexed < PickerList.mostAhead
        }
        if state.withLock(waitingUntil: isIndexed, { $0.isStopped }) { chunks.stop() }
        if lines.count > PickerList.mostLines {
          throw .system(name: chunk.input.name, reason: "there are too many lines")
        }
        let now = PickerList.seconds()
        if now - told > 0.05 {
          told = now
          tell()
        }
      }
      try unsorted?.sort(into: lines)
    } catch {
      state.withLock { $0.failure = error.description }
    }
    noteChange { $0.isReading = false }
    tell()
  }

  /// Adds the records of a chunk to the lines, or to those to be sorted.
  private func add(
    _ chunk: InputChunks.Chunk, _ record: Record, _ unsorted: inout UnsortedLines?
  ) throws(InputError) {
    let buffer = record.source
    var place = chunk.start
    var ranges: [Range<Int>] = []
    var fields: [LineFields]?
    if case .lines = chunk.input.format {
      while try chunk.input.read(record, &place) { ranges.append(record.range) }
    } else {
      var made: [LineFields] = []
      var leftOut = LeftOutRecords()
      while let weight = try chunk.input.next(record, &place, leavingOut: &leftOut) {
        if let filter = options.fields?.filter,
          try filter.meets(record, of: chunk.input, leavingOut: &leftOut) != true
        {
          continue
        }
        unsorted?.values.append(record)
        ranges.append(record.range)
        made.append(
          LineFields(
            title: record.text(.title), reading: record.text(.reading), searchText: record.text(.searchText),
            weight: weight))
      }
      fields = made
      if leftOut.count > 0 { state.withLock { $0.leftOut.add(leftOut) } }
    }
    if unsorted != nil {
      try unsorted?.append(buffer, ranges, fields ?? [])
      return
    }
    lines.append(Array(buffer.bytes)[...], ranges: ranges, fields: fields)
    noteChange { _ in }
    let missing = state.withLock { options.headerLines - $0.header.count }
    if missing > 0 {
      let header = (0..<min(options.headerLines, lines.count)).map { lines.text($0, limit: PickerList.longestShown) }
      state.withLock { $0.header = header }
    }
  }

  private func noteChange(_ change: (inout State) -> Void) {
    state.withLock { state in
      change(&state)
      state.changes += 1
    }
    state.notifyAll()
  }

  func tell() {
    let state = state.withLock { $0 }
    var progress = ListProgress()
    progress.count = count
    progress.firstID = kept == nil ? UInt32(clamping: items.lowerBound) : 0
    progress.isReading = state.isReading
    progress.header = state.header
    progress.failure = state.failure ?? (state.leftOut.count > 0 ? state.leftOut.description : nil)
    if progress.failure == nil, let (line, count) = state.truncated {
      let others = count > 1 ? ", and \(count - 1) more," : ""
      progress.failure = "line \(line + 1)\(others) searched up to \(PickerList.longestShown / 1024) KiB only"
    }
    progress.list = number
    send(.list(progress))
  }

  static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  // MARK: - Indexing

  /// Makes each piece one segment.
  private static func indexOptions(_ options: IndexOptions) -> IndexOptions {
    var options = options
    options.upkeep.mostUnindexedItems = largestPiece
    return options
  }

  /// The sizes of pieces, which grow: both the first answer and the last one should come soon.
  private static let (firstPiece, largestPiece) = (2_000, 1 << 19)

  private func indexLines() {
    // A keystroke has priority.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
    var next = options.headerLines
    var first = next
    var alphabet = hasLetters ? AlphabetWatch(locale: options.locale) : nil
    var piece = PickerList.firstPiece
    while true {
      let seen = next
      let isAwaited = { (state: State) in state.isStopped || !state.isReading || self.lines.count > seen }
      if state.withLock(waitingUntil: isAwaited, { $0.isStopped }) { return }
      let end = min(lines.count, next + piece)
      piece = min(2 * piece, PickerList.largestPiece)
      if end <= next {
        if state.withLock({ !$0.isReading }), lines.count <= next { break }
        continue
      }
      do throws(IndexError) {
        // Lines that have already been dropped need not be indexed.
        let kept = items.lowerBound
        let (new, gone) = (max(next, kept)..<max(end, kept), first..<max(first, min(next, kept)))
        if !new.isEmpty || !gone.isEmpty {
          let report = try index.update { batch in
            for line in gone { batch.delete(id: UInt32(line)) }
            for line in new where line < end { batch.insert(UInt32(line)) }
          }
          note(report.truncatedFields)
        }
        first = max(first, kept)
        if options.tail != nil { lines.removeLines(before: first - PickerList.slack) }
      } catch {
        state.withLock { $0.failure = error.description }
        break
      }
      let preferred = options.weights.isEmpty ? [] : (next..<end).filter { options.weights[self.lines.text($0)] != nil }
      for line in next..<end { alphabet?.note(self.options.shape.text(of: self.lines.text(line)).text) }
      let letters = alphabet?.jumplistBuckets
      next = end
      noteChange { state in
        state.letters = letters
        state.indexed = next - self.options.headerLines
        state.preferred += preferred.map { UInt32($0) }
      }
    }
    tell()
  }

  private func note(_ truncated: [TruncatedField<UInt32>]) {
    let lines = Set(truncated.map(\.id))
    guard let first = lines.min() else { return }
    state.withLock { $0.truncated = ($0.truncated?.line ?? first, ($0.truncated?.count ?? 0) + lines.count) }
  }

  /// Whether lines are in the order of arrival, none before others.
  private var hasLetters: Bool { options.tail == nil && !options.isReversed && options.weights.isEmpty }
}
