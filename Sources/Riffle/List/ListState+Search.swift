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
    let forms = forms(of: request)
    if forms[0].isEmpty { return ListAnswer(forms, hits: .wholeList, total: within?.count ?? count) }
    return ListSearch(
      self, forms, HitRequest(request, most: min(most, request.most)), within: within, memories ?? SessionMemory(),
      budget
    ).answer()
  }

  /// Returns the forms of a query, the whole query first.
  func forms(of request: SearchRequest) -> [PreparedQuery] {
    PreparedQuery.forms(
      of: request.query, isStrict: request.isStrict, layouts: request.layouts, synonyms: synonyms,
      analyzer: TextAnalyzer(reader.options.folding), costs: request.costs)
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
    if answer.isUnfiltered { return places.map { PlacedRow($0, rows.label($0)) } }
    var scored: [ListRow: PlacedRow] = [:]
    for (part, places) in Dictionary(grouping: places, by: \.part) {
      // An examiner needs no texts.
      if answer.forms.count == 1, var examiner = answer.matches(ofPart: Int(part), form: 0).examiner {
        let segment = contents[Int(part)].segment
        for place in places {
          let ranked = examiner.ranked(segment.order.ordinal(Int(place.row)))
          scored[place] = ranked.map { PlacedRow(place, rows.label(place), score: $0.score) }
        }
        continue
      }
      let source = source(ofPart: Int(part))
      var matcher = ItemMatcher(
        answer.forms.map(\.query), analyzer: TextAnalyzer(reader.options.folding),
        titlesArePaths: reader.options.titlesArePaths)
      for place in places {
        guard let rank = source.rank(Int(place.row), by: &matcher) else { continue }
        scored[place] = PlacedRow(place, rows.label(place), score: rank.score, form: matcher.form)
      }
    }
    return places.compactMap { scored[$0] }
  }

  /// Where the items of a part are read.
  private func source(ofPart part: Int) -> ItemSource {
    part == tailPart ? .tail(tail.items) : .segment(contents[part].segment)
  }

  /// Returns the details of hits of a part that were found by a form of the query; by any if it is `nil`.
  func text(ofPart part: Int, _ answer: ListAnswer, form: Int?) -> HitText {
    guard let form else {
      return HitText(source(ofPart: part), forms: answer.forms.map(\.query), options: reader.options)
    }
    return HitText(
      source(ofPart: part), forms: [answer.forms[form].query], options: reader.options,
      matches: answer.matches(ofPart: part, form: form))
  }

  /// The rows of a segment that may be hits; `nil` for all that are searchable.
  func liveAndSearchable(_ part: Int) -> SearchedRows? {
    SearchedRows(rows.segments[part].live, in: contents[part].segment)
  }
}
