/// One search of a list: of its parts, one after the other, in each form of the query that can still matter.
struct ListSearch<Element: Sendable, ID: Hashable & Sendable> {
  private let state: ListState<Element, ID>
  private let forms: [PreparedQuery]
  private let request: HitRequest
  /// The rows that are left of the list; `nil` for all.
  private let within: ScopedRows?
  private let memories: SessionMemory
  private let budget: SearchBudget
  /// The parts that have rows, those with most rows first: their hits lower the threshold for the others soonest.
  private let parts: [Int]

  /// The best rows of all that has been searched, best first.
  private var best: [PlacedRow] = []
  /// What the best of them costs; `UInt32.max` if there is none.
  private var least = UInt32.max
  /// The answers of the parts, by form.
  private var answers: [[PartAnswer?]]
  /// What the forms share that leave clauses out, by segment.
  private let leftOut: [LeftOutRows]
  /// The rows of each segment that may be hits; `nil` for all that are searchable.
  private let allowed: [SearchedRows?]

  /// - Parameter forms: those of a query with terms, the cheapest first.
  init(
    _ state: ListState<Element, ID>, _ forms: [PreparedQuery], _ request: HitRequest, within: ScopedRows?,
    _ memories: SessionMemory, _ budget: SearchBudget
  ) {
    self.state = state
    self.forms = forms
    self.request = request
    self.within = within
    self.memories = memories
    self.budget = budget
    parts = (0...state.tailPart).filter { state.rowCount(ofPart: $0) > 0 }.sorted {
      state.rowCount(ofPart: $0) > state.rowCount(ofPart: $1)
    }
    answers = Array(repeating: Array(repeating: nil, count: state.tailPart + 1), count: forms.count)
    let allowed = state.contents.indices.map { within?.searched[$0] ?? state.liveAndSearchable($0) }
    self.allowed = allowed
    leftOut = zip(state.contents, allowed).map { content, allowed in
      LeftOutRows(content.segment, forms, within: allowed, memory: memories.memory(of: content.segment), budget)
    }
  }

  consuming func answer() -> ListAnswer {
    for form in forms.indices where !budget.isSpent && canMatter(form) { find(form) }
    let most = limit
    let isCut = isCutByReach(upTo: most)
    best.removeAll { $0.score.units > most }
    let isFull = best.count == request.capacity
    if !request.wantsMore || request.order == .relevance && !isFull || budget.isSpent {
      let hits: ListAnswer.Hits =
        request.order == .list && request.wantsMore ? .inListOrder(rankedBits) : .ranked(best)
      return answer(hits, total: min(best.count, request.counted), isTotalExact: !isFull, isCut)
    }
    let (rows, total) = collect(upTo: most)
    return answer(
      request.order == .list ? .inListOrder(rows.map { RankedBits($0) }) : .ranked(best),
      total: min(total, request.counted), isTotalExact: total <= request.counted, isCut)
  }

  private func answer(
    _ hits: ListAnswer.Hits, total: Int, isTotalExact: Bool, _ isCut: Bool?
  ) -> ListAnswer {
    let forms = zip(forms, answers).map { form, answers in
      ListAnswer.Form(query: form, matches: answers.dropLast().map { $0?.matches ?? PartMatches() })
    }
    return ListAnswer(
      forms: forms, hits: hits, total: total, isTotalExact: isTotalExact && !budget.isSpent,
      isCutByReach: budget.isSpent ? nil : isCut, least: least)
  }

  /// What a hit may cost at most, as far as is known.
  private var limit: UInt32 { min(request.most, HitCollector.limit(least: least, reach: request.reach)) }

  /// Whether hits of a form can be among the best.
  private func canMatter(_ form: Int) -> Bool {
    let least = forms[form].leastCost
    guard least <= limit else { return false }
    return best.count < request.capacity || best.last.map { least <= $0.score.orderedUnits } ?? true
  }

  // MARK: - The best

  /// Finds the best hits of a form in all parts.
  private mutating func find(_ form: Int) {
    let price = forms[form].price
    for part in parts where !budget.isSpent {
      let worst = best.count == request.capacity ? best.last?.bound : nil
      // A form that costs more than the best hit has none cheaper: its hits keep their own reach within the limit.
      let answer = find(
        form, part: part, request.with(most: min(limit - price, forms[form].mostOfTerms)),
        worst: worst.map { $0.cheaper(by: price) },
        least: least < .max && least >= price ? least - price : .max)
      if answer.least < .max { least = min(least, answer.least + price) }
      budget.add(answer.work)
      merge(answer.rows, ofPart: part, form: form)
      answers[form][part] = answer
    }
  }

  private func find(
    _ form: Int, part: Int, _ request: HitRequest, worst: RankedRow?, least: UInt32
  ) -> PartAnswer {
    if part == state.tailPart { return tailSearch(form).best(request, worst: worst, least: least, budget) }
    return segmentSearch(form, part: part).best(request, worst: worst, least: least, budget)
  }

  private func tailSearch(_ form: Int) -> TailSearch {
    TailSearch(state.tail.items, forms[form], state.reader.options, within: within?.rows[state.tailPart].bits)
  }

  private func segmentSearch(_ form: Int, part: Int) -> SegmentSearch {
    let content = state.contents[part]
    return SegmentSearch(
      content.segment, forms[form], within: allowed[part],
      shortAnswers: within == nil && form == 0 ? content.shortAnswers : nil,
      memory: memories.memory(of: content.segment), leftOut: leftOut[part])
  }

  /// Keeps the best of what is known and of what another part has, each row in the form that costs it least.
  private mutating func merge(_ rows: [RankedRow], ofPart part: Int, form: Int) {
    if rows.isEmpty { return }
    let price = Int64(forms[form].price)
    let rows = rows.map { row in
      let place = ListRow(part: part, row: Int(row.row))
      return PlacedRow(
        place, state.rows.label(place), score: row.score.adding(price), length: row.length, form: form)
    }
    if best.isEmpty {
      best = rows
      return
    }
    var merged: [PlacedRow] = []
    merged.reserveCapacity(min(request.capacity, best.count + rows.count))
    // No row comes twice in one form.
    var seen: Set<ListRow> = []
    var (known, new) = (0, 0)
    while merged.count < request.capacity, known < best.count || new < rows.count {
      let next: PlacedRow
      if new == rows.count || known < best.count && !(rows[new] < best[known]) {
        next = best[known]
        known += 1
      } else {
        next = rows[new]
        new += 1
      }
      if form == 0 || seen.insert(next.place).inserted { merged.append(next) }
    }
    best = merged
  }

  /// Whether reach has cut off rows that match the whole query; `nil` if that has not been found out.
  private func isCutByReach(upTo most: UInt32) -> Bool? {
    let cuts = answers[0].compactMap { $0?.isCutByReach }
    if cuts.contains(true) || best.contains(where: { $0.form == 0 && $0.score.units > most }) { return true }
    return answers[0].contains { $0 != nil && $0?.isCutByReach == nil } ? nil : false
  }

  // MARK: - All

  /// The best rows, of an answer that was given up before all were found.
  private var rankedBits: [RankedBits] {
    var bits = (0...state.tailPart).map { BitColumn(count: state.rowCount(ofPart: $0)) }
    for row in best { bits[Int(row.place.part)].insert(Int(row.place.row)) }
    return bits.map { RankedBits($0) }
  }

  /// All rows of each part that cost no more than `most`, until there are more than are counted.
  private mutating func collect(upTo most: UInt32) -> (rows: [BitColumn], total: Int) {
    var rows = (0...state.tailPart).map { BitColumn(count: state.rowCount(ofPart: $0)) }
    var total = 0
    guard least < .max else { return (rows, total) }
    for part in parts where total <= request.counted && !budget.isSpent {
      var counter = HitCounter(rowCount: state.rowCount(ofPart: part), limit: request.counted - total)
      for form in forms.indices where forms[form].leastCost <= most && !counter.isDone && !budget.isSpent {
        count(&counter, form, part: part, upTo: min(most - forms[form].price, forms[form].mostOfTerms))
      }
      total += counter.count
      rows[part] =
        part == state.tailPart ? counter.rows : state.contents[part].segment.order.rows(ofOrdinals: counter.rows)
    }
    return (rows, total)
  }

  private mutating func count(_ counter: inout HitCounter, _ form: Int, part: Int, upTo most: UInt32) {
    if let scanned = answers[form][part]?.scanned {
      return part == state.tailPart
        ? counter.insert(scanned, upTo: most)
        : counter.insert(scanned, upTo: most) { state.contents[part].segment.order.ordinal($0) }
    }
    if part == state.tailPart {
      let answer = tailSearch(form).best(request.with(most: most), worst: nil, least: .max, budget)
      counter.insert(answer.scanned ?? [], upTo: most)
      budget.add(answer.work)
    } else {
      budget.add(segmentSearch(form, part: part).count(&counter, upTo: most, budget))
    }
  }
}

extension RankedRow {
  /// What has to be better than this one when it costs so much more.
  fileprivate func cheaper(by price: UInt32) -> RankedRow {
    RankedRow(score: score.adding(-Int64(price)), length: Int(length), row: Int(row))
  }
}
