import MadeUpLists

/// One way to make a query from a title.
enum QueryMaker {
  /// The first characters of a title, cut inside or after its second word, with typos.
  case beginning(lengths: ClosedRange<Int>, sharedBy: Int, typos: [TypoPlace])
  case abbreviation(Abbreviation)
}

enum MakerResult: Equatable {
  case made(String)
  /// Chance chose badly: another attempt with this title may succeed.
  case missed
  /// No query of this kind can be made from this title.
  case unfit
}

extension QueryMaker {
  func make(
    from title: TitleWords, among titles: LowercasedTitles, using random: inout SeededRandom
  ) -> MakerResult {
    switch self {
    case .abbreviation(let abbreviation):
      return abbreviation.apply(to: title).map { .made($0) } ?? .unfit
    case .beginning(let lengths, let sharedBy, let typos):
      let ends = title.beginnings(lengths: lengths)
      guard let end = random.element(of: ends) else { return .unfit }
      let beginning = title.text(0..<end)
      guard titles.count(beginningWith: beginning) <= sharedBy else { return .missed }
      guard !typos.isEmpty else { return .made(beginning) }
      guard let typed = QueryMaker.misspell(beginning, title, typos, using: &random) else { return .missed }
      return .made(typed)
    }
  }

  /// Applies all the typos, so that none undoes another and none merely shortens the title.
  private static func misspell(
    _ beginning: String, _ title: TitleWords, _ typos: [TypoPlace], using random: inout SeededRandom
  ) -> String? {
    let original = Array(beginning)
    for _ in 0..<8 {
      var typed: [Character]? = original
      for place in typos {
        typed = typed.flatMap { Typo.apply(to: $0, place: place, using: &random) }
      }
      guard let typed else { continue }
      let meant = Array(title.characters.prefix(original.count + 4))
      if EditDistance(typed, original).whole == typos.count, EditDistance(typed, meant).toAPrefix == typos.count {
        return String(typed)
      }
    }
    return nil
  }
}

extension TitleWords {
  /// Returns the places to cut the title: behind a letter or digit, inside or after its second word.
  fileprivate func beginnings(lengths: ClosedRange<Int>) -> [Int] {
    guard words.count >= 2 else { return [] }
    return words.dropFirst().flatMap { word in
      (word.lowerBound + 1...word.upperBound).filter { lengths.contains($0) }
    }
  }
}
