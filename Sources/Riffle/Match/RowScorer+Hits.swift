/// The parts of a longer compound do not count one by one.
private let mostUnitsApart = 32

/// Single words as hits: the places that they take, and what of compounds.
extension RowScorer {
  /// A hit of one word.
  /// - Parameter letters: so many bytes of a compound are taken.
  mutating func hit<Words: RowWords>(
    _ way: Way, _ cost: UInt32, _ source: HitSource, _ index: Int, _ tokens: Span<UInt32>, _ words: Words,
    letters: Int = .max
  ) -> TermHit {
    needPlaces(through: index, tokens)
    let place = places[index]
    let token = tokens[index]
    let field = TokenColumn.field(token)
    let number = Int32(truncatingIfNeeded: index)
    var hit = TermHit(
      wayCost: cost, fieldCost: fieldCost(field) &* source.termCount, firstUnit: place.unit, endUnit: place.unit &+ 1,
      firstCounted: place.counted, lastCounted: place.counted, firstWord: number, lastWord: number, way: way,
      field: field)
    let kind = TokenColumn.kind(token)
    switch kind {
    case .simple: break
    case .part:
      if field == .title { setCompounds(&hit, tokens) }
    case .compound, .inner:
      hit.endUnit = place.unit &+ unitCount(ofWord: index, letters: letters, tokens, words)
      if place.isInOneCompound {
        hit.firstCounted = kind == .compound ? place.counted : place.unit
        hit.lastCounted = hit.endUnit &- 1
      }
      if field == .title { setCompounds(&hit, tokens) }
    case .extra, .extraAcross, .spelling:
      hit.endUnit = place.unit
      if kind == .extraAcross { hit.lastCounted &+= 1 }
    }
    if source.isAll, field == .searchText, isPhrase(from: index, to: index, tokens, words), hit.endUnit > hit.firstUnit,
      way == .exact || way == .joined
    {
      setName(&hit, source)
    }
    return hit
  }

  func setName(_ hit: inout TermHit, _ source: HitSource) {
    hit.isName = true
    hit.fieldCost = costs.inWholePhrase &* source.termCount
  }

  func fieldCost(_ field: Field) -> UInt32 {
    costs.cost(of: field, isRomanized: traits.isRomanized)
  }

  /// How many units the first `letters` bytes of a compound or an inner word reach.
  func unitCount<Words: RowWords>(
    ofWord index: Int, letters: Int = .max, _ tokens: Span<UInt32>, _ words: Words
  ) -> Int32 {
    let isInner = TokenColumn.kind(tokens[index]) == .inner
    let most = isInner ? min(letters, words.byteCount(tokens[index] & TokenColumn.wordBits)) : letters
    var (units, reached) = (Int32(0), 0)
    var next = index &+ 1
    while next < tokens.count, reached < most {
      let kind = TokenColumn.kind(tokens[next])
      if kind == .part {
        units &+= 1
        if most < .max { reached &+= words.byteCount(tokens[next] & TokenColumn.wordBits) }
      } else if kind != .inner {
        break
      }
      next &+= 1
    }
    return units
  }

  /// Finds out whether a hit in the title takes only a part of a compound.
  mutating func setCompounds(_ hit: inout TermHit, _ tokens: Span<UInt32>) {
    guard hit.endUnit > hit.firstUnit else { return }
    let firstWord = places[Int(hit.firstWord)]
    if traits.lastComponent == nil, firstWord.isInOneCompound { return }
    let numbers = (first: firstWord.compound, last: places[Int(hit.lastWord)].compound)
    let (first, last) = (stem(of: numbers.first, tokens), stem(of: numbers.last, tokens))
    let isInOne = numbers.last == numbers.first
    guard isPart(hit, of: first) || (isInOne ? leavesExtension(hit, of: first) : isPart(hit, of: last)) else { return }
    var part = PartOfCompound(first: numbers.first, last: numbers.last)
    if let units = first?.units, isInOne, units.count <= mostUnitsApart {
      func bits(_ range: Range<Int32>) -> UInt32 {
        UInt32(truncatingIfNeeded: (1 << UInt64(range.upperBound) - 1) & ~(1 << UInt64(range.lowerBound) - 1))
      }
      let start = units.lowerBound
      part.units = bits(max(hit.firstUnit, start) - start..<min(hit.endUnit, units.upperBound) - start)
      part.all = bits(0..<(first?.end ?? start) - start)
    }
    hit.part = Int32(truncatingIfNeeded: parts.count)
    parts.append(part)
  }

  /// The units of a compound, and where those end that count: of a path the extension need not be found.
  private func stem(of compound: Int32, _ tokens: Span<UInt32>) -> (units: Range<Int32>, end: Int32)? {
    if compound < 0 { return nil }
    let first = places[Int(compound)].unit
    var end = first
    var next = Int(compound) &+ 1
    while next < tokens.count {
      let kind = TokenColumn.kind(tokens[next])
      if kind == .part { end &+= 1 } else if kind != .inner { break }
      next &+= 1
    }
    if let path = traits.lastComponent, path.extensionUnits > 0, !hasCountedTitle(from: next, tokens) {
      return (first..<end, max(first, end &- path.extensionUnits))
    }
    return (first..<end, end)
  }

  private func isPart(_ hit: TermHit, of compound: (units: Range<Int32>, end: Int32)?) -> Bool {
    guard let (units, stemEnd) = compound else { return false }
    let start = max(hit.firstUnit, units.lowerBound)
    return min(hit.endUnit, units.upperBound) > start
      && max(0, min(hit.endUnit, stemEnd) &- start) < stemEnd &- units.lowerBound
  }

  /// Whether a hit takes all of a compound that counts, and what comes after it may take the extension.
  private func leavesExtension(_ hit: TermHit, of compound: (units: Range<Int32>, end: Int32)?) -> Bool {
    guard let (units, end) = compound, end < units.upperBound, units.count <= mostUnitsApart else { return false }
    return min(hit.endUnit, units.upperBound) > max(hit.firstUnit, units.lowerBound)
      && (hit.firstUnit > units.lowerBound || hit.endUnit < units.upperBound)
  }

  /// Returns what a hit costs for a compound, if no other takes the rest of it.
  func costOfPart(_ hit: TermHit) -> UInt32 {
    guard hit.isPartial else { return 0 }
    let part = parts[Int(hit.part)]
    return part.units & part.all == part.all ? 0 : costs.partOfCompound
  }

  private func hasCountedTitle(from index: Int, _ tokens: Span<UInt32>) -> Bool {
    var next = index
    while next < tokens.count, tokens[next] >> 30 == 0 {
      let kind = TokenColumn.kind(tokens[next])
      if kind == .simple || kind == .compound { return true }
      next &+= 1
    }
    return false
  }
}
