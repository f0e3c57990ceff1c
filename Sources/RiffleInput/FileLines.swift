extension InputDescription {
  /// Reads the lines of a small file, such as one of queries, and where each is, for messages.
  ///
  /// - Parameter file: `-` is standard input.
  /// - Throws: ``InputError``.
  package static func lines(of file: String) throws(InputError) -> [(text: String, location: Location)] {
    let chunks = try InputChunks(InputDescription(files: [file], format: .lines), chunkSize: 1 << 16)
    let record = Record(in: GrowingBuffer(), ColumnChoice())
    var lines: [(String, Location)] = []
    while let chunk = try chunks.next(into: record.source) {
      var place = chunk.start
      while try chunk.input.read(record, &place) {
        var text = record.text(.title)
        if text.hasSuffix("\r") { text.removeLast() }
        lines.append((text, chunk.input.location(ofLine: record.line)))
      }
    }
    return lines
  }
}
