package import Riffle

/// An item, read from its text, that a ``PlainScorer`` matches with forms of a query.
package struct PlainItem {
  package private(set) var text = ItemText()
  package private(set) var layout = ItemLayout()
  /// The letters of each word.
  let letters: [[UInt32]]
  let compounds: [PlainCompound]

  /// - Parameters:
  ///   - title: valid UTF-8, as ``ItemText`` reads it; likewise the other fields.
  ///   - isRomanized: whether the reading is what a ``Romanizer`` has made of the title.
  package init(
    title: Span<UInt8>, reading: Span<UInt8>, searchText: Span<UInt8>, isRomanized: Bool, analyzer: TextAnalyzer,
    titleIsPath: Bool
  ) {
    text.read(
      title: title, reading: reading, searchText: searchText, isRomanized: isRomanized, analyzer: analyzer,
      titleIsPath: titleIsPath, into: &layout)
    let bytes = text.letters
    letters = layout.words.map { String(decoding: bytes[$0.range], as: UTF8.self).unicodeScalars.map(\.value) }
    compounds = PlainCompound.all(in: layout)
  }

  /// The cheapest way that the terms of a form match the item; `nil` if it is no hit.
  package func way(_ form: PreparedQuery) -> PlainWay? {
    let costs = form.scorer.costs
    let isExcluded = form.excluded.contains { texts in
      texts.allSatisfy { $0.bestMatch(in: text, layout: layout, costs: costs) != nil }
    }
    if isExcluded { return nil }
    guard let way = PlainScorer(form.scorer, item: self).cheapestWay(), way.cost <= form.mostOfTerms
    else { return nil }
    return way
  }

  /// The score of an item that matches so, without the price of the form. Section 5 of the contract.
  package func score(
    _ way: PlainWay, _ form: PreparedQuery, title: Span<UInt8>, reading: Span<UInt8>, searchText: Span<UInt8>,
    weight: UInt16
  ) -> Score {
    let letters = text.letters
    let slips = form.scorer.slips(way.assignments, letters: letters.span) { layout.words[$0].range }
    return form.score(
      cost: way.cost, showsMarks: form.showsMarks(title: title, reading: reading, searchText: searchText), slips: slips,
      weight: weight, titleWords: layout.titleCount, title: title)
  }
}
