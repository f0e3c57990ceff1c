/// The fields of one item, folded, cut into words and laid out for the scorer, without an index.
package struct ItemText: Sendable {
  /// By raw value of ``Field``.
  package private(set) var fields = [FieldText](repeating: FieldText(), count: Field.allCases.count)
  /// What the layout's words point into: the bytes of all the fields, one after another.
  package private(set) var letters: [UInt8] = []
  private var fieldStarts: InlineArray<3, Int> = .init(repeating: 0)

  /// How much of a field is indexed, in bytes.
  package static let indexedFieldLength = 64 * 1024

  package init() {}

  /// Reads an item: `fields` are valid UTF-8 by raw value of ``Field``, cut to ``indexedFieldLength``.
  /// - Parameter isRomanized: whether the reading is what a ``Romanizer`` has made of the title.
  package mutating func read(
    title: Span<UInt8>, reading: Span<UInt8>, searchText: Span<UInt8>, isRomanized: Bool = false,
    analyzer: borrowing TextAnalyzer, titleIsPath: Bool, into layout: inout ItemLayout
  ) {
    analyzer.analyze(title, into: &fields[Int(Field.title.rawValue)])
    analyzer.analyze(reading, into: &fields[Int(Field.reading.rawValue)])
    analyzer.analyze(searchText, into: &fields[Int(Field.searchText.rawValue)])
    fields[Int(Field.searchText.rawValue)].cutPhrases()
    if isRomanized { fields[Int(Field.reading.rawValue)].setBracketApart() }
    letters.removeAll(keepingCapacity: true)
    layout.removeAll()
    for field in Field.allCases {
      let start = letters.count
      fieldStarts[Int(field.rawValue)] = start
      letters.append(contentsOf: fields[Int(field.rawValue)].bytes)
      for token in fields[Int(field.rawValue)].tokens {
        layout.append(
          token.kind, start: token.start + UInt32(start), length: token.length, field: field,
          startsPhrase: token.startsPhrase)
      }
      layout.endField(field)
    }
    layout.isRomanized = isRomanized
    if titleIsPath { layout.lastComponent = LastComponent(of: fields[0]) }
  }

  /// Folds the fields of an item, and no more: there are then no words.
  mutating func fold(
    title: Span<UInt8>, reading: Span<UInt8>, searchText: Span<UInt8>, analyzer: borrowing TextAnalyzer
  ) {
    analyzer.fold(title, into: &fields[Int(Field.title.rawValue)])
    analyzer.fold(reading, into: &fields[Int(Field.reading.rawValue)])
    analyzer.fold(searchText, into: &fields[Int(Field.searchText.rawValue)])
  }

  /// The first field that holds folded text, and where.
  func firstOccurrence(of needle: [UInt8]) -> (field: Field, range: Range<Int>)? {
    for field in [Field.title, .searchText, .reading] {
      let text = fields[Int(field.rawValue)]
      let folded = text.bytes.span.extracting(first: text.foldedCount)
      if let offset = folded.firstOffset(of: needle) { return (field, offset..<offset + needle.count) }
    }
    return nil
  }

  /// Where a word of the layout lies in ``FieldText/bytes`` of its field.
  func range(ofWord index: Int, in layout: borrowing ItemLayout) -> Range<Int> {
    let word = layout.words[index]
    let start = Int(word.start) - fieldStarts[Int(word.field.rawValue)]
    return start..<start + Int(word.length)
  }

  /// As much of valid UTF-8 as is indexed: whole scalars, at most ``indexedFieldLength`` bytes.
  package static func indexedLength(of utf8: Span<UInt8>) -> Int {
    guard utf8.count > indexedFieldLength else { return utf8.count }
    var length = indexedFieldLength
    while length > 0, utf8[length] & 0xC0 == 0x80 { length -= 1 }
    return length
  }
}
