/// The words of one item as the scorer sees them: where each stands, and what stands next to it.
///
/// Scratch space: filled field by field for one item, then for the next. It does not matter where the
/// letters lie, in the folded text of the item or in a dictionary, as long as all lie in one array.
package struct ItemLayout: Sendable {
  package struct Word: Sendable, Hashable {
    /// Where the word's letters lie.
    package var start: UInt32
    package var length: UInt32
    package var field: Field
    package var kind: TokenKind
    /// The counted words that the word lies in, numbered from 0 in its field.
    package var firstCounted: Int32
    package var lastCounted: Int32
    /// The smallest units that the word consists of, numbered from 0 in its field. An extra has none: it
    /// stands at the unit in which it begins, and takes none away.
    package var firstUnit: Int32
    package var endUnit: Int32
    /// Index of the word that follows in a run; ``none`` at the end of a phrase.
    package var next: Int32
    /// Whether the word, or the compound that it is the first part of, begins a phrase: in titles and readings, the field.
    package var startsPhrase: Bool

    /// No word follows.
    package static let none = Int32.max

    package var range: Range<Int> { Int(start)..<Int(start) + Int(length) }

    package var endsPhrase: Bool { next == Word.none }

    package var isCounted: Bool { kind == .simple || kind == .compound }
  }

  package private(set) var words: [Word] = []
  /// How many counted words the title has.
  package private(set) var titleCount: Int32 = 0
  /// Of a title that is a path.
  package var lastComponent: LastComponent?
  /// Whether the reading is the title in Latin letters, as a ``Romanizer`` guesses it.
  package var isRomanized = false

  private var fieldStart = 0
  /// Where the words of each field begin, by raw value of ``Field``.
  private var firstWords: InlineArray<3, Int> = .init(repeating: 0)
  private var counted: Int32 = -1
  private var units: Int32 = 0

  package init() {}

  package mutating func removeAll() {
    words.removeAll(keepingCapacity: true)
    titleCount = 0
    lastComponent = nil
    isRomanized = false
    fieldStart = 0
  }

  /// The unit of the title that counts as its start.
  package var titleStart: Int32 { lastComponent?.firstUnit ?? 0 }

  /// Index of the first word of a field that has words.
  func firstWord(of field: Field) -> Int { firstWords[Int(field.rawValue)] }

  /// Adds the next token of the field at hand.
  ///
  /// - Parameter startsPhrase: whether it is the first one after a list mark; the first of a field always is.
  package mutating func append(
    _ kind: TokenKind, start: UInt32, length: UInt32, field: Field, startsPhrase: Bool = false
  ) {
    if words.count == fieldStart {
      counted = -1
      units = 0
    }
    var word = Word(
      start: start, length: length, field: field, kind: kind, firstCounted: 0, lastCounted: 0, firstUnit: units,
      endUnit: units, next: 0, startsPhrase: startsPhrase || words.count == fieldStart)
    switch kind {
    case .simple:
      counted += 1
      units += 1
    case .compound:
      counted += 1
    case .part:
      units += 1
    case .inner:
      break
    case .extra, .extraAcross, .spelling:
      word.firstUnit = max(0, units - 1)
    }
    word.firstCounted = counted
    word.lastCounted = kind == .extraAcross ? counted + 1 : counted
    word.endUnit = kind.isExtra ? word.firstUnit : units
    words.append(word)
  }

  /// Ends the field at hand: sets where the parts of each compound end, and what follows each word.
  package mutating func endField(_ field: Field) {
    defer {
      firstWords[Int(field.rawValue)] = fieldStart
      fieldStart = words.count
    }
    guard words.count > fieldStart else { return }
    let isOneCompound = counted == 0 && words[fieldStart].kind == .compound
    if isOneCompound {
      for index in fieldStart + 1..<words.count where words[index].kind == .part {
        words[index].firstCounted = words[index].firstUnit
        words[index].lastCounted = words[index].firstUnit
      }
      for index in fieldStart + 1..<words.count where words[index].kind == .inner {
        words[index].firstCounted = words[index].firstUnit
        words[index].lastCounted = words[lastPart(ofLetters: Int(words[index].length), after: index)].firstUnit
      }
      words[fieldStart].lastCounted = units - 1
      counted = units - 1
    }
    // Walking backwards: `nextCounted` is the counted word that begins after the current one in the same phrase.
    var nextCounted = Word.none
    var nextPart = Word.none
    var endOfParts = units
    var index = words.count - 1
    while index >= fieldStart {
      defer {
        if words[index].startsPhrase {
          markFirstParts(of: index)
          nextCounted = Word.none
          nextPart = Word.none
        }
        index -= 1
      }
      switch words[index].kind {
      case .simple:
        words[index].next = nextCounted
        nextCounted = Int32(index)
        nextPart = nextCounted
        endOfParts = words[index].firstUnit
      case .compound:
        words[index].next = nextCounted
        words[index].endUnit = endOfParts
        nextCounted = Int32(index)
        nextPart = nextCounted
        endOfParts = words[index].firstUnit
      case .part:
        words[index].next = nextPart
        nextPart = Int32(index)
      case .inner:
        let last = lastPart(ofLetters: Int(words[index].length), after: index)
        words[index].next = words[last].next
        words[index].endUnit = words[last].endUnit
        nextPart = Int32(index)
      case .extra, .extraAcross, .spelling:
        words[index].next = nextCounted
      }
    }
    if field == .title { titleCount = counted + 1 }
  }

  /// What stands where a phrase begins begins it too.
  private mutating func markFirstParts(of compound: Int) {
    var part = compound + 1
    while part < words.count, words[part].kind == .part || words[part].kind == .inner,
      words[part].firstUnit == words[compound].firstUnit
    {
      words[part].startsPhrase = true
      part += 1
    }
  }

  /// Calls `body` with the words of each phrase, titles and readings being one each, and with how many terms take at least to
  /// be the whole of it: a term takes a counted word, or a pair of letters that may be two of these.
  package func forEachPhrase(_ body: (Range<Int>, _ fewestTerms: Int) -> Void) {
    var start = 0
    while start < words.count {
      var end = start
      var fewest = 0
      while end < words.count, words[end].field == words[start].field {
        if words[end].isCounted, words[end].startsPhrase, end > start { break }
        fewest += words[end].isCounted ? 1 : words[end].kind == .extraAcross ? -1 : 0
        end += 1
      }
      body(start..<end, fewest)
      start = end
    }
  }

  /// The part that holds the last of the first `length` letters of the compound at `index`.
  package func lastPart(ofLetters length: Int, after index: Int) -> Int {
    var letters = 0
    var last = index
    while letters < length, last + 1 < words.count {
      last += 1
      if words[last].kind == .part { letters += Int(words[last].length) }
    }
    return last
  }
}
