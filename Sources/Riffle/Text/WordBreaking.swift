internal import CICU
internal import CKernels

/// Finds word boundaries after UAX #29 as ICU's root locale tailors it, and cuts what lies between.
///
/// If a dictionary may decide, ICU is called for as little text as possible: from one space to the next, because no rule
/// reaches across a space.
struct WordBreaking {
  private typealias Class = UInt32

  private static let other = Class(TEXT_OTHER.rawValue)
  private static let space = Class(TEXT_SPACE.rawValue)
  private static let letter = Class(TEXT_ALETTER.rawValue)
  private static let hebrew = Class(TEXT_HEBREW.rawValue)
  private static let hangul = Class(TEXT_HANGUL.rawValue)
  private static let numeric = Class(TEXT_NUMERIC.rawValue)
  private static let singleQuote = Class(TEXT_SINGLE_QUOTE.rawValue)
  private static let doubleQuote = Class(TEXT_DOUBLE_QUOTE.rawValue)
  private static let midNumLet = Class(TEXT_MID_NUM_LET.rawValue)
  private static let midLetter = Class(TEXT_MID_LETTER.rawValue)
  private static let midNum = Class(TEXT_MID_NUM.rawValue)
  private static let extendNumLet = Class(TEXT_EXTEND_NUM_LET.rawValue)
  private static let regional = Class(TEXT_REGIONAL.rawValue)

  /// Cuts the folded text into words.
  static func cut(_ text: inout FieldText) {
    let bytes = take(&text.bytes)
    var ends = take(&text.scratch.wordEnds)
    var syllables = take(&text.scratch.second)
    var cutter = PartCutter(&text)
    let span = bytes.span
    var start = 0
    while start < span.count {
      let region = region(from: start, in: span)
      // Should ICU fail, the rules still find most words.
      let count =
        region.needsDictionary ? icuWordEnds(span.extracting(start..<region.end), into: &ends, &syllables) : 0
      if count > 0 {
        var segment = start
        for i in 0..<count {
          let end = start + Int(ends[i])
          cutter.cut(
            segment..<end, of: span, capitals: text.capitals, tails: text.capitalTails,
            isGluable: !needsDictionary(segment..<end, of: span), tokens: &text.tokens)
          segment = end
        }
      } else {
        cut(
          start..<region.end, of: span, capitals: text.capitals, tails: text.capitalTails,
          cutter: &cutter,
          tokens: &text.tokens)
      }
      start = region.end
    }
    text.bytes = bytes
    cutter.finish(&text)
    text.scratch.wordEnds = ends
    text.scratch.second = syllables
  }

  /// ICU's word ends of a region, in which Korean letters on their own count as syllables, as they do in the rules here.
  private static func icuWordEnds(
    _ region: Span<UInt8>, into ends: inout [Int32], _ syllables: inout [UInt8]
  ) -> Int {
    var i = 0
    while i < region.count {
      let (scalar, length) = decodeScalar(region, at: i)
      if Hangul.isLetter(scalar), ScalarProperties(scalar).isHangul { break }
      i += length
    }
    if i == region.count { return Riffle.icuWordEnds(region, into: &ends) }
    syllables.removeAll(keepingCapacity: true)
    i = 0
    while i < region.count {
      let (scalar, length) = decodeScalar(region, at: i)
      // As long in UTF-8.
      if length == Hangul.bytesPerLetter, Hangul.isLetter(scalar), ScalarProperties(scalar).isHangul {
        syllables.append(scalar: Hangul.firstSyllable)
      } else {
        for index in i..<i + length { syllables.append(region[index]) }
      }
      i += length
    }
    return Riffle.icuWordEnds(syllables.span, into: &ends)
  }

  /// The text up to and with the next space that nothing hangs on.
  private static func region(
    from start: Int, in text: Span<UInt8>
  ) -> (end: Int, needsDictionary: Bool) {
    var needsDictionary = false
    var isAfterSpace = false
    var i = start
    while i < text.count {
      let (scalar, length) = decodeScalar(text, at: i)
      let properties = ScalarProperties(scalar)
      if isAfterSpace && !properties.isIgnorable && scalar != 0x20 { return (i, needsDictionary) }
      isAfterSpace = scalar == 0x20
      needsDictionary = needsDictionary || properties.needsDictionary
      i += length
    }
    return (i, needsDictionary)
  }

  private static func needsDictionary(_ segment: Range<Int>, of text: Span<UInt8>) -> Bool {
    var i = segment.lowerBound
    while i < segment.upperBound {
      let (scalar, length) = decodeScalar(text, at: i)
      if ScalarProperties(scalar).needsDictionary { return true }
      i += length
    }
    return false
  }

  private static func cut(
    _ region: Range<Int>, of text: Span<UInt8>, capitals: OffsetSet, tails: OffsetSet,
    cutter: inout PartCutter, tokens: inout [Token]
  ) {
    var segment = region.lowerBound
    // Classes, without those that belong to what is before them.
    var last = other
    var secondLast = other
    var isAfterIgnorable = false
    var hasOddRegionals = false
    var i = region.lowerBound
    while i < region.upperBound {
      let (scalar, length) = decodeScalar(text, at: i)
      let properties = ScalarProperties(scalar)
      if properties.isIgnorable {
        isAfterIgnorable = true
        i += length
        continue
      }
      let next = properties.wordClass
      let isJoined: Bool
      if isLetter(next) || next == numeric || next == extendNumLet {
        isJoined = joins(last, next, after: secondLast)
      } else if next == space || next == hangul {
        isJoined = last == next && !isAfterIgnorable
      } else if next == regional {
        isJoined = last == regional && hasOddRegionals
        hasOddRegionals = !isJoined
      } else {
        isJoined = joinsMiddle(last, next, text, end: i + length, limit: region.upperBound)
      }
      if !isJoined && i > segment {
        cutter.cut(segment..<i, of: text, capitals: capitals, tails: tails, tokens: &tokens)
        segment = i
        secondLast = other
      } else {
        secondLast = last
      }
      last = next
      isAfterIgnorable = false
      i += length
    }
    if segment < region.upperBound {
      cutter.cut(
        segment..<region.upperBound, of: text, capitals: capitals, tails: tails, tokens: &tokens)
    }
  }

  private static func isLetter(_ class: Class) -> Bool { `class` == letter || `class` == hebrew }

  /// WB5, WB7, WB7c, WB8, WB9, WB10, WB11, WB13a and WB13b.
  private static func joins(_ last: Class, _ next: Class, after secondLast: Class) -> Bool {
    if isLetter(last) || last == numeric || last == extendNumLet { return true }
    if last == midNumLet || last == singleQuote {
      return (isLetter(next) && isLetter(secondLast)) || (next == numeric && secondLast == numeric)
    }
    if last == midLetter { return isLetter(next) && isLetter(secondLast) }
    if last == midNum { return next == numeric && secondLast == numeric }
    if last == doubleQuote { return next == hebrew && secondLast == hebrew }
    return false
  }

  /// WB6, WB7a, WB7b and WB12: whether punctuation stays with what is before it, for the sake of
  /// what comes after it.
  private static func joinsMiddle(
    _ last: Class, _ next: Class, _ text: Span<UInt8>, end: Int, limit: Int
  ) -> Bool {
    let joinsLetters = next == midNumLet || next == midLetter || next == singleQuote
    let joinsNumbers = next == midNumLet || next == midNum || next == singleQuote
    if last == hebrew && next == singleQuote { return true }
    if last == hebrew && next == doubleQuote { return following(text, end, limit) == hebrew }
    if isLetter(last) && joinsLetters { return isLetter(following(text, end, limit)) }
    if last == numeric && joinsNumbers { return following(text, end, limit) == numeric }
    return false
  }

  /// The class of the next scalar that does not belong to what is before it.
  private static func following(_ text: Span<UInt8>, _ start: Int, _ limit: Int) -> Class {
    var i = start
    while i < limit {
      let (scalar, length) = decodeScalar(text, at: i)
      let properties = ScalarProperties(scalar)
      if !properties.isIgnorable { return properties.wordClass }
      i += length
    }
    return other
  }
}
