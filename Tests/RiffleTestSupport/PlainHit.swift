internal import Riffle

/// One way for a clause, or for a clause and the next as one word, to match an item: section 1 of the contract.
struct PlainHit {
  /// The first clause that it is a hit of.
  let clause: Int
  let alternative: Int
  let way: Way
  let field: Field
  /// Indices in the layout; -1 for a pattern.
  let firstWord: Int
  let lastWord: Int
  let firstCounted: Int32
  let lastCounted: Int32
  let units: Range<Int32>
  var typos = 0
  let wayCost: UInt32
  var fieldCost: UInt32 = 0
  /// Whether it alone is all of a name.
  var isName = false
  /// Whether it takes some but not all units of a compound of the title.
  var isPartial = false
  /// The compounds that its first and last unit lie in.
  var firstCompound: PlainCompound?
  var lastCompound: PlainCompound?

  /// The compound that it lies in, if that is one, and its parts count one by one.
  var onlyCompound: PlainCompound? {
    firstCompound == lastCompound && firstCompound?.units.count ?? 0 <= 32 ? firstCompound : nil
  }

  var termCount: Int { way == .joined || way == .joinedPrefix ? 2 : 1 }

  var baseCost: UInt32 { wayCost + fieldCost }

  /// Whether both take the same part of the text.
  func overlaps(_ other: PlainHit) -> Bool {
    guard field == other.field else { return false }
    let isSameWord = firstWord >= 0 && firstWord == other.firstWord
    let haveCommonUnits = units.lowerBound < other.units.upperBound && other.units.lowerBound < units.upperBound
    return isSameWord || haveCommonUnits
  }
}

/// A compound of a title of which a hit may take a part.
struct PlainCompound: Equatable {
  /// Its index in the layout.
  let word: Int
  let units: Range<Int32>
  /// The same without the extension of a path.
  let stem: Range<Int32>

  /// The compounds of a title that has several counted words or is a path; of other titles none.
  static func all(in layout: ItemLayout) -> [PlainCompound] {
    let counted = layout.words.indices.filter { layout.words[$0].field == .title && layout.words[$0].isCounted }
    guard counted.count > 1 || layout.lastComponent != nil else { return [] }
    return counted.filter { layout.words[$0].kind == .compound }.map { index in
      let units = layout.words[index].firstUnit..<layout.words[index].endUnit
      let extensionUnits = index == counted.last ? layout.lastComponent?.extensionUnits ?? 0 : 0
      let stemEnd = max(units.lowerBound, units.upperBound - extensionUnits)
      return PlainCompound(word: index, units: units, stem: units.lowerBound..<stemEnd)
    }
  }

  /// Whether units of the title are some but not all of it.
  func isTakenInPart(by taken: Range<Int32>) -> Bool {
    !taken.clamped(to: units).isEmpty && taken.clamped(to: stem).count < stem.count
  }
}
