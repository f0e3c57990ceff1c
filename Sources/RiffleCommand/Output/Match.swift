import Riffle

/// A record to be printed.
protocol Match {
  /// Where the table has it.
  var row: Int { get }
  /// Where the list has it, from 0.
  var position: Int { get }
  var cost: Double { get }
  /// One for each term of the query.
  var matchedFields: [Field] { get }
  func utf8Highlights(in field: Field) -> [Range<Int>]
}

extension Hit: Match where Element == Int {
  var row: Int { element }
  var cost: Double { score.cost }
}

/// A record of the whole list, which a query without terms leaves as it is.
struct Unfiltered: Match {
  let row: Int
  var position: Int { row }
  var cost: Double { 0 }
  var matchedFields: [Field] { [] }
  func utf8Highlights(in field: Field) -> [Range<Int>] { [] }
}

/// A line that matches, alone in its table.
struct LineMatch: Match {
  let hit: LineHit
  var row: Int { 0 }
  var position: Int { hit.position }
  var cost: Double { hit.score.cost }
  var matchedFields: [Field] { hit.matchedFields }
  func utf8Highlights(in field: Field) -> [Range<Int>] { field == .title ? hit.utf8Highlights : [] }
}

/// A way to print records.
protocol RecordOutput {
  func write(_ match: some Match, explanation: Explanation?, to writer: ByteWriter) throws(CommandError)
}

extension Double {
  /// As fine as a cost need be.
  var roundedToThousandths: Double { (self * 1000).rounded() / 1000 }

  /// The same in as few characters as will do.
  var inThousandths: String {
    let rounded = roundedToThousandths
    return Int64(exactly: rounded)?.description ?? rounded.description
  }
}

extension Field {
  /// The name that the options and the formats use.
  var name: String {
    switch self {
    case .title: "title"
    case .reading: "reading"
    case .searchText: "search_text"
    }
  }

  var role: Role {
    switch self {
    case .title: .title
    case .reading: .reading
    case .searchText: .searchText
    }
  }
}
