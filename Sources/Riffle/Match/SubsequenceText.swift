/// A title in the form that letters are found in: eight bytes at a time where it is ASCII, scalar
/// by scalar where it is not. A *place* is a position in either.
struct SubsequenceText {
  /// The title as eight bytes a word, if it is ASCII.
  var words: [UInt64] = []
  /// The first ``count`` scalars of the title, and one more place for its end.
  var places: [SubsequencePlace] = []
  var count = 0

  let asciiClasses = SubsequenceBonus.asciiClasses
  let bonuses = SubsequenceBonus.table

  private let isCaseSensitive: Bool
  private let foldScalar: @Sendable (UInt32) -> UInt32
  /// What is known of scalars, each at its low bits: the scalar in the upper half, then the
  /// class, then the folded scalar in the lowest 24 bits.
  private var known: [UInt64]

  init(isCaseSensitive: Bool, foldScalar: @escaping @Sendable (UInt32) -> UInt32) {
    self.isCaseSensitive = isCaseSensitive
    self.foldScalar = foldScalar
    known = []
  }

  /// Decodes the title into `places`. A byte that is not part of well-formed UTF-8 counts as
  /// U+FFFD, so that no input does harm.
  @inline(never)
  mutating func decode(_ title: Span<UInt8>) {
    if places.count <= title.count {
      places = Array(
        repeating: SubsequencePlace(folded: 0, kind: 0, offset: 0), count: title.count * 2 + 1)
    }
    if known.isEmpty { known = Array(repeating: 0, count: 4096) }
    count = SubsequenceText.decode(title, into: &places, asciiClasses, &known, isCaseSensitive, foldScalar)
  }

  private static func decode(
    _ title: Span<UInt8>, into places: inout [SubsequencePlace], _ asciiClasses: [UInt8],
    _ known: inout [UInt64], _ isCaseSensitive: Bool, _ foldScalar: (UInt32) -> UInt32
  ) -> Int {
    let asciiClasses = asciiClasses.span
    var places = places.mutableSpan
    var known = known.mutableSpan
    var count = 0
    var offset = 0
    /// Where the last scalar begins that nothing before it joins, and its place.
    var (partStart, partPlace) = (0, 0)
    while offset < title.count {
      let (scalar, length) = SubsequenceText.scalar(in: title, at: offset)
      if scalar >= 0x300, offset > 0, Composition.joins(scalar), partStart < offset {
        // Decomposed text is read as if it were composed.
        let end = Composition.end(ofPart: partStart, in: title)
        count = partPlace
        for composed in composedScalars(title.extracting(partStart..<end)) {
          let folded = composed < 0x80 && isCaseSensitive ? composed : foldScalar(composed) & 0xFF_FFFF
          let kind = Unicode.Scalar(composed).map(SubsequenceClass.init) ?? .nonWord
          if folded != 0 {
            places[count] = SubsequencePlace(folded: folded, kind: kind.rawValue, offset: partStart)
            count &+= 1
          }
        }
        (offset, partStart, partPlace) = (end, end, count)
        continue
      }
      (partStart, partPlace) = (offset, count)
      if scalar < 0x80 {
        let isUpper = !isCaseSensitive && scalar &- 0x41 < 26
        places[count] = SubsequencePlace(
          folded: isUpper ? scalar | 0x20 : scalar, kind: asciiClasses[Int(scalar)], offset: offset)
        count &+= 1
      } else {
        let slot = Int(scalar & 4095)
        if UInt32(truncatingIfNeeded: known[slot] >> 32) != scalar {
          known[slot] = describe(scalar, foldScalar)
        }
        let folded = UInt32(truncatingIfNeeded: known[slot]) & 0xFF_FFFF
        if folded != 0 {
          let kind = UInt8(truncatingIfNeeded: known[slot] >> 24)
          places[count] = SubsequencePlace(folded: folded, kind: kind, offset: offset)
          count &+= 1
        }
      }
      offset &+= length
    }
    places[count] = SubsequencePlace(folded: 0, kind: 0, offset: title.count)
    return count
  }

  /// The scalars of a letter and what joins it, composed.
  @inline(never)
  private static func composedScalars(_ part: Span<UInt8>) -> [UInt32] {
    var composed: [UInt8] = []
    normalize(part, to: .nfc, into: &composed)
    var scalars: [UInt32] = []
    decodeScalars(composed.span, into: &scalars)
    return scalars
  }

  @inline(never)
  private static func describe(_ scalar: UInt32, _ foldScalar: (UInt32) -> UInt32) -> UInt64 {
    let kind = Unicode.Scalar(scalar).map(SubsequenceClass.init) ?? .nonWord
    let folded = foldScalar(scalar) & 0xFF_FFFF
    return UInt64(scalar) << 32 | UInt64(kind.rawValue) << 24 | UInt64(folded)
  }

  /// The scalar that starts at a byte, and how many bytes it takes.
  @inline(__always)
  static func scalar(in title: Span<UInt8>, at offset: Int) -> (UInt32, Int) {
    let lead = title[offset]
    if lead < 0x80 { return (UInt32(lead), 1) }
    let length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0
    if length == 0 || length > title.count &- offset { return (0xFFFD, 1) }
    var scalar = UInt32(lead) & (0x7F &>> UInt32(length))
    for index in 1..<length {
      let next = title[offset &+ index]
      if next & 0xC0 != 0x80 { return (0xFFFD, 1) }
      scalar = scalar &<< 6 | UInt32(next & 0x3F)
    }
    let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x1_0000
    let isScalar = scalar >= least && scalar <= 0x10_FFFF && scalar &- 0xD800 >= 0x800
    return isScalar ? (scalar, length) : (0xFFFD, 1)
  }

  /// Finds the first place of each letter of a term, each after the one before.
  func locateInScalars(
    _ letters: Span<SubsequencePattern.Letter>, _ term: Range<Int>, into firsts: inout [Int]
  ) -> Bool {
    let places = places.span
    var firsts = firsts.mutableSpan
    var place = 0
    for index in term {
      let scalar = letters[index].scalar
      while place < count && places[place].folded != scalar { place &+= 1 }
      if place == count { return false }
      firsts[index] = place
      place &+= 1
    }
    return true
  }

  /// The last place of a letter that is at `first` at the earliest.
  func lastInScalars(_ letter: SubsequencePattern.Letter, from first: Int) -> Int {
    let places = places.span
    var place = count &- 1
    while place > first && places[place].folded != letter.scalar { place &-= 1 }
    return place
  }

  /// Writes the places of a letter in `first...last` to `cells`, unscored, and returns their end.
  func findInScalars(
    _ letter: SubsequencePattern.Letter, from first: Int, through last: Int,
    into cells: inout MutableSpan<SubsequenceCell>, at start: Int
  ) -> Int {
    let places = places.span
    var end = start
    for place in first...last where places[place].folded == letter.scalar {
      cells[end] = SubsequenceCell(
        place: Int32(truncatingIfNeeded: place), bonus: bonus(at: place))
      end &+= 1
    }
    return end
  }

  /// The bonus of a place of a decoded title.
  @inline(__always)
  func bonus(at place: Int) -> Int32 {
    let previous = place == 0 ? 0 : Int(places[place &- 1].kind)
    return bonuses[previous &* 8 &+ Int(places[place].kind)]
  }
}

/// A scalar of a title.
struct SubsequencePlace {
  var folded: UInt32
  /// The raw value of its ``SubsequenceClass``.
  var kind: UInt8
  /// Where it starts in UTF-8.
  var offset: Int
}
