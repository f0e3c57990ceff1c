extension SubsequenceText {
  /// Loads the title into `words`; returns `false` if it is not ASCII.
  @inline(__always)
  mutating func load(_ title: Span<UInt8>) -> Bool {
    let full = title.count / 8
    if words.count <= full { words = Array(repeating: 0, count: full * 2 + 8) }
    let bytes = title.bytes
    var words = words.mutableSpan
    var seen: UInt64 = 0
    for index in 0..<full {
      let word = SubsequenceText.word(of: bytes, at: index &* 8)
      words[index] = word
      seen |= word
    }
    // The rest, with zeros after it.
    let rest = title.count & 7
    var last: UInt64 = 0
    if rest > 0 && full > 0 {
      last = SubsequenceText.word(of: bytes, at: title.count &- 8)
      last = last &>> UInt64(truncatingIfNeeded: 64 &- rest &* 8)
    } else {
      for index in 0..<rest {
        last |= UInt64(title[index]) &<< UInt64(truncatingIfNeeded: index &* 8)
      }
    }
    words[full] = last
    return (seen | last) & SubsequencePattern.Letter.highBits == 0
  }

  @inline(__always)
  private static func word(of bytes: RawSpan, at offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Finds the first place of each letter of a term, each after the one before.
  @inline(__always)
  func locateInWords(
    _ letters: Span<SubsequencePattern.Letter>, _ term: Range<Int>, count: Int,
    into firsts: inout [Int]
  ) -> Bool {
    let words = words.span
    var firsts = firsts.mutableSpan
    let end = (count &+ 7) / 8
    var word = 0
    var after = UInt64.max
    for index in term {
      let letter = letters[index]
      var hits = letter.hits(in: words[word]) & after
      while hits == 0 {
        word &+= 1
        if word >= end { return false }
        hits = letter.hits(in: words[word])
      }
      let bit = hits.trailingZeroBitCount
      let place = word &* 8 &+ bit / 8
      if place >= count { return false }
      firsts[index] = place
      after = (UInt64.max &<< UInt64(truncatingIfNeeded: bit)) &<< 1
    }
    return true
  }

  /// The last place of a letter that is at `first` at the earliest.
  @inline(__always)
  func lastInWords(_ letter: SubsequencePattern.Letter, from first: Int, count: Int) -> Int {
    let words = words.span
    var word = (count &- 1) / 8
    // The zeros after the title could be a letter of the term as well.
    var hits = letter.hits(in: words[word]) & SubsequenceText.bytes(through: count &- 1)
    while hits == 0 && word > first / 8 {
      word &-= 1
      hits = letter.hits(in: words[word])
    }
    return hits == 0 ? first : word &* 8 &+ (63 &- hits.leadingZeroBitCount) / 8
  }

  /// Writes the places of a letter in `first...last` to `cells`, unscored, and returns their end.
  @inline(__always)
  func findInWords(
    _ letter: SubsequencePattern.Letter, in title: Span<UInt8>, from first: Int, through last: Int,
    into cells: inout MutableSpan<SubsequenceCell>, at start: Int
  ) -> Int {
    let words = words.span
    let classes = asciiClasses.span
    let bonuses = bonuses.span
    var end = start
    var bytes = UInt64.max &<< UInt64(truncatingIfNeeded: (first & 7) &* 8)
    for word in (first / 8)...(last / 8) {
      if word == last / 8 { bytes &= SubsequenceText.bytes(through: last) }
      var hits = letter.hits(in: words[word]) & bytes
      while hits != 0 {
        let place = word &* 8 &+ hits.trailingZeroBitCount / 8
        let next = Int(classes[Int(title[place] & 0x7F)])
        let previous = place == 0 ? 0 : Int(classes[Int(title[place &- 1] & 0x7F)])
        cells[end] = SubsequenceCell(
          place: Int32(truncatingIfNeeded: place), bonus: bonuses[previous &* 8 &+ next])
        end &+= 1
        hits &= hits &- 1
      }
      bytes = .max
    }
    return end
  }

  /// The bytes of a word up to that of a place.
  @inline(__always)
  private static func bytes(through place: Int) -> UInt64 {
    UInt64.max &>> UInt64(truncatingIfNeeded: (7 &- place & 7) &* 8)
  }
}
