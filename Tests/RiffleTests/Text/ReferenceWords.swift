import CICU
import CKernels
import Foundation
import Riffle

/// The words of a folded text as the documentation says, read off ICU's word boundaries with plain
/// arrays and no regard for speed.
struct ReferenceWords {
  /// A letter, digit or ideograph with the marks on it.
  private struct Letter {
    var range: Range<Int>
    var isCJK: Bool
    var isDigit: Bool
    var isCapital: Bool
    var needsDictionary: Bool
    /// The offset of the segment it stands in.
    var segment: Int
    var isEmoji = false
  }

  private let scalars: [UInt32]
  /// UTF-8 offsets of the scalars, and of the end.
  private let offsets: [Int]
  private let capitals: Set<Int>
  private let segmentEnds: [Int]
  private var bytes: [UInt8]
  private var tokens: [Token] = []
  /// Whether there are so few tokens, but for initials, that those of several words are added.
  private var isShort = false

  /// - Parameter capitals: indices of the scalars that were capitals.
  init(folded: [UInt32], capitals: Set<Int> = []) {
    scalars = folded
    bytes = ICU.encode(folded)
    self.capitals = capitals
    // Letters of Korean on their own are cut as syllables are.
    segmentEnds = ICU.wordEnds(
      ICU.encode(folded.map { ReferenceWords.wordClass($0) == TEXT_HANGUL.rawValue ? 0xAC00 : $0 }))
    offsets = folded.reduce(into: [0]) { $0.append($0[$0.count - 1] + ICU.encode([$1]).count) }
  }

  /// - Parameter folded: before the last step, see ``ReferenceFolding/textToCut(_:)``.
  static func words(of folded: [UInt32], capitals: Set<Int> = []) -> [String] {
    var words = ReferenceWords(folded: folded, capitals: capitals)
    words.cut()
    return words.tokens.map { token in
      let letters = ReferenceFolding().searchLetters(ICU.decode(Array(words.bytes[token.range])))
      return "\(String(decoding: ICU.encode(letters), as: UTF8.self)) \(token.kind)"
    }
  }

  /// The words of a text, without those that are other spellings in Latin letters: these depend on what was folded.
  static func describe(_ text: FieldText) -> [String] {
    text.tokens.filter { token in
      !(token.kind.isExtra && token.range.lowerBound >= text.foldedCount
        && text.bytes[token.range].contains { $0 < 0x80 })
    }
    .map { "\(String(decoding: text.bytes[$0.range], as: UTF8.self)) \($0.kind)" }
  }

  private static let properties = Dictionary(
    uniqueKeysWithValues: ICU.assigned.filter { $0 < UInt32(TEXT_TABLE_LIMIT) }
      .map { ($0, TextTableGenerator.properties(of: $0)) })

  private static func has(_ flag: text_flags, _ scalar: UInt32) -> Bool {
    UInt32(properties[scalar] ?? 0) & flag.rawValue != 0
  }

  private static func wordClass(_ scalar: UInt32) -> UInt32 {
    UInt32(properties[scalar] ?? 0) & TEXT_CLASS_MASK.rawValue
  }

  private mutating func cut() {
    let letters = letters()
    // A word is a stretch of letters in which each belongs with the one before it.
    var words: [[Letter]] = []
    for letter in letters {
      if let last = words.last?.last, belongs(letter, with: last) {
        words[words.count - 1].append(letter)
      } else {
        words.append([letter])
      }
    }
    let text = bytes
    for pass in 0...1 {
      isShort = pass == 1 && tokens.count { !isInitials($0, text) } <= 16
      bytes = text
      tokens = []
      for (i, word) in words.enumerated() {
        if word[0].isCJK {
          appendCJK(word, next: i + 1 < words.count ? words[i + 1][0] : nil)
        } else {
          append(word, next: words[(i + 1)...])
        }
      }
    }
  }

  private func letters() -> [Letter] {
    var letters: [Letter] = []
    var segment = 0
    for end in segmentEnds {
      let indices = scalars.indices.filter { offsets[$0] >= segment && offsets[$0] < end }
      let needsDictionary = indices.contains {
        ReferenceWords.has(TEXT_NEEDS_DICTIONARY, scalars[$0])
      }
      let hasContent = indices.contains { ReferenceWords.has(TEXT_IS_CONTENT, scalars[$0]) }
      if !hasContent, let first = indices.first,
        ReferenceWords.has(TEXT_IS_PICTOGRAPHIC, scalars[first])
          || ReferenceWords.wordClass(scalars[first]) == TEXT_REGIONAL.rawValue
      {
        letters.append(
          Letter(
            range: segment..<end, isCJK: false, isDigit: false, isCapital: false,
            needsDictionary: true, segment: segment, isEmoji: true))
      } else {
        for i in indices where ReferenceWords.has(TEXT_IS_CONTENT, scalars[i]) {
          // To ICU the marks of Han are no part of what is before them.
          let isCJK = ReferenceWords.has(TEXT_IS_CJK, scalars[i])
          let rest =
            isCJK ? scalars.indices[(i + 1)...] : scalars.indices[(i + 1)..<(indices.last ?? i) + 1]
          let marks = rest.prefix { isIgnorable(scalars[$0]) }
          letters.append(
            Letter(
              range: offsets[i]..<offsets[(marks.last ?? i) + 1],
              isCJK: isCJK,
              isDigit: ReferenceWords.wordClass(scalars[i]) == TEXT_NUMERIC.rawValue,
              isCapital: capitals.contains(i), needsDictionary: needsDictionary, segment: segment))
        }
      }
      segment = end
    }
    return letters
  }

  private func isIgnorable(_ scalar: UInt32) -> Bool {
    [TEXT_EXTEND, TEXT_FORMAT, TEXT_ZWJ].contains {
      $0.rawValue == ReferenceWords.wordClass(scalar)
    }
  }

  private func belongs(_ letter: Letter, with last: Letter) -> Bool {
    if letter.isEmoji || last.isEmoji || letter.isCJK != last.isCJK { return false }
    if letter.isCJK {
      return letter.segment == last.segment && letter.range.lowerBound == last.range.upperBound
    }
    if letter.segment == last.segment { return true }
    if letter.needsDictionary || last.needsDictionary { return false }
    // The end of the segment, not of the letter: `a_-b`.
    let end = segmentEnds.first { $0 >= last.range.upperBound } ?? 0
    let gap = scalars.indices.filter { offsets[$0] >= end && offsets[$0] < letter.segment }
    return gap.count == 1 && ReferenceWords.has(TEXT_IS_JOINER, scalars[gap[0]])
  }

  /// - Parameter next: the words that follow.
  private mutating func append(_ word: [Letter], next: ArraySlice<[Letter]>) {
    var parts = [word[0].range]
    for i in word.indices.dropFirst() {
      if isCut(word, before: i) {
        parts.append(word[i].range)
      } else {
        parts[parts.count - 1] = parts[parts.count - 1].lowerBound..<word[i].range.upperBound
      }
    }
    defer {
      let isSimple = parts.count == 1
      for part in parts {
        appendInitials(ofKorean: part, isSimple ? .spelling : .extra, following: isSimple ? next : [])
      }
    }
    if parts.count == 1 { return append(parts[0], .simple) }
    var runs: [[Range<Int>]] = []
    for part in parts {
      if let last = runs.last?.last, last.upperBound == part.lowerBound {
        runs[runs.count - 1].append(part)
      } else {
        runs.append([part])
      }
    }
    if runs.count == 1 {
      append(parts[0].lowerBound..<parts[parts.count - 1].upperBound, .compound)
    } else {
      let start = bytes.count
      for part in parts { bytes += bytes[part] }
      append(start..<bytes.count, .compound)
    }
    for run in runs {
      if run.count > 1 && runs.count > 1 {
        append(run[0].lowerBound..<run[run.count - 1].upperBound, .inner)
      }
      for part in run { append(part, .part) }
    }
  }

  /// What syllables decompose to begins with their initials.
  ///
  /// In short texts, those of the words that follow are added once more, as long as blanks stand between.
  private mutating func appendInitials(
    ofKorean part: Range<Int>, _ kind: TokenKind, following: ArraySlice<[Letter]>
  ) {
    guard let initials = initials(part) else { return }
    if initials.count > 1 { appendGlued(initials, kind) }
    guard isShort else { return }
    var all = initials
    var end = part.upperBound
    for word in following {
      let range = word[0].range.lowerBound..<word[word.count - 1].range.upperBound
      guard bytes[end..<range.lowerBound] == [0x20], let next = self.initials(range) else { break }
      all += next
      end = range.upperBound
    }
    if all.count > initials.count { appendGlued(all, .extraAcross) }
  }

  private func initials(_ part: Range<Int>) -> [UInt32]? {
    let letters = ICU.decode(Array(bytes[part]))
    guard letters.allSatisfy({ 0xAC00...0xD7A3 ~= $0 }) else { return nil }
    return letters.map { ICU.normalize(CICU_NFD, [$0])[0] }
  }

  private mutating func appendGlued(_ letters: [UInt32], _ kind: TokenKind) {
    bytes += ICU.encode(letters)
    append(bytes.count - ICU.encode(letters).count..<bytes.count, kind)
  }

  private func isCut(_ word: [Letter], before i: Int) -> Bool {
    let last = word[i - 1]
    let letter = word[i]
    if last.range.upperBound != letter.range.lowerBound || last.segment != letter.segment {
      return true
    }
    if last.isDigit != letter.isDigit { return true }
    if letter.isDigit || !letter.isCapital { return false }
    if !last.isCapital { return true }
    guard i + 1 < word.count else { return false }
    let next = word[i + 1]
    let isTogether =
      next.range.lowerBound == letter.range.upperBound && next.segment == letter.segment
    return isTogether && !next.isCapital && !next.isDigit
  }

  private mutating func appendCJK(_ word: [Letter], next: Letter?) {
    let range = word[0].range.lowerBound..<word[word.count - 1].range.upperBound
    append(range, .simple)
    for (i, letter) in word.enumerated() {
      var following: Letter? = i + 1 < word.count ? word[i + 1] : nil
      if following == nil, let next, next.isCJK, next.range.lowerBound == range.upperBound {
        following = next
      }
      let extra = letter.range.lowerBound..<(following ?? letter).range.upperBound
      if extra != range {
        append(extra, extra.upperBound > range.upperBound ? .extraAcross : .extra)
      }
    }
  }

  private func isInitials(_ token: Token, _ text: [UInt8]) -> Bool {
    token.kind.isExtra && token.range.lowerBound >= text.count
  }

  private mutating func append(_ range: Range<Int>, _ kind: TokenKind) {
    tokens.append(Token(start: range.lowerBound, length: range.count, kind: kind))
  }
}
