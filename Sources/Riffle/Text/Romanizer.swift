internal import CKernels

/// A writer of titles in Latin letters, so that `moskva` finds Москва and `beijing` 北京.
///
/// Only the words that need it are written: the others are found in the title. One romaniser serves one reader, title
/// after title, and remembers words and syllables, because ICU takes 3 to 10 µs for each.
package struct Romanizer: Sendable {
  /// What has been made of the last title.
  package var bytes: [UInt8] { romanized.bytes }

  private let rules = RomanizationRules()
  private let plain = TextAnalyzer(FoldingOptions(isCaseSensitive: true))
  private var romanized: RomanizedText
  private var words: [[UInt8]: [UInt8]] = [:]
  private var syllables: [UInt32: [UInt8]] = [:]
  private var text: [UInt8] = []
  private var ends: [Int32] = []
  private var folded = FieldText()
  /// The Han of a run, and how each letter is read.
  private var letters: [UInt32] = []
  private var readings: [HanReadings.Syllable] = []
  /// Whether the first of them may be a surname.
  private var beginsWithName = false
  /// Whether the title at hand has kana.
  private var isJapanese = false
  /// Whether nothing of the title at hand is written or passed over so far but signs.
  private var isAtStart = true

  /// So many words are remembered; then it begins anew.
  private static let mostWords = 1 << 14
  /// Longer text without a space is handed to ICU in pieces, which takes the square of their length.
  private static let mostBytesAtOnce = 1024
  /// A run of Han and kana so short is taken for one word, in bytes.
  private static let shortestCut = 7

  /// - Parameter options: how the romanised text will be folded.
  package init(_ options: FoldingOptions) {
    romanized = RomanizedText(writesCapitals: !options.isCaseSensitive && options.language != .turkic)
  }

  /// Romanises a title into ``bytes``, at most some bytes for each letter; `false` if there is nothing to romanise, or
  /// ICU can make nothing of it.
  ///
  /// - Parameter title: well-formed UTF-8.
  /// - Complexity: O(*n*); some nanoseconds for a title without letters of other scripts.
  package mutating func romanize(_ title: Span<UInt8>) -> Bool {
    romanized.removeAll()
    guard Romanizer.needsRomanizing(title) else { return false }
    var text = take(&text)
    // One spelling for letters with marks and for narrow, wide and compatible forms.
    normalize(title, to: .nfkc, into: &text)
    isJapanese = HanReadings.hasKana(text.span)
    isAtStart = true
    let hasHan = writeChunks(text.span)
    self.text = text
    romanized.finish(hasHan: hasHan)
    return !romanized.bytes.isEmpty
  }

  /// Whether a text holds letters of other scripts than Latin.
  static func needsRomanizing(_ text: Span<UInt8>) -> Bool {
    var start = 0
    while start < text.count {
      var others = asciiMasks(text, from: start).others
      while others != 0 {
        let offset = start + others.trailingZeroBitCount
        others &= others - 1
        if offset >= text.count { break }
        if text[offset] >= leadOfFirstScript, LetterScript(decodeScalar(text, at: offset).scalar) != .none {
          return true
        }
      }
      start += 64
    }
    return false
  }

  /// The first byte of ``LetterScript/firstScalar``.
  private static let leadOfFirstScript: UInt8 = 0xCD

  // MARK: - Chunks

  /// Writes the chunks of text between gaps that hold letters of other scripts; whether any of these are Han.
  private mutating func writeChunks(_ text: Span<UInt8>) -> Bool {
    var hasHan = false
    var start = 0
    var needsRomanizing = false
    var hasContent = false
    var i = 0
    while i < text.count {
      let (scalar, length) = decodeScalar(text, at: i)
      switch RomanizedPart(scalar) {
      case .gap:
        if needsRomanizing { writeChunk(text.extracting(start..<i)) } else if hasContent { isAtStart = false }
        needsRomanizing = false
        hasContent = false
        start = i + length
      case .han:
        hasHan = true
        needsRomanizing = true
      case .kana, .other: needsRomanizing = true
      case .latin: hasContent = true
      case .joiner: break
      }
      i += length
    }
    if needsRomanizing { writeChunk(text.extracting(start...)) }
    return hasHan
  }

  /// Writes a chunk run by run: Han and kana by turns with all else.
  private mutating func writeChunk(_ chunk: Span<UInt8>) {
    var gap = RomanizedText.Gap.space
    var start = 0
    var isCJK = false
    var spelling = Spelling()
    var i = 0
    while i < chunk.count {
      let (scalar, length) = decodeScalar(chunk, at: i)
      let part = RomanizedPart(scalar)
      let isNextCJK =
        switch part {
        case .han, .kana: true
        case .joiner, .gap: isCJK
        case .latin, .other: false
        }
      if isNextCJK != isCJK || i - start >= Romanizer.mostBytesAtOnce {
        writeRun(chunk.extracting(start..<i), isCJK, spelling, after: &gap, isLast: false)
        start = i
        isCJK = isNextCJK
        spelling = Spelling()
      }
      if case .other(let script) = part { spelling.add(scalar, script) }
      i += length
    }
    writeRun(chunk.extracting(start...), isCJK, spelling, after: &gap, isLast: true)
    isAtStart = false
  }

  /// - Parameter isLast: whether no letter follows.
  private mutating func writeRun(
    _ run: Span<UInt8>, _ isCJK: Bool, _ spelling: Spelling, after gap: inout RomanizedText.Gap, isLast: Bool
  ) {
    if run.count == 0 { return }
    if isCJK {
      readHan(run, isLast: isLast)
      writeCJK(run, after: &gap)
      return
    }
    if isAtStart, Romanizer.hasContent(run) { isAtStart = false }
    if romanized.append(spelling.rules.map { word(run, by: $0) } ?? [UInt8](copying: run), after: gap) {
      gap = .hyphen
    }
  }

  private static func hasContent(_ run: Span<UInt8>) -> Bool {
    var i = 0
    while i < run.count {
      let (scalar, length) = decodeScalar(run, at: i)
      if RomanizedPart(scalar).isContent { return true }
      i += length
    }
    return false
  }

  // MARK: - Han and kana

  /// Finds how each letter of Han in a run is read, row by row.
  private mutating func readHan(_ run: Span<UInt8>, isLast: Bool) {
    readings.removeAll(keepingCapacity: true)
    letters.removeAll(keepingCapacity: true)
    beginsWithName = false
    var i = 0
    while i < run.count {
      let (scalar, length) = decodeScalar(run, at: i)
      if LetterScript(scalar) == .han {
        letters.append(scalar)
      } else {
        readRow(isApart: !RomanizedPart(scalar).isContent)
      }
      i += length
    }
    readRow(isApart: isLast)
  }

  /// - Parameter isApart: whether no letter follows.
  private mutating func readRow(isApart: Bool) {
    if letters.isEmpty { return }
    var row = take(&letters)
    if isJapanese {
      HanReadings.appendOwn(row.span, to: &readings)
    } else {
      let mayBeName = isAtStart && isApart
      if mayBeName { beginsWithName = HanReadings.isNameLength(row.count) }
      HanReadings.append(row.span, mayBeName: mayBeName, to: &readings)
    }
    isAtStart = false
    row.removeAll(keepingCapacity: true)
    letters = row
  }

  /// Writes a run word by word, as ICU's dictionary cuts it.
  private mutating func writeCJK(_ run: Span<UInt8>, after gap: inout RomanizedText.Gap) {
    var ends = take(&ends)
    let count = run.count < Romanizer.shortestCut ? 0 : icuWordEnds(run, into: &ends)
    var letter = 0
    if count == 0 {
      writeCJKWord(run, from: &letter, after: &gap)
    } else {
      var start = 0
      for index in 0..<count {
        let end = Int(ends[index])
        if end < run.count, Romanizer.isInSyllable(run, at: end) { continue }
        writeCJKWord(run.extracting(start..<end), from: &letter, after: &gap)
        start = end
      }
    }
    self.ends = ends
  }

  /// Whether kana go on with a sound there, though the dictionary may know the word before: っ doubles the consonant that
  /// follows, and ー, ゃ and the like belong to the syllable before.
  private static func isInSyllable(_ run: Span<UInt8>, at offset: Int) -> Bool {
    switch decodeScalar(run, at: offset).scalar {
    case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E,
      0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30EE, 0x30FC:
      return true
    default:
      // っ and ッ
      guard offset >= 3, run[offset - 3] == 0xE3 else { return false }
      return (run[offset - 2], run[offset - 1]) == (0x81, 0xA3) || (run[offset - 2], run[offset - 1]) == (0x83, 0x83)
    }
  }

  /// Writes the syllables of Han one by one, and kana in one piece.
  /// - Parameter letter: the place of the word's first letter of Han among those of its run.
  private mutating func writeCJKWord(
    _ word: Span<UInt8>, from letter: inout Int, after gap: inout RomanizedText.Gap
  ) {
    var kanaStart = 0
    var last: [UInt8] = []
    var i = 0
    while i < word.count {
      let (scalar, length) = decodeScalar(word, at: i)
      if LetterScript(scalar) == .han {
        writeKana(word.extracting(kanaStart..<i), after: &gap)
        kanaStart = i + length
        let reading = letter < readings.count ? readings[letter] : HanReadings.own
        if scalar != Romanizer.repetition { last = syllable(scalar, reading) }
        if romanized.append(last, after: gap, isSyllable: true) {
          gap = .syllable
          if !isJapanese {
            addOtherReadings(of: scalar, readAs: last, reading, mayBeSurname: letter == 0 && beginsWithName)
          }
        }
        letter += 1
      }
      i += length
    }
    writeKana(word.extracting(kanaStart...), after: &gap)
    if gap == .syllable { gap = .hyphen }
  }

  /// Adds the other common readings of the letter that was written last.
  private mutating func addOtherReadings(
    of letter: UInt32, readAs first: [UInt8], _ reading: HanReadings.Syllable, mayBeSurname: Bool
  ) {
    guard romanized.admitsOthers else { return }
    let others = HanReadings.others(of: letter, mayBeSurname: mayBeSurname)
    if others.isEmpty, reading == HanReadings.own { return }
    var readings = [syllable(letter, HanReadings.correction(of: letter))] + others.map { HanReadings.latin($0) }
    readings.removeAll { $0 == first || $0.isEmpty }
    romanized.addOthers(readings)
  }

  /// 々, which stands for the letter before it.
  private static let repetition: UInt32 = 0x3005

  private mutating func writeKana(_ kana: Span<UInt8>, after gap: inout RomanizedText.Gap) {
    if kana.count == 0 { return }
    if romanized.append(word(kana, by: .any), after: gap, isSyllable: true) { gap = .syllable }
  }

  private mutating func syllable(_ scalar: UInt32, _ reading: HanReadings.Syllable) -> [UInt8] {
    if reading != HanReadings.own { return HanReadings.latin(reading) }
    if let known = syllables[scalar] { return known }
    var utf8: [UInt8] = []
    utf8.append(scalar: scalar)
    let found = latin(utf8.span, by: .any)
    syllables[scalar] = found
    return found
  }

  // MARK: - Words

  private mutating func word(_ text: Span<UInt8>, by rules: RomanizationRules.Name) -> [UInt8] {
    let key = [UInt8](copying: text)
    if let known = words[key] { return known }
    let found = latin(text, by: rules)
    if words.count >= Romanizer.mostWords { words.removeAll(keepingCapacity: true) }
    words[key] = found
    return found
  }

  /// What ICU makes of some text, without accents.
  private mutating func latin(_ text: Span<UInt8>, by rules: RomanizationRules.Name) -> [UInt8] {
    let found = self.rules.romanize(text, by: rules)
    plain.analyze(found.span, into: &folded)
    return Array(folded.bytes.prefix(folded.foldedCount))
  }

  /// Selects by the letters of a word the rules of its language.
  private struct Spelling {
    private var isCyrillic = true
    private var isGreek = true
    private var isRussian = true
    private var isUkrainian = false
    private var isEmpty = true

    mutating func add(_ scalar: UInt32, _ script: LetterScript) {
      isEmpty = false
      isCyrillic = isCyrillic && script == .cyrillic
      isGreek = isGreek && script == .greek
      switch scalar {
      case 0x401, 0x410...0x44F, 0x451: break
      case 0x404, 0x406, 0x407, 0x454, 0x456, 0x457, 0x490, 0x491: isUkrainian = true
      default: isRussian = false
      }
    }

    /// `nil` if there is nothing to romanise. Without a word's language nothing is certain: Bulgarian has the letters of
    /// Russian.
    var rules: RomanizationRules.Name? {
      if isEmpty { return nil }
      if isGreek { return .greek }
      if isCyrillic && isRussian { return isUkrainian ? .ukrainian : .russian }
      return .any
    }
  }
}
