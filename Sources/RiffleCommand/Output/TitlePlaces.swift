extension RecordTable {
  /// Takes ranges of a title's text to where they stand in the record; in ascending order.
  ///
  /// The text is not always what stands there: ill-formed UTF-8 has been replaced, doubled quotes are
  /// single, and JSON escapes are gone.
  func places(ofTitleRanges ranges: [Range<Int>], in row: Int) -> [Range<Int>] {
    guard !ranges.isEmpty else { return [] }
    let title = cell(.title, row)
    let offsets = ranges.flatMap { [$0.lowerBound, $0.upperBound] }
    let places: [Int]
    switch title.storage {
    case .source:
      places = UTF8Repair.originalOffsets(offsets, in: source[title.range]).map { title.start + $0 }
    case .quoted:
      let plain = Quoting.unquote(source[title.range])
      let unquoted = plain.withUnsafeBufferPointer { UTF8Repair.originalOffsets(offsets, in: $0) }
      places = Quoting.quotedOffsets(unquoted, in: source[title.range]).map { title.start + $0 }
    case .decoded:
      guard let start = onlyPlace(of: title, in: record(row)) else { return [] }
      places = offsets.map { start + $0 }
    }
    return stride(from: 0, to: places.count, by: 2).map { places[$0]..<places[$0 + 1] }
  }

  /// Where a decoded text stands in its record letter by letter, between quotes, if it does so just once.
  private func onlyPlace(of cell: Cell, in record: Range<Int>) -> Int? {
    var needle = [Quoting.quote]
    needle.append(contentsOf: text(cell).utf8)
    needle.append(Quoting.quote)
    guard let first = place(of: needle, in: record) else { return nil }
    let isRepeated = place(of: needle, in: first + 1..<record.upperBound) != nil
    return isRepeated ? nil : first + 1
  }

  private func place(of needle: [UInt8], in range: Range<Int>) -> Int? {
    var start = range.lowerBound
    while let place = source.firstIndex(of: Quoting.quote, in: start..<range.upperBound) {
      if source[place..<range.upperBound].starts(with: needle) { return place }
      start = place + 1
    }
    return nil
  }
}

/// What happens to ill-formed UTF-8 when it becomes a `String`.
enum UTF8Repair {
  /// Takes ascending offsets into the repaired text to offsets into the original bytes.
  static func originalOffsets(_ offsets: [Int], in bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var original = 0
    var repaired = 0
    return offsets.map { offset in
      while repaired < offset {
        switch parser.parseScalar(from: &iterator) {
        case .valid(let scalar):
          original += scalar.count
          repaired += scalar.count
        case .error(let length):
          original += length
          repaired += 3
        case .emptyInput:
          return bytes.count
        }
      }
      return min(original, bytes.count)
    }
  }

  /// How many ill-formed places there are.
  static func count(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var count = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid: continue
      case .error: count += 1
      case .emptyInput: return count
      }
    }
  }
}
