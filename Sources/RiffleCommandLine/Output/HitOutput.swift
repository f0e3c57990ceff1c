package import Riffle
package import RiffleInput

/// A way to print hits.
package protocol HitOutput {
  /// Whether it takes memory to print a long record.
  var copiesRecords: Bool { get }
  func write(
    _ hit: some PrintedHit, explanation: Explanation?, to writer: ByteWriter) throws(CommandError)
}

/// A hit as it is printed, whatever the list is.
package protocol PrintedHit {
  var id: ItemID { get }
  /// How many items of the list are before it.
  var position: Int { get }
  var score: Score { get }
  /// The field in which each term matches.
  var matchedFields: [Field] { get }
  var missingTerms: [String] { get }
  var layout: KeyboardLayout? { get }
  /// The fields that there is a text for, in the order in which they are printed.
  var fields: [Field] { get }
  func text(of field: Field) -> String
  func utf8Highlights(in field: Field) -> [Range<Int>]
  /// Lends what is printed where nobody asks for a format, and where in it the title is highlighted, if that `isMarked`.
  func withBytes(
    isMarked: Bool, _ body: (UnsafeBufferPointer<UInt8>, [Range<Int>]) throws(CommandError) -> Void
  ) throws(CommandError)
  /// What else there is to print as JSON.
  func writeMembers(to json: inout JSONWriter)
}

extension Double {
  /// As fine as a cost need be.
  package var roundedToThousandths: Double { (self * 1000).rounded() / 1000 }

  /// The same in as few characters as will do.
  package var inThousandths: String {
    let rounded = roundedToThousandths
    return Int64(exactly: rounded)?.description ?? rounded.description
  }
}

extension Field {
  /// The name that the options and the formats use.
  package var name: String {
    switch self {
    case .title: "title"
    case .reading: "reading"
    case .searchText: "search_text"
    }
  }
}
