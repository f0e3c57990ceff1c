package import Riffle
package import RiffleInput

/// A way to print hits.
package protocol HitOutput {
  /// Whether printing a long record takes additional memory.
  var copiesRecords: Bool { get }
  func write(
    _ hit: some PrintedHit, explanation: Explanation?, to writer: ByteWriter) throws(CommandError)
}

/// A hit in its printed form, of any kind of list.
package protocol PrintedHit {
  var id: ItemID { get }
  /// The number of items of the list before it.
  var position: Int { get }
  var score: Score { get }
  /// The field in which each term matches.
  var matchedFields: [Field] { get }
  var missingTerms: [String] { get }
  var layout: KeyboardLayout? { get }
  /// The fields with a text, in the order in which they are printed.
  var fields: [Field] { get }
  func text(of field: Field) -> String
  func utf8Highlights(in field: Field) -> [Range<Int>]
  /// Calls `body` with the bytes printed in the default format and, if `isMarked`, the highlights of the title in them.
  func withBytes(
    isMarked: Bool, _ body: (UnsafeBufferPointer<UInt8>, [Range<Int>]) throws(CommandError) -> Void
  ) throws(CommandError)
  /// Writes further members for JSON.
  func writeMembers(to json: inout JSONWriter)
}

extension Double {
  /// The value rounded to the precision of a cost.
  package var roundedToThousandths: Double { (self * 1000).rounded() / 1000 }

  /// The same in the fewest characters.
  package var inThousandths: String {
    let rounded = roundedToThousandths
    return Int64(exactly: rounded)?.description ?? rounded.description
  }
}

extension Field {
  /// The name in options and formats.
  package var name: String {
    switch self {
    case .title: "title"
    case .reading: "reading"
    case .searchText: "search_text"
    }
  }
}
