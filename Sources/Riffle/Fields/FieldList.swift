/// A builder of a ``FieldColumn``, row by row.
struct FieldList {
  private let field: FieldDefinition
  /// Whether rows have a value.
  private var present = BitList()
  private var isSomeMissing = false
  private var codes: [UInt64] = []
  private var flags = BitList()
  /// The keywords of all rows, as indices of ``keywords``.
  private var numbers: [UInt32] = []
  private var starts = OffsetList()
  private var keywords: [String] = []
  private var known: [ByteText: UInt32] = [:]
  /// For each column that rows are copied from, the own number of each of its keywords; `UInt32.max` before the first use.
  private var copied: [[UInt32]] = []

  init(_ field: FieldDefinition) {
    self.field = field
    if field.hasSeveralValues { starts.append(0) }
  }

  mutating func append(_ content: FieldContent) {
    switch content {
    case .text(let text): append(number(of: text))
    case .texts(let texts):
      let start = numbers.count
      // A linear search is faster for few values.
      var seen: Set<UInt32>? = texts.count > 32 ? [] : nil
      for text in texts {
        let number = number(of: text)
        let isNew = seen?.insert(number).inserted ?? !numbers[start...].contains(number)
        if isNew { numbers.append(number) }
      }
      endRow(isPresent: numbers.count > start)
    case .code(let code):
      codes.append(code)
      endRow(isPresent: true)
    case .flag(let flag): append(flag)
    case .missing: appendMissing()
    }
  }

  /// Copies a row of another column of the field.
  /// - Parameter source: a number for the column, from 0.
  mutating func append(_ row: Int, of column: FieldColumn, _ source: Int) {
    switch column {
    case .numbers(let column): append(column.code(row).map { .code($0) } ?? .missing)
    case .flags(let column): append(column.flag(row).map { .flag($0) } ?? .missing)
    case .keywords(let column):
      if field.hasSeveralValues {
        for number in column.numbers(ofRow: row) { numbers.append(ownNumber(number, column, source)) }
        endRow(isPresent: column.hasKeyword(row))
      } else if let number = column.number(ofRow: row, isLast: false) {
        append(ownNumber(number, column, source))
      } else {
        appendMissing()
      }
    }
  }

  /// The number here of a keyword of another column.
  private mutating func ownNumber(_ number: UInt32, _ column: KeywordColumn, _ source: Int) -> UInt32 {
    while copied.count <= source { copied.append([]) }
    if copied[source].isEmpty { copied[source] = Array(repeating: .max, count: max(1, column.values.count)) }
    let known = copied[source][Int(number)]
    if known < .max { return known }
    let own = self.number(of: column.values.string(Int(number)))
    copied[source][Int(number)] = own
    return own
  }

  private mutating func append(_ number: UInt32) {
    numbers.append(number)
    endRow(isPresent: true)
  }

  private mutating func append(_ flag: Bool) {
    flags.append(flag)
    endRow(isPresent: true)
  }

  private mutating func appendMissing() {
    switch field.kind {
    case .keyword: if !field.hasSeveralValues { numbers.append(0) }
    case .boolean: flags.append(false)
    case .integer, .real, .time: codes.append(0)
    }
    endRow(isPresent: false)
  }

  private mutating func endRow(isPresent: Bool) {
    if field.hasSeveralValues { starts.append(UInt32(truncatingIfNeeded: numbers.count)) }
    present.append(isPresent)
    if !isPresent { isSomeMissing = true }
  }

  private mutating func number(of keyword: String) -> UInt32 {
    let text = ByteText(keyword)
    if let number = known[text] { return number }
    let number = UInt32(truncatingIfNeeded: keywords.count)
    keywords.append(keyword)
    known[text] = number
    return number
  }

  // MARK: - Columns

  /// - Throws: ``IndexError/tooLarge(what:limit:)``.
  /// - Complexity: O(rows + *k* log *k*) for *k* distinct keywords.
  consuming func column(_ analyzer: TextAnalyzer) throws(IndexError) -> FieldColumn {
    switch field.kind {
    case .integer, .real, .time: return .numbers(NumberColumn(codes, present: presentRows))
    case .boolean: return .flags(FlagColumn(yes: flags.column, present: presentRows))
    case .keyword: return .keywords(try keywordColumn(analyzer))
    }
  }

  private var presentRows: BitColumn? { isSomeMissing ? present.column : nil }

  private consuming func keywordColumn(_ analyzer: TextAnalyzer) throws(IndexError) -> KeywordColumn {
    let most = Int(UInt32.max)
    if numbers.count > most { throw .tooLarge(what: "keywords in the field “\(field.name)”", limit: most) }
    let sorted = SortedKeywords(keywords, field.isFolded ? analyzer : nil)
    if sorted.byteCount > most {
      throw .tooLarge(what: "bytes of distinct keywords in the field “\(field.name)”", limit: most)
    }
    for index in numbers.indices where !sorted.numbers.isEmpty {
      numbers[index] = sorted.numbers[Int(numbers[index])]
    }
    return KeywordColumn(
      values: TextColumn(sorted.values), folded: sorted.keys.map { TextColumn($0) }, numbers: PackedColumn(numbers),
      starts: field.hasSeveralValues ? OffsetColumn(starts) : nil,
      present: field.hasSeveralValues ? nil : presentRows)
  }
}

/// Distinct keywords, sorted; see ``KeywordColumn``.
private struct SortedKeywords {
  var values = TextList()
  /// `nil` if keywords are compared by their bytes.
  var keys: TextList?
  /// The place of each keyword in the order, by its number as it was added.
  var numbers: [UInt32]
  /// The bytes of all keywords or of all keys, whichever are more.
  var byteCount = 0

  /// - Parameter analyzer: folds keywords to keys; `nil` to compare bytes.
  init(_ keywords: [String], _ analyzer: TextAnalyzer?) {
    var ends: [Int] = []
    var bytes: [UInt8] = []
    for keyword in keywords {
      if let analyzer { bytes += analyzer.fold(keyword) } else { bytes += keyword.utf8 }
      ends.append(bytes.count)
    }
    func range(_ number: UInt32) -> Range<Int> { (number == 0 ? 0 : ends[Int(number) - 1])..<ends[Int(number)] }
    // The first eight bytes decide most comparisons.
    var order = keywords.indices.map { index in
      let number = UInt32(truncatingIfNeeded: index)
      return (head: bytes[range(number)].prefix(8).reduced, number: number)
    }
    order.sort { a, b in
      if a.head != b.head { return a.head < b.head }
      let (first, second) = (bytes[range(a.number)], bytes[range(b.number)])
      if first.lexicographicallyPrecedes(second) { return true }
      if analyzer == nil || second.lexicographicallyPrecedes(first) { return false }
      return keywords[Int(a.number)].utf8.lexicographicallyPrecedes(keywords[Int(b.number)].utf8)
    }
    numbers = [UInt32](repeating: 0, count: keywords.count)
    if analyzer != nil { keys = TextList() }
    byteCount = max(bytes.count, keywords.reduce(0) { $0 + $1.utf8.count })
    if byteCount > Int(UInt32.max) { return }
    for (place, entry) in order.enumerated() {
      numbers[Int(entry.number)] = UInt32(truncatingIfNeeded: place)
      values.append(keywords[Int(entry.number)].utf8Span.span)
      keys?.append(bytes.span.extracting(range(entry.number)))
    }
  }
}

extension ArraySlice<UInt8> {
  /// The first eight bytes as a number that compares as they do, filled up with zeros.
  fileprivate var reduced: UInt64 {
    var number: UInt64 = 0
    for index in 0..<8 { number = number << 8 | (index < count ? UInt64(self[startIndex + index]) : 0) }
    return number
  }
}
