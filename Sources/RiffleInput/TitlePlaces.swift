extension Record {
  /// Converts ranges of a title's text to their places in the record; in ascending order.
  ///
  /// The text may differ from the record: ill-formed UTF-8 is replaced, doubled quotes are single, and JSON escapes are decoded.
  package func places(ofTitleRanges ranges: [Range<Int>]) -> [Range<Int>] {
    guard !ranges.isEmpty else { return [] }
    let title = cell(.title)
    let offsets = ranges.flatMap { [$0.lowerBound, $0.upperBound] }
    let places: [Int]
    switch title.storage {
    case .source:
      places = UTF8Repair.originalOffsets(offsets, in: source[title.range]).map { title.start + $0 }
    case .quoted:
      let plain = Quoting.unquote(source[title.range])
      let unquoted = plain.withUnsafeBufferPointer { UTF8Repair.originalOffsets(offsets, in: $0) }
      places = Quoting.quotedOffsets(unquoted, in: source[title.range]).map { title.start + $0 }
    case .escaped:
      places = JSONString.writtenOffsets(offsets, in: source[title.range]).map { title.start + $0 }
    case .decoded:
      return []
    }
    return stride(from: 0, to: places.count, by: 2).map { places[$0]..<places[$0 + 1] }
  }
}
