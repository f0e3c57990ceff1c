import Riffle
import RiffleCommandLine
import RiffleInput

/// A hit in an input, with its record.
struct LineRecordHit: PrintedHit {
  let hit: LineHit
  let record: Record
  /// The origin of the record, as far as it is printed.
  let place: PrintedPlace
  /// The query that it matches, as far as it is printed.
  let query: String?
  /// The number of the record's first line in all inputs, from 1.
  let number: Int
  let position: Int

  /// Records without an id column have the number of their line.
  var id: ItemID { record.has(.id) ? .text(record.text(.id)) : .integer(Int64(number)) }
  var score: Score { hit.score }
  var matchedFields: [Field] { hit.matchedFields }
  var missingTerms: [String] { hit.missingTerms }
  var layout: KeyboardLayout? { hit.layout }
  var fields: [Field] { Field.allCases.filter { record.has($0.role) } }
  func text(of field: Field) -> String { record.text(field.role) }
  func utf8Highlights(in field: Field) -> [Range<Int>] { hit.utf8Highlights(in: field) }
  func writeMembers(to json: inout JSONWriter) {
    if let file = place.file { json.member("file", file) }
    if let line = place.line { json.member("line", line) }
    if let query { json.member("query", query) }
  }

  func withBytes(
    isMarked: Bool, _ body: (UnsafeBufferPointer<UInt8>, [Range<Int>]) throws(CommandError) -> Void
  ) throws(CommandError) {
    let marked = isMarked ? record.places(ofTitleRanges: hit.utf8Highlights(in: .title)) : []
    let prefix = Array(place.prefix.utf8)
    if prefix.isEmpty { return try body(record.bytes, marked) }
    let bytes = prefix + record.bytes
    try bytes.withUnsafeBufferPointer { bytes throws(CommandError) in
      try body(bytes, marked.map { $0.lowerBound + prefix.count..<$0.upperBound + prefix.count })
    }
  }
}

/// The origin of a record, as grep prints it.
struct PrintedPlace {
  var file: String?
  /// From 1.
  var line: Int?

  var prefix: String { (file.map { $0 + ":" } ?? "") + (line.map { "\($0):" } ?? "") }
}

extension Field {
  fileprivate var role: Role {
    switch self {
    case .title: .title
    case .reading: .reading
    case .searchText: .searchText
    }
  }
}
