/// Searches of a snapshot, and results made of their answers.
extension Snapshot {
  /// - Parameter most: the highest cost of a hit in any case, in ``CostTable/unit``s.
  func answer(_ request: SearchRequest, most: UInt32 = .max, _ budget: SearchBudget) -> ListAnswer {
    state.answer(request, most: most, within: within, budget)
  }

  /// Returns the window of an answer, which may reach beyond it.
  /// - Parameter budget: the work of finding the answer; an unused one for a kept answer.
  func results(
    _ answer: ListAnswer, _ request: SearchRequest, _ budget: SearchBudget
  ) -> SearchResults<Element, ID> {
    var total = answer.total
    var isTotalExact = answer.isTotalExact
    let view: SearchResults<Element, ID>.View
    switch answer.hits {
    case .ranked:
      let (end, counted) = (request.window.upperBound, request.counted)
      // An uncounted total is exact only if it does not fill the window.
      isTotalExact = isTotalExact && (counted > end || end == .max ? total <= counted : total < end)
      total = min(total, counted)
      view = .ranked
    case .wholeList: view = within.map { .part($0.rows) } ?? .wholeList
    case .inListOrder(let hits): view = .filtered(hits)
    }
    return SearchResults(
      hits: hits(state.window(of: answer, within: within, request), answer),
      total: total, isTotalExact: isTotalExact, view: view, content: content, isCutByReach: answer.isCutByReach,
      least: answer.least, work: budget.work, ending: budget.ending)
  }

  func hits(_ window: [PlacedRow], _ answer: ListAnswer) -> [Hit<Element, ID>] {
    var texts: [Int: HitText] = [:]
    return window.map { row in
      let part = Int(row.place.part)
      let key = row.form * (state.tailPart + 1) + part
      let text = texts[key] ?? state.text(ofPart: part, answer, form: row.form)
      texts[key] = text
      return Hit(row, text, in: content)
    }
  }

  /// Returns an answer with all rows, to explain any item.
  func wholeListAnswer(_ request: SearchRequest) -> ListAnswer {
    ListAnswer(state.forms(of: request), hits: .wholeList, total: count)
  }
}
