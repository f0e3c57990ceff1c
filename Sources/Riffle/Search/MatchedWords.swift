/// The words of a row that the terms of a query take, and their places in its texts. The search has found the words, so only
/// the title, or the matching phrase of the search text, is read again.
struct MatchedWords: Sendable {
  private let segment: Segment
  private let prepared: PreparedQuery
  private let highlighter: Highlighter
  private var matches: PartMatches
  private var text = FieldText()
  private var layout = ItemLayout()

  /// - Parameter prepared: a query that is matched by words.
  init(_ segment: Segment, _ prepared: PreparedQuery, _ matches: PartMatches) {
    self.segment = segment
    self.prepared = prepared
    self.matches = matches
    highlighter = Highlighter(scorer: prepared.scorer)
  }

  /// Returns the assignments of a row; none if it is no hit.
  mutating func assignments(_ row: Int) -> [Assignment] {
    if let known = matches.assignments[UInt32(truncatingIfNeeded: row)] { return known }
    var examiner = matches.examiner ?? RowExaminer(prepared, in: segment)
    let assignments = examiner.cost(segment.order.ordinal(row)) == nil ? [] : examiner.assignments
    matches.examiner = examiner
    return assignments
  }

  /// The matched parts of a field of a row, as UTF-8 ranges of the original text, ascending, none touching another.
  mutating func highlights(_ row: Int, in field: Field) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    let assignments = assignments(row)
    guard assignments.contains(where: { $0.field == field }) else { return ranges }
    let column = segment.column(field)
    let bytes = column.bytes
    let original = bytes.span(column.indexedRange(row))
    let tokens = segment.tokens.tokens(of: segment.order.ordinal(row))[...]
    let firstWord = (tokens.firstIndex { TokenColumn.field($0) == field } ?? tokens.startIndex) - tokens.startIndex
    var pieces: [(phrase: Int, word: Int, letters: Range<Int>)] = []
    for assignment in assignments where assignment.field == field {
      for piece in self.pieces(of: assignment, row, tokens) {
        let (phrase, word) =
          field == .searchText
          ? MatchedWords.phrase(ofWord: piece.word, tokens, firstWord) : (0, piece.word - firstWord)
        pieces.append((phrase, word, piece.letters))
      }
    }
    pieces.sort { $0.phrase < $1.phrase }
    var next = 0
    while next < pieces.count {
      let phrase = pieces[next].phrase
      guard let (start, first) = read(phrase, of: field, original) else { break }
      var folded: [Range<Int>] = []
      while next < pieces.count, pieces[next].phrase == phrase {
        let (word, letters) = (first + pieces[next].word, pieces[next].letters)
        // Zeros may have taken the place of the words of the row or of its text, see ``BlockMemory``.
        if text.hasLetters(letters, ofWord: word) { folded += text.foldedRanges(of: letters, ofWord: word) }
        next += 1
      }
      // Adjacent ranges of the folded text are one part, even if folding has dropped text between.
      for range in merged(folded) {
        let found = text.originalRange(range, in: original.extracting(start..<original.count))
        ranges.append(start + found.lowerBound..<start + found.upperBound)
      }
    }
    return merged(ranges)
  }

  /// Reads a field, or a phrase of a search text; returns where ``text`` begins in it, and with which word the phrase does.
  private mutating func read(_ phrase: Int, of field: Field, _ original: Span<UInt8>) -> (start: Int, word: Int)? {
    if field == .searchText { return PhraseReader(segment.analyzer).read(phrase, of: original, into: &text) }
    segment.analyzer.analyze(original, into: &text)
    return (0, 0)
  }

  private mutating func pieces(
    of assignment: Assignment, _ row: Int, _ tokens: ArraySlice<UInt32>
  ) -> [(word: Int, letters: Range<Int>)] {
    let letters = segment.dictionary.bytes
    if assignment.way.isRun {
      segment.layOut(row, into: &layout)
      return highlighter.pieces(ofRun: assignment, letters.span, layout)
    }
    let word = letters.span.extracting(
      segment.dictionary.range(TokenColumn.word(tokens[tokens.startIndex + assignment.firstWord])))
    return highlighter.letters(of: assignment, in: word).map { (assignment.firstWord, $0) }
  }

  /// Returns the number of phrases of the search text before that of a word, and the number of its words before the word.
  private static func phrase(ofWord index: Int, _ tokens: ArraySlice<UInt32>, _ first: Int) -> (number: Int, word: Int)
  {
    var number = 0
    var start = first
    for word in first...index where word > first && TokenColumn.startsPhrase(tokens[tokens.startIndex + word]) {
      number += 1
      start = word
    }
    return (number, index - start)
  }
}
