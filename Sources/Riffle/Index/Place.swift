/// How well a word stands in an item: where it begins and how much of the title it leaves over. Less is better.
///
/// It bounds from below what an item costs that is found by this word alone, before any item is looked at.
struct Place: Sendable, Hashable {
  /// 2 bits of ``Region``, 6 of the title's words left over, at most ``mostWordsLeft``.
  let rawValue: UInt8

  enum Region: UInt8 {
    case titleStart, elsewhere, searchText
  }

  private static let mostWordsLeft: Int32 = 63

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ region: Region, wordsLeft: Int32) {
    rawValue = region.rawValue << 6 | UInt8(truncatingIfNeeded: max(0, min(wordsLeft, Place.mostWordsLeft)))
  }

  /// - Parameters:
  ///   - titleCount: how many counted words the title has.
  ///   - titleStart: the unit of the title that counts as its start.
  init(_ word: ItemLayout.Word, titleCount: Int32, titleStart: Int32) {
    switch word.field {
    case .title:
      let left = titleCount - (word.lastCounted - word.firstCounted + 1)
      self.init(word.firstUnit == titleStart ? .titleStart : .elsewhere, wordsLeft: left)
    case .reading: self.init(.elsewhere, wordsLeft: titleCount)
    case .searchText: self.init(.searchText, wordsLeft: titleCount)
    }
  }

  var region: Region { Region(rawValue: rawValue >> 6) ?? .searchText }
  var wordsLeft: UInt32 { UInt32(rawValue & 63) }
}

/// What each ``Place`` adds to the cost of a way at least.
struct PlaceCosts: Sendable {
  /// No less than at any better place, so that places in order have costs in order.
  private var costs: InlineArray<256, UInt32> = .init(repeating: 0)

  /// - Parameter isOnlyTerm: another term would take some of the words that are left over, and only the
  ///   first one pays for not standing at the start.
  init(_ table: CostTable, isFirstTerm: Bool, isOnlyTerm: Bool) {
    var least = UInt32.max
    for rawValue in stride(from: 255, through: 0, by: -1) {
      let place = Place(rawValue: UInt8(rawValue))
      let notAtStart = isFirstTerm ? table.notAtStart : 0
      var cost =
        switch place.region {
        case .titleStart: UInt32(0)
        case .elsewhere: isFirstTerm ? min(notAtStart, table.inReading) : 0
        case .searchText: table.inSearchText + notAtStart
        }
      if isOnlyTerm { cost += min(place.wordsLeft * table.unmatchedWord, table.unmatchedWordsAtMost) }
      least = min(least, cost)
      costs[rawValue] = least
    }
  }

  subscript(_ place: Place) -> UInt32 { costs[Int(place.rawValue)] }
}
