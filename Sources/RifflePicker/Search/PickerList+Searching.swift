internal import Glibc
import Riffle

extension PickerList {
  /// The pause in seconds between answers while lines arrive, and the same as a multiple of the time that the last one took. If
  /// an answer leaves room on the screen, as the first one does, the pause is shorter.
  private static let (pause, pauseWithRoom, pauses) = (0.05, 0.01, 4.0)

  func answerWishes() {
    var answered = -1
    var shown: Wish?
    var (ended, took) = (0.0, 0.0)
    var pause = 0.0
    // The search of unindexed lines for the wish last answered, and whether it covered the whole list.
    var unindexed: UnindexedSearch?
    var isWhole = false
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
      // An answer for new lines can wait; one for new text cannot.
      if wish == shown, seen.isReading || seen.indexed < readCount,
        now - ended < max(pause, PickerList.pauses * took)
      {
        usleep(5_000)
        continue
      }
      answered = seen.changes
      if wish != shown || seen.indexed >= readCount { unindexed = nil }
      if unindexed == nil {
        var answer = answer(wish, seen, isExact: false)
        if !answer.isOfAllRead { unindexed = unindexedSearch(wish, seen.cancellation) }
        if seen.cancellation.isCancelled { continue }
        // If only another window of the same hits is needed, an answer from the index alone would flicker.
        if unindexed == nil || shown?.query != wish.query { give(answer) }
        (shown, isWhole) = (wish, false)
        pause = answer.hits.count < wish.limit ? PickerList.pauseWithRoom : PickerList.pause
        if answer.isOfAllRead, !answer.isTotalExact {
          answer = self.answer(wish, seen, isExact: true)
          if !seen.cancellation.isCancelled { send(.answer(answer)) }
        }
      }
      if !isWhole, let answer = answer(wish, seen, &unindexed) {
        give(answer)
        isWhole = answer.isOfWholeList
      }
      ended = PickerList.seconds()
      took = ended - now
    }
  }

  private func give(_ answer: Answer) {
    // The reading thread does not report the last lines if it has reported others just before.
    tell()
    send(.answer(answer))
  }

  private func query(_ wish: Wish) throws(QueryError) -> Query {
    try Query(wish.text, mode: wish.mode, syntax: options.isExtended ? .extended : .plain)
  }

  private func request(_ query: Query, _ wish: Wish) -> SearchRequest {
    var request = options.request
    request.query = query
    request.comparesCostsOnly = equals != nil
    // Queries without ranking return list order; it is requested explicitly if the list is reversed.
    let isRanked = wish.mode != .substring && wish.mode != .lowercasedSubstring && !query.onlyExcludes
    request.order = wish.isSorted && (isRanked || !options.isReversed) ? .relevance : .list
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
        answer.jumplist = kept?.jumplist() ?? seen.letters?.jumplist(Jumplist.Options(showsEmpty: false))
        answer.hits = wholeList(wish.offset..<wish.offset + wish.limit, seen).map { hit($0, nil, wish) }
        return answer
      }
      answer.isOfAllRead = seen.indexed >= readCount
      answer.searchedCount = min(seen.indexed, readCount)
      answer.isOfWholeList = !seen.isReading && answer.isOfAllRead
      var request = request(query, wish)
      (request.offset, request.limit) = (wish.offset, wish.limit)
      request.threadCount = WorkerThread.processorCount
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
      answer.jumplist = found.jumplist
      if options.isReversed, request.order == .list { answer.hits.reverse() }
    } catch {
      answer.problem = error.description
      answer.isOfWholeList = !seen.isReading
    }
    return answer
  }

  // MARK: - Unindexed lines

  /// Returns a search of both indexed and unindexed lines.
  /// - Returns: `nil` if old lines are dropped; new lines are then indexed at once.
  private func unindexedSearch(_ wish: Wish, limit: Int? = nil, _ cancellation: Cancellation) -> UnindexedSearch? {
    guard kept == nil, options.tail == nil, let query = try? query(wish), !query.isBlank else { return nil }
    var request = request(query, wish)
    (request.offset, request.limit) = limit.map { (0, $0) } ?? (wish.offset, wish.limit)
    let snapshot = index.snapshot()
    return UnindexedSearch(
      request, snapshot, first: options.headerLines + snapshot.count, texts, options, cancellation)
  }

  /// Returns the answer for all lines that have been read.
  /// - Returns: `nil` if it has nothing new, or the wish has been replaced.
  private func answer(_ wish: Wish, _ seen: State, _ unindexed: inout UnindexedSearch?) -> Answer? {
    guard var search = unindexed else { return nil }
    let isNew = search.end < options.headerLines + readCount
    if !isNew, seen.isReading { return nil }
    guard
      search.extend(
        to: options.headerLines + readCount, threadCount: WorkerThread.processorCount, unless: seen.cancellation)
    else { return nil }
    let found = search.answer(unless: seen.cancellation)
    unindexed = search
    if seen.cancellation.isCancelled { return nil }
    var answer = Answer()
    (answer.wish, answer.list, answer.total) = (wish, number, found.total)
    answer.searchedCount = search.end - options.headerLines
    answer.isOfWholeList = !seen.isReading
    answer.hits = found.hits.map { hit($0, wish) }
    return answer
  }

  private func hit(_ found: UnindexedSearch.Found, _ wish: Wish) -> PickerHit {
    switch found {
    case .indexed(let indexed): return hit(indexed.element, indexed, wish)
    case .scanned(var scanned):
      scanned.fields = texts.fields(scanned.lineNumber)
      var hit = hit(found.id, nil, wish)
      let places = options.shape.places(scanned.utf8Highlights(in: .title), in: hit.text)
      hit.note(scanned, places, explains: wish.explains)
      return hit
    }
  }

  // MARK: - The index

  private func search(_ request: SearchRequest, _ wish: Wish, _ cancellation: Cancellation?) -> FoundHits {
    if let kept { return kept.search(request, explains: wish.explains, cancellation) }
    let letters = request.order == .list ? state.withLock { $0.letters } : nil
    guard let equals, request.order == .relevance, request.limit > 0 else {
      let results = session.search(request, cancellation: cancellation)
      // If lines have arrived since, the letters do not fit this answer.
      let jumplist = letters.flatMap { try? results.jumplist(Jumplist.Options(showsEmpty: false), in: $0) }
      return FoundHits(
        total: results.total, isTotalExact: results.isTotalExact, hits: results.map { hit($0.element, $0, wish) },
        jumplist: jumplist ?? nil)
    }
    let widened = equals.widened(request, lineCount: lines.count)
    let results = session.search(widened, cancellation: cancellation)
    let hits = equals.window(of: results, request, widened: widened)
    return FoundHits(
      total: results.total, isTotalExact: results.isTotalExact, hits: hits.map { hit($0.element, $0, wish) })
  }

  /// Returns the ids of a part of the list in its order.
  private func wholeList(_ places: Range<Int>, _ seen: State) -> [UInt32] {
    let items = kept.map { 0..<$0.count } ?? items
    let places = places.clamped(to: 0..<items.count)
    if places.isEmpty { return [] }
    let (first, count) = (items.lowerBound, items.count)
    let picked = seen.preferred.filter { items.contains(Int($0)) }
    let preferred = picked.sorted { weight($0) > weight($1) }
    let ascending = picked.sorted()
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
    if let kept { return kept.ids(request) }
    let cancellation = Cancellation()
    if seen.indexed < readCount, var search = unindexedSearch(wish, limit: .max, cancellation) {
      _ = search.extend(
        to: options.headerLines + readCount, threadCount: WorkerThread.processorCount, unless: cancellation)
      return search.answer(unless: cancellation).hits.map(\.id)
    }
    let results = session.search(request)
    guard let equals, request.order == .relevance else { return results.map(\.element) }
    return equals.window(of: results, request, widened: request).map(\.element)
  }
}
