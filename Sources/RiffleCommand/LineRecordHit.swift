import Riffle
import RiffleCommandLine
import RiffleInput

/// A hit in an input, whose record has been read.
struct LineRecordHit: PrintedHit {
  let hit: LineHit
  let record: Record

  /// Records that no column gives an id have the number of the line that they begin with, in all inputs.
  var id: ItemID { record.has(.id) ? .text(record.text(.id)) : .integer(Int64(hit.lineNumber) + 1) }
  var position: Int { hit.position }
  var score: Score { hit.score }
  var matchedFields: [Field] { hit.matchedFields }
  var missingTerms: [String] { hit.missingTerms }
  var layout: KeyboardLayout? { hit.layout }
  var fields: [Field] { Field.allCases.filter { record.has($0.role) } }
  func text(of field: Field) -> String { record.text(field.role) }
  func utf8Highlights(in field: Field) -> [Range<Int>] { hit.utf8Highlights(in: field) }
  func writeMembers(to json: inout JSONText) {}

  func withBytes(
    isMarked: Bool, _ body: (UnsafeBufferPointer<UInt8>, [Range<Int>]) throws(CommandError) -> Void
  ) throws(CommandError) {
    try body(record.bytes, isMarked ? record.places(ofTitleRanges: hit.utf8Highlights(in: .title)) : [])
  }
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
