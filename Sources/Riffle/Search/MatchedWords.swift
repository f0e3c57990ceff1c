/// Which words of a row the terms of a query take, and where these stand in its texts: known from finding the row, so that
/// only the title, or the phrase of the search text that matches, is read again.
struct MatchedWords: Sendable {
  private let segment: Segment
  private let prepared: PreparedQuery
  private let highlighter: Highlighter
  private var matches: PartMatches
  private var text = FieldText()
  private var layout = ItemLayout()

  /// - Parameter prepared: a query that words answer.
  init(_ segment: Segment, _ prepared: PreparedQuery, _ matches: PartMatches) {
    self.segment = segment
    self.prepared = prepared
    self.matches = matches
    highlighter = Highlighter(scorer: prepared.scorer)
  }

  /// What the terms take of a row; nothing if it is no hit.
  mutating func assignments(_ row: Int) -> [Assignment] {
    if let known = matches.assignments[UInt32(truncatingIfNeeded: row)] { return known }
    var examiner = matches.examiner ?? RowExaminer(prepared, in: segment)
    let assignments = examiner.assign(row) == nil ? [] : examiner.assignments
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
    let original = bytes.span.extracting(column.indexedRange(row))
    let tokens = segment.tokens.tokens[segment.tokens.range(row)]
    let firstWord = (tokens.firstIndex { TokenColumn.field($0) == field } ?? tokens.startIndex) - tokens.startIndex
    if field != .searchText { segment.analyzer.analyze(original, into: &text) }
    for assignment in assignments where assignment.field == field {
      for piece in pieces(of: assignment, row, tokens) {
        if field == .searchText {
          let (number, index) = MatchedWords.phrase(ofWord: piece.word, tokens, firstWord)
          let reader = PhraseReader(segment.analyzer)
          guard let (start, first) = reader.read(number, of: original, into: &text) else { continue }
          append(piece.letters, ofWord: first + index, start, original, to: &ranges)
        } else {
          append(piece.letters, ofWord: piece.word - firstWord, 0, original, to: &ranges)
        }
      }
    }
    return merged(ranges)
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

  /// How many phrases of the search text come before that of a word, and how many words of it before the word.
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

  /// Appends where letters of a word of ``text`` stand in the original, which was read from `start` on.
  private func append(
    _ letters: Range<Int>, ofWord word: Int, _ start: Int, _ original: Span<UInt8>, to ranges: inout [Range<Int>]
  ) {
    let part = original.extracting(start..<original.count)
    for range in text.foldedRanges(of: letters, ofWord: word) {
      let found = text.offsets.originalRange(range, in: part)
      ranges.append(start + found.lowerBound..<start + found.upperBound)
    }
  }
}
