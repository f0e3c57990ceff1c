/// A keystroke's way through the parts of a list.
extension ListState {
  /// The hits of a query.
  ///
  /// - Parameters:
  ///   - most: what a hit may cost at most in any case, in ``CostTable/unit``s.
  ///   - within: the rows that are left of the list; `nil` for all.
  ///   - memories: what the last keystroke has left of each segment, in a session.
  func answer(
    _ request: SearchRequest, most: UInt32 = .max, within: ScopedRows?, memories: SessionMemory? = nil,
    _ budget: SearchBudget
  ) -> ListAnswer {
    let prepared = PreparedQuery(request.query, analyzer: TextAnalyzer(reader.options.folding))
    if prepared.isEmpty {
      return ListAnswer(
        query: prepared, hits: .wholeList, total: within?.count ?? count, isTotalExact: true, matches: [])
    }
    let request = HitRequest(request, most: most)
    var answers = [PartAnswer?](repeating: nil, count: contents.count + 1)
    var best: [PlacedRow] = []
    var least = UInt32.max
    var work = SearchWork()
    // The more rows a part has, the sooner the others know what they have to be better than.
    let parts = (0...tailPart).filter { rowCount(ofPart: $0) > 0 }.sorted {
      rowCount(ofPart: $0) > rowCount(ofPart: $1)
    }
    for part in parts where !budget.isSpent {
      let worst = best.count == request.capacity ? best.last?.bound : nil
      let answer = self.best(
        prepared, request, part: part, within: within, memories: memories, worst: worst, least: least, budget)
      least = answer.least
      work += answer.work
      budget.add(answer.work)
      merge(answer.rows, ofPart: part, into: &best, capacity: request.capacity)
      answers[part] = answer
    }
    let most = min(request.most, HitCollector.limit(least: least, reach: request.reach))
    let count = best.count
    best.removeAll { $0.score.units > most }
    let cuts = answers.compactMap(\.self).map(\.isCutByReach)
    let isCut = best.count < count || cuts.contains(true) ? true : cuts.contains(nil) ? nil : false
    let matches = answers.dropLast().map { $0?.matches ?? PartMatches() }
    let isFull = best.count == request.capacity
    if !request.wantsMore || request.order == .relevance && !isFull || budget.isSpent {
      let hits: ListAnswer.Hits =
        request.order == .list && request.wantsMore ? .inListOrder(rankedBits(of: best)) : .ranked(best)
      return ListAnswer(
        query: prepared, hits: hits, total: min(best.count, request.counted), isTotalExact: !isFull && !budget.isSpent,
        isCutByReach: budget.isSpent ? nil : isCut, matches: matches, work: work, ending: budget.ending)
    }
    var collected = (0...tailPart).map { BitColumn(count: rowCount(ofPart: $0)) }
    let limit = request.counted
    var total = 0
    if least < .max {
      for part in parts where total <= limit && !budget.isSpent {
        var partWork = SearchWork()
        let found = hits(
          prepared, answers[part], part: part, within: within, memories: memories, upTo: most, limit: limit - total,
          &partWork, budget)
        work += partWork
        budget.add(partWork)
        total += found.count
        collected[part] = found.rows
      }
    }
    return ListAnswer(
      query: prepared, hits: request.order == .list ? .inListOrder(collected.map { RankedBits($0) }) : .ranked(best),
      total: min(total, limit), isTotalExact: total <= limit && !budget.isSpent,
      isCutByReach: budget.isSpent ? nil : isCut, matches: matches,
      work: work, ending: budget.ending)
  }

  /// The rows of an answer that was given up before all were found.
  private func rankedBits(of rows: [PlacedRow]) -> [RankedBits] {
    var bits = (0...tailPart).map { BitColumn(count: rowCount(ofPart: $0)) }
    for row in rows { bits[Int(row.place.part)].insert(Int(row.place.row)) }
    return bits.map { RankedBits($0) }
  }

  private func best(
    _ prepared: PreparedQuery, _ request: HitRequest, part: Int, within: ScopedRows?,
    memories: SessionMemory?, worst: RankedRow?, least: UInt32, _ budget: SearchBudget
  ) -> PartAnswer {
    if part == tailPart {
      return TailSearch(tail.items, prepared, reader.options, within: within?.rows[part].bits).best(
        request, worst: worst, least: least, budget)
    }
    return segmentSearch(prepared, part: part, within: within, memories: memories).best(
      request, worst: worst, least: least, budget)
  }

  private func segmentSearch(
    _ prepared: PreparedQuery, part: Int, within: ScopedRows?, memories: SessionMemory?
  ) -> SegmentSearch {
    let content = contents[part]
    return SegmentSearch(
      content.segment, prepared, within: within?.searchable[part] ?? liveAndSearchable(part),
      shortAnswers: within == nil ? content.shortAnswers : nil, memory: memories?.memory(of: content.segment))
  }

  /// All hits of a part that cost no more than `most`, until there are more than `limit`.
  private func hits(
    _ prepared: PreparedQuery, _ answer: PartAnswer?, part: Int, within: ScopedRows?, memories: SessionMemory?,
    upTo most: UInt32, limit: Int, _ work: inout SearchWork, _ budget: SearchBudget
  ) -> HitCounter {
    if let scanned = answer?.scanned {
      return HitCounter(scanned, upTo: most, rowCount: rowCount(ofPart: part), limit: limit)
    }
    return segmentSearch(prepared, part: part, within: within, memories: memories).hits(
      upTo: most, limit: limit, &work, budget)
  }

  /// Keeps the best of what is known and of what another part has, by score, length and place in the list.
  private func merge(_ rows: [RankedRow], ofPart part: Int, into best: inout [PlacedRow], capacity: Int) {
    if rows.isEmpty { return }
    let rows = rows.map { row in
      let place = ListRow(part: part, row: Int(row.row))
      return PlacedRow(place, self.rows.label(place), score: row.score, length: row.length)
    }
    if best.isEmpty {
      best = rows
      return
    }
    var merged: [PlacedRow] = []
    merged.reserveCapacity(min(capacity, best.count + rows.count))
    var (known, new) = (0, 0)
    while merged.count < capacity, known < best.count || new < rows.count {
      if new == rows.count || known < best.count && best[known] < rows[new] {
        merged.append(best[known])
        known += 1
      } else {
        merged.append(rows[new])
        new += 1
      }
    }
    best = merged
  }

  /// The rows of a window.
  func window(of answer: ListAnswer, within: ScopedRows?, _ request: SearchRequest) -> [PlacedRow] {
    let (offset, limit) = (request.window.lowerBound, request.window.count)
    switch answer.hits {
    case .ranked(let rows):
      return Array(request.window(of: rows))
    case .wholeList:
      let left = within?.rows.map { PartRows.chosen($0) } ?? rows.liveRows
      return rows.window(of: left, offset: offset, limit: limit).map { PlacedRow($0, rows.label($0)) }
    case .inListOrder(let hits):
      return scored(rows.window(of: hits.map { .chosen($0) }, offset: offset, limit: limit), answer)
    }
  }

  /// Hits in list order with their scores; all of them 0 if there is nothing to score by.
  func scored(_ places: [ListRow], _ answer: ListAnswer) -> [PlacedRow] {
    if answer.query.isEmpty { return places.map { PlacedRow($0, rows.label($0)) } }
    var scores: [ListRow: Score] = [:]
    for (part, places) in Dictionary(grouping: places, by: \.part) {
      let part = Int(part)
      let rows = places.map { Int($0.row) }
      let scored =
        part == tailPart
        ? TailSearch(tail.items, answer.query, reader.options, within: nil).scored(rows)
        : SegmentSearch(contents[part].segment, answer.query).scored(rows, answer.matches[part].examiner)
      for row in scored { scores[ListRow(part: part, row: Int(row.row))] = row.score }
    }
    return places.compactMap { place in scores[place].map { PlacedRow(place, self.rows.label(place), score: $0) } }
  }

  /// What tells how the hits of a part match.
  func text(ofPart part: Int, _ answer: ListAnswer) -> HitText {
    part == tailPart
      ? HitText(.tail(tail.items), query: answer.query, options: reader.options)
      : HitText(
        .segment(contents[part].segment), query: answer.query, options: reader.options,
        matches: answer.matches.isEmpty ? PartMatches() : answer.matches[part])
  }

  /// The rows of a segment that may be hits; `nil` for all that are searchable.
  private func liveAndSearchable(_ part: Int) -> BitColumn? {
    guard var live = rows.segments[part].live.bits else { return nil }
    if let searchable = contents[part].segment.searchable { live.formIntersection(searchable) }
    return live
  }
}
