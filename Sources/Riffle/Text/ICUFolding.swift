internal import CICU
internal import CKernels

/// Folding by ICU alone, step by step: used where the tables do not suffice, and as their reference.
struct ICUFolding {
  var options: FoldingOptions

  /// Appends the folded form of `text`, which begins where nothing joins what is before it.
  func fold(_ text: Span<UInt8>, into result: inout [UInt8], scratch: inout TextScratch) {
    var first = take(&scratch.first)
    var second = take(&scratch.second)
    defer {
      scratch.first = first
      scratch.second = second
    }
    // A mark that folds to a letter (U+0345) has to be in order before it does.
    normalize(text, to: .nfkd, into: &second)
    removeIgnorables(second.span, into: &first)
    if options.language == .turkic && !options.isCaseSensitive {
      foldTurkicCapitals(first.span, into: &second)
      swap(&first, &second)
    }
    normalize(first.span, to: options.isCaseSensitive ? .nfkc : .nfkcCaseFold, into: &second)
    normalize(second.span, to: .nfd, into: &first)
    if options.language == .lithuanian {
      removeRetainedDots(first.span, into: &second)
      swap(&first, &second)
    }
    writePlain(first.span, into: &second)
    normalize(second.span, to: .nfc, into: &first)
    result.append(contentsOf: first)
  }

  /// Turns `I` into `ı`, and `I` with a dot above into `i`, in decomposed text.
  private func foldTurkicCapitals(_ text: Span<UInt8>, into result: inout [UInt8]) {
    result.removeAll(keepingCapacity: true)
    var dot = -1
    var i = 0
    while i < text.count {
      let (scalar, length) = decodeScalar(text, at: i)
      if scalar == 0x49 {
        dot = dotAbove(text, after: i + 1) ?? -1
        result.append(scalar: dot < 0 ? 0x131 : 0x69)
      } else if i != dot {
        result.append(scalar: scalar)
      }
      i += length
    }
  }

  /// Removes tatweel, and what casing folds to nothing, where that is not folded.
  private func removeIgnorables(_ text: Span<UInt8>, into result: inout [UInt8]) {
    result.removeAll(keepingCapacity: true)
    var i = 0
    while i < text.count {
      let (scalar, length) = decodeScalar(text, at: i)
      i += length
      if scalar == PlainLetters.tatweel || (options.isCaseSensitive && cicu_is_default_ignorable(scalar)) { continue }
      result.append(scalar: scalar)
    }
  }

  /// Removes the dots above of `i` and `j` that another mark above follows.
  private func removeRetainedDots(_ text: Span<UInt8>, into result: inout [UInt8]) {
    result.removeAll(keepingCapacity: true)
    var isDotted = false
    var i = 0
    while i < text.count {
      let (scalar, length) = decodeScalar(text, at: i)
      i += length
      let combiningClass = cicu_combining_class(scalar)
      if combiningClass == 0 { isDotted = scalar == 0x69 || scalar == 0x6A }
      if combiningClass == 230 && isDotted {
        if scalar == 0x307, i < text.count,
          cicu_combining_class(decodeScalar(text, at: i).scalar) == 230
        {
          continue
        }
        isDotted = false
      }
      result.append(scalar: scalar)
    }
  }

  /// Writes digits in ASCII. Unless accents are kept, removes the marks of letters that lose them, and writes other letters
  /// as ``PlainLetters`` has them, or in ASCII.
  private func writePlain(_ text: Span<UInt8>, into result: inout [UInt8]) {
    result.removeAll(keepingCapacity: true)
    var losesMarks = false
    var dotOfCapital = -1
    var i = 0
    while i < text.count {
      let start = i
      let (scalar, length) = decodeScalar(text, at: i)
      i += length
      let properties = ScalarProperties(scalar)
      if !properties.isMark && cicu_combining_class(scalar) == 0 {
        losesMarks = properties.losesMarks
        let isCapitalI = scalar == 0x49 && options.language == .turkic
        dotOfCapital = isCapitalI ? dotAbove(text, after: i) ?? -1 : -1
      }
      let digit = scalar < 0x80 ? -1 : cicu_digit_value(scalar)
      if digit >= 0 {
        result.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
        continue
      }
      if options.keepsAccents {
        result.append(scalar: scalar)
        continue
      }
      if properties.isMark && losesMarks && start != dotOfCapital || PlainLetters.isLeftOut(scalar) { continue }
      if let plain = PlainLetters.spelling(of: scalar) {
        result.append(scalar: plain)
        continue
      }
      var spelling = text_plain_spelling(scalar)
      if spelling == 0 || (scalar == 0x131 && options.language == .turkic) {
        result.append(scalar: scalar)
        continue
      }
      while spelling != 0 {
        let letter = UInt8(truncatingIfNeeded: spelling)
        let isCapital = letter >= 0x41 && letter <= 0x5A
        result.append(isCapital && !options.isCaseSensitive ? letter | 0x20 : letter)
        spelling >>= 8
      }
    }
  }

  /// The offset of U+0307 if that is the first mark above among the marks from `start` on.
  private func dotAbove(_ text: Span<UInt8>, after start: Int) -> Int? {
    var i = start
    while i < text.count {
      let (scalar, length) = decodeScalar(text, at: i)
      let combiningClass = cicu_combining_class(scalar)
      if combiningClass == 0 { return nil }
      if combiningClass == 230 { return scalar == 0x307 ? i : nil }
      i += length
    }
    return nil
  }
}
