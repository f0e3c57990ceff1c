/// A keystroke's way through the parts of a list.
extension ListState {
  /// The hits of a query.
  ///
  /// - Parameters:
  ///   - within: the rows that are left of the list; `nil` for all.
  ///   - memories: what the last keystroke has left of each segment, in a session.
  ///   - check: throws if nobody wants the answer any more; asked before every part.
  func answer<Interruption: Error>(
    _ query: Query, _ request: HitRequest, within: ScopedRows?, memories: SessionMemory? = nil,
    check: () throws(Interruption) -> Void
  ) throws(Interruption) -> ListAnswer {
    let prepared = PreparedQuery(query, analyzer: TextAnalyzer(reader.options.folding))
    if prepared.isEmpty {
      return ListAnswer(
        query: prepared, hits: .wholeList, total: within?.count ?? count, isTotalExact: true, examiners: [])
    }
    var examiners = [RowExaminer?](repeating: nil, count: contents.count)
    var collected = [BitColumn?](repeating: nil, count: contents.count + 1)
    var best: [PlacedRow] = []
    var total = 0
    var isTotalExact = true
    // The more rows a part has, the sooner the others know what they have to be better than.
    for part in (0...tailPart).sorted(by: { rowCount(ofPart: $0) > rowCount(ofPart: $1) }) {
      try check()
      if rowCount(ofPart: part) == 0 {
        collected[part] = BitColumn(count: 0)
        continue
      }
      let worst = best.count == request.capacity ? best.last?.bound : nil
      let answer = answer(
        prepared, request, part: part, within: within, memories: memories, worst: worst, counted: total)
      total += answer.total
      isTotalExact = isTotalExact && answer.isTotalExact
      if part < tailPart { examiners[part] = answer.examiner }
      collected[part] = answer.hits
      if request.order == .relevance { merge(answer.rows, ofPart: part, into: &best, capacity: request.capacity) }
    }
    return ListAnswer(
      query: prepared,
      hits: request.order == .list
        ? .inListOrder(collected.map { RankedBits($0 ?? BitColumn(count: 0)) }) : .ranked(best),
      total: total, isTotalExact: isTotalExact, examiners: examiners)
  }

  private func answer(
    _ prepared: PreparedQuery, _ request: HitRequest, part: Int, within: ScopedRows?, memories: SessionMemory?,
    worst: RankedRow?, counted: Int
  ) -> SegmentSearch.Answer {
    guard part < tailPart else {
      return TailSearch(tail.items, prepared, reader.options, within: within?.rows[part].bits).answer(
        request, worst: worst, counted: counted)
    }
    let segment = contents[part].segment
    return SegmentSearch(
      segment, prepared, within: within?.searchable[part] ?? liveAndSearchable(part),
      memory: memories?.memory(of: segment)
    ).answer(request, worst: worst, counted: counted)
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
  func window(of answer: ListAnswer, within: ScopedRows?, offset: Int, limit: Int) -> [PlacedRow] {
    switch answer.hits {
    case .ranked(let rows):
      return Array(rows.dropFirst(offset).prefix(limit))
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
        : SegmentSearch(contents[part].segment, answer.query).scored(rows, answer.examiners[part])
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
        examiner: answer.examiners.isEmpty ? nil : answer.examiners[part])
  }

  /// The rows of a segment that may be hits; `nil` for all that are searchable.
  private func liveAndSearchable(_ part: Int) -> BitColumn? {
    guard var live = rows.segments[part].live.bits else { return nil }
    if let searchable = contents[part].segment.searchable { live.formIntersection(searchable) }
    return live
  }
}
