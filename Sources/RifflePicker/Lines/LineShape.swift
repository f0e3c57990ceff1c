/// The parts of a line to show, and the parts of these to search.
package struct LineShape: Sendable {
  package var delimiter = FieldDelimiter.blanks
  /// The fields that are searched; empty for all.
  package var searched: [FieldRange] = []
  /// The fields that are shown; empty for all.
  package var shown: [FieldRange] = []
  /// Whether escape sequences are converted to colours.
  package var readsColors = false

  package init() {}

  /// Whether a line is shown and searched unchanged.
  package var isPlain: Bool { searched.isEmpty && shown.isEmpty && !readsColors }

  /// Returns the shown form of a line.
  package func text(of line: String) -> (text: String, spans: [StyleSpan]) {
    if isPlain { return (line, []) }
    var text = line
    var spans: [StyleSpan] = []
    if readsColors {
      let colored = ANSIText(line)
      (text, spans) = (colored.text, colored.spans)
    }
    if shown.isEmpty { return (text, spans) }
    let pieces = TextPieces(text, shown, delimiter)
    return (
      pieces.text, spans.flatMap { span in pieces.within(span.range).map { StyleSpan(range: $0, style: span.style) } }
    )
  }

  /// Returns the searched part of a line's shown form.
  package func searchedText(of shown: String) -> String {
    searched.isEmpty ? shown : TextPieces(shown, searched, delimiter).text
  }

  /// Converts highlights in the searched text to places in the shown text.
  package func places(_ highlights: [Range<Int>], in shown: String) -> [Range<Int>] {
    if searched.isEmpty { return highlights }
    let pieces = TextPieces(shown, searched, delimiter)
    return highlights.flatMap { pieces.original($0) }.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// Returns a line without escape sequences, if these are colours.
  package func plain(_ line: String) -> String { readsColors ? ANSIText(line).text : line }
}

/// A text composed of ranges of another one.
private struct TextPieces {
  private(set) var text = ""
  /// The start of each piece in this text, and its range in the other.
  private var pieces: [(start: Int, range: Range<Int>)] = []

  init(_ original: String, _ ranges: [FieldRange], _ delimiter: FieldDelimiter) {
    let fields = delimiter.fields(of: original)
    let bytes = Array(original.utf8)
    var made: [UInt8] = []
    for range in ranges {
      let places = range.places(of: fields.count)
      guard let first = places.first, let last = places.last else { continue }
      let piece = fields[first].lowerBound..<fields[last].upperBound
      pieces.append((made.count, piece))
      made.append(contentsOf: bytes[piece])
    }
    text = String(decoding: made, as: UTF8.self)
  }

  /// Returns the ranges of the other text for a range of this one.
  func original(_ range: Range<Int>) -> [Range<Int>] {
    pieces.compactMap { piece in
      let here = piece.start..<piece.start + piece.range.count
      let common = here.clamped(to: range)
      if common.isEmpty { return nil }
      let start = piece.range.lowerBound + common.lowerBound - piece.start
      return start..<start + common.count
    }
  }

  /// Returns the ranges of this text for a range of the other one.
  func within(_ range: Range<Int>) -> [Range<Int>] {
    pieces.compactMap { piece in
      let common = piece.range.clamped(to: range)
      if common.isEmpty { return nil }
      let start = piece.start + common.lowerBound - piece.range.lowerBound
      return start..<start + common.count
    }
  }
}
