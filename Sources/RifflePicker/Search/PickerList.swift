internal import Glibc
package import Riffle
package import RiffleInput

/// How a list is read and searched.
package struct PickerListOptions: Sendable {
  package var description: InputDescription
  package var index = IndexOptions()
  package var shape = LineShape()
  package var headerLines = 0
  /// Whether the last line comes first.
  package var isReversed = false
  /// Whether, of equal hits, those that come first in the list are better, whatever their length.
  package var prefersFirst = false
  package var isExtended = true
  /// What every search has in common.
  package var request = SearchRequest()
  /// What an item is worth by its text, beside its cost; higher is better.
  package var weights: [String: UInt16] = [:]

  package init(_ description: InputDescription) { self.description = description }
}

/// A list that is read, indexed and searched at once, each on a thread of its own.
///
/// Whoever draws only says what is wanted, and gets events: nothing here is waited for.
package final class PickerList: Sendable {
  /// Counts the lists that one picker has had.
  package let number: Int
  private let lines = LineStore()
  /// A list that is all there, instead of lines that come.
  private let kept: (any KeptList)?
  private let options: PickerListOptions
  private let send: @Sendable (PickerEvent) -> Void
  private let index: SearchIndex<UInt32, UInt32>
  private let session: SearchSession<UInt32, UInt32>
  private let state = Lock(State())

  private struct State {
    var isReading = true
    var isStopped = false
    var header: [String] = []
    var failure: String?
    /// How many lines have been indexed.
    var indexed = 0
    var wish: Wish?
    var cancellation = Cancellation()
    var collecting: (Wish, Collecting)?
    /// Counts what may change an answer.
    var changes = 0
    /// The ids of items with weights.
    var preferred: [UInt32] = []

    mutating func overtake() {
      cancellation.cancel()
      cancellation = Cancellation()
      changes += 1
    }
  }

  /// More lines are not told apart.
  private static let mostLines = Int(UInt32.max) - 2
  private static let longestShown = 1 << 16
  private static let readSize = 1 << 18

  /// - Parameter send: takes events, on any thread.
  package init(
    number: Int, _ options: PickerListOptions, kept: (any KeptList)? = nil,
    send: @escaping @Sendable (PickerEvent) -> Void
  ) throws(IndexError) {
    self.number = number
    self.options = options
    self.send = send
    self.kept = kept
    let (lines, shape, weights) = (lines, options.shape, options.weights)
    let (isReversed, prefersFirst) = (options.isReversed, options.prefersFirst)
    index = try SearchIndex(
      [], id: { $0 },
      title: { id in
        let line = Int(id)
        if shape.isPlain { return lines.text(line) }
        return shape.searchedText(of: shape.text(of: lines.text(line)).text)
      },
      searchText: { lines.fields(Int($0))?.searchText ?? "" }, reading: { lines.fields(Int($0))?.reading ?? "" },
      weight: { id in
        if !weights.isEmpty, let weight = weights[lines.text(Int(id))] { return weight }
        if isReversed { return UInt16(clamping: id) }
        if prefersFirst { return .max - UInt16(clamping: id) }
        return lines.fields(Int(id))?.weight ?? 0
      },
      options: options.index)
    session = index.session()
  }

  /// Begins to read.
  /// - Returns: `false` if the system has no threads to give.
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

  /// Ends all that goes on, soon.
  package func stop() {
    state.withLock { state in
      state.isStopped = true
      state.overtake()
    }
    state.notifyAll()
  }

  /// Has something be searched for, and nothing else any more.
  package func ask(_ wish: Wish) {
    state.withLock { state in
      state.wish = wish
      state.overtake()
    }
    state.notifyAll()
  }

  /// Has the ids of all hits be sent.
  package func collect(_ wish: Wish, _ purpose: Collecting) {
    state.withLock { state in
      state.collecting = (wish, purpose)
      state.overtake()
    }
    state.notifyAll()
  }

  /// How many items there are.
  private var count: Int { kept?.count ?? max(0, lines.count - options.headerLines) }

  /// An item as it came, to be printed.
  package func bytes(_ id: UInt32) -> [UInt8] { kept?.bytes(id) ?? Array(lines.bytes(Int(id))) }

  /// An item's text, ill-formed UTF-8 replaced.
  package func text(_ id: UInt32, limit: Int = .max) -> String { kept?.text(id) ?? lines.text(Int(id), limit: limit) }

  // MARK: - Reading

  private func read() {
    do throws(InputError) {
      let chunks = try InputChunks(options.description, chunkSize: 1)
      let buffer = ByteBuffer()
      // Room to read much at once, where there is much.
      _ = [UInt8](repeating: 0, count: PickerList.readSize).withUnsafeBytes { buffer.append($0) }
      let record = Record(in: buffer, options.description.columns)
      var told = 0.0
      while let chunk = try chunks.next(into: buffer) {
        try add(chunk, record)
        if state.withLock({ $0.isStopped }) { chunks.stop() }
        if lines.count > PickerList.mostLines {
          throw .system(name: chunk.input.name, reason: "there are too many lines")
        }
        let now = PickerList.seconds()
        if now - told > 0.05 {
          told = now
          tell()
        }
      }
    } catch {
      state.withLock { $0.failure = error.description }
    }
    noteChange { $0.isReading = false }
    tell()
  }

  private func add(_ chunk: InputChunks.Chunk, _ record: Record) throws(InputError) {
    let buffer = record.source
    var place = chunk.start
    var ranges: [Range<Int>] = []
    var fields: [LineFields]?
    if case .lines = chunk.input.format {
      while try chunk.input.read(record, &place) { ranges.append(record.range) }
    } else {
      var made: [LineFields] = []
      while try chunk.input.read(record, &place) {
        ranges.append(record.range)
        made.append(
          LineFields(
            title: record.text(.title), reading: record.text(.reading), searchText: record.text(.searchText),
            weight: try record.weight(of: chunk.input)))
      }
      fields = made
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

  private func tell() {
    let state = state.withLock { $0 }
    var progress = ListProgress()
    progress.count = count
    progress.isReading = state.isReading
    progress.header = state.header
    progress.failure = state.failure
    progress.list = number
    send(.list(progress))
  }

  private static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  // MARK: - Indexing

  /// The first answer should come soon, and the last one too: pieces grow.
  private static let (firstPiece, largestPiece) = (2_000, 1 << 16)

  private func indexLines() {
    // A keystroke goes before.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
    var next = options.headerLines
    var piece = PickerList.firstPiece
    while true {
      let first = next
      let isAwaited = { (state: State) in state.isStopped || !state.isReading || self.lines.count > first }
      if state.withLock(waitingUntil: isAwaited, { $0.isStopped }) { return }
      let end = min(lines.count, next + piece)
      piece = min(2 * piece, PickerList.largestPiece)
      if end <= next {
        if state.withLock({ !$0.isReading }), lines.count <= next { break }
        continue
      }
      do throws(IndexError) {
        let range = next..<end
        try index.update { batch in for line in range { batch.insert(UInt32(line)) } }
      } catch {
        state.withLock { $0.failure = error.description }
        break
      }
      let preferred = options.weights.isEmpty ? [] : (next..<end).filter { options.weights[self.lines.text($0)] != nil }
      next = end
      noteChange { state in
        state.indexed = next - self.options.headerLines
        state.preferred += preferred.map { UInt32($0) }
      }
    }
    tell()
  }

  // MARK: - Searching

  /// While lines come, an answer is made anew after so many seconds, and after so many times what it took.
  private static let (pause, pauses) = (0.05, 4.0)

  private func answerWishes() {
    var answered = -1
    var shown: Wish?
    var (ended, took) = (0.0, 0.0)
    while true {
      let latest = answered
      let seen = state.withLock(waitingUntil: { $0.isStopped || $0.changes != latest }, { $0 })
      if seen.isStopped { return }
      if let (wish, purpose) = seen.collecting {
        state.withLock { $0.collecting = nil }
        send(.collected(ids(wish, seen), purpose, revision: wish.revision))
      }
      guard let wish = seen.wish else {
        answered = seen.changes
        continue
      }
      let now = PickerList.seconds()
      // The list has grown; that can wait, what is typed cannot.
      if wish == shown, seen.isReading || seen.indexed < count,
        now - ended < max(PickerList.pause, PickerList.pauses * took)
      {
        usleep(5_000)
        continue
      }
      answered = seen.changes
      var answer = answer(wish, seen, isExact: false)
      if seen.cancellation.isCancelled { continue }
      // Whoever reads has not told of the last lines, where others came just before.
      tell()
      send(.answer(answer))
      shown = wish
      if !answer.isTotalExact {
        answer = self.answer(wish, seen, isExact: true)
        if !seen.cancellation.isCancelled { send(.answer(answer)) }
      }
      ended = PickerList.seconds()
      took = ended - now
    }
  }

  private func query(_ wish: Wish) throws(QueryError) -> Query {
    try Query(wish.text, mode: wish.mode, syntax: options.isExtended ? .extended : .plain)
  }

  private func request(_ query: Query, _ wish: Wish) -> SearchRequest {
    var request = options.request
    request.query = query
    request.order = wish.isSorted ? .relevance : .list
    return request
  }

  private func answer(_ wish: Wish, _ seen: State, isExact: Bool) -> Answer {
    var answer = Answer()
    answer.wish = wish
    answer.list = number
    do throws(QueryError) {
      let query = try query(wish)
      if query.isBlank {
        answer.total = count
        answer.isOfWholeList = !seen.isReading
        answer.hits = wholeList(wish.offset..<min(count, wish.offset + wish.limit), seen).map { hit($0, nil, wish) }
        return answer
      }
      answer.isOfAllRead = seen.indexed >= count
      answer.isOfWholeList = !seen.isReading && answer.isOfAllRead
      var request = request(query, wish)
      (request.offset, request.limit) = (wish.offset, wish.limit)
      request.totalLimit = isExact || options.isReversed && request.order == .list ? .exact : .upTo(0)
      if options.isReversed, request.order == .list {
        (request.offset, request.limit) = (0, 0)
        let total = search(request, wish, seen.cancellation).total
        let end = max(0, total - wish.offset)
        request.offset = max(0, end - wish.limit)
        request.limit = end - request.offset
      }
      let found = search(request, wish, seen.cancellation)
      (answer.total, answer.isTotalExact, answer.hits) = (found.total, found.isTotalExact, found.hits)
      if options.isReversed, request.order == .list { answer.hits.reverse() }
    } catch {
      answer.problem = error.description
      answer.isOfWholeList = !seen.isReading
    }
    return answer
  }

  private func search(_ request: SearchRequest, _ wish: Wish, _ cancellation: Cancellation?) -> FoundHits {
    if let kept { return kept.search(request, explains: wish.explains, cancellation) }
    let results = session.search(request, cancellation: cancellation)
    return FoundHits(
      total: results.total, isTotalExact: results.isTotalExact, hits: results.map { hit($0.element, $0, wish) })
  }

  /// The ids of a part of the list, as it stands.
  private func wholeList(_ places: Range<Int>, _ seen: State) -> [UInt32] {
    if places.isEmpty { return [] }
    let (first, count) = (options.headerLines, count)
    let preferred = seen.preferred.sorted { weight($0) > weight($1) }
    let ascending = seen.preferred.sorted()
    return places.map { place in
      if place < preferred.count { return preferred[place] }
      var id = UInt32(first + place - preferred.count)
      if options.isReversed { id = UInt32(first + count - 1 - (place - preferred.count)) }
      if options.isReversed {
        for other in ascending.reversed() where other >= id { id -= 1 }
      } else {
        for other in ascending where other <= id { id += 1 }
      }
      return id
    }
  }

  private func weight(_ id: UInt32) -> UInt16 { options.weights[lines.text(Int(id))] ?? 0 }

  private func hit(_ id: UInt32, _ found: Hit<UInt32, UInt32>?, _ wish: Wish) -> PickerHit {
    let (text, spans) = options.shape.text(of: text(id, limit: PickerList.longestShown))
    var hit = PickerHit(id: id, text: text)
    hit.spans = spans
    guard let found else { return hit }
    let places = options.shape.places(found.utf8Highlights(in: .title), in: text)
    hit.note(found, places, explains: wish.explains)
    return hit
  }

  private func ids(_ wish: Wish, _ seen: State) -> [UInt32] {
    guard let query = try? query(wish) else { return [] }
    if query.isBlank { return wholeList(0..<count, seen) }
    var request = request(query, wish)
    request.limit = .max
    return kept?.ids(request) ?? session.search(request).map(\.element)
  }
}
