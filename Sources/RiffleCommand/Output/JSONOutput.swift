import FoundationEssentials
import Riffle

/// Prints one JSON object for each record.
struct JSONOutput: RecordOutput {
  let table: RecordTable
  let terminator: UInt8
  private let encoder: JSONEncoder

  init(table: RecordTable, terminator: UInt8) {
    self.table = table
    self.terminator = terminator
    encoder = JSONEncoder()
    // An encoder gives keys in no order of its own; sorted, the same search prints the same bytes.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  func write(_ match: some Match, explanation: Explanation?, to writer: ByteWriter) throws(CommandError) {
    let data: Data
    do {
      data = try encoder.encode(JSONHit(match, explanation: explanation, table: table))
    } catch {
      throw .system(name: "(standard output)", reason: "the hit cannot be written as JSON: \(error)")
    }
    try writer.write(data)
    try writer.write(terminator)
  }
}

/// What the JSON of a hit holds.
private struct JSONHit: Encodable {
  let id: ID
  let title: String
  let reading: String?
  let searchText: String?
  let position: Int
  let cost: Double
  /// In the order of the terms.
  let fields: [String]
  /// By field: pairs of UTF-8 offsets into its text.
  let highlights: [String: [[Int]]]
  let reasons: [Reason]?

  struct Reason: Encodable {
    let text: String
    let cost: Double
  }

  enum CodingKeys: String, CodingKey {
    case id, title, reading
    case searchText = "search_text"
    case position, cost, fields, highlights, reasons
  }

  init(_ match: some Match, explanation: Explanation?, table: RecordTable) {
    let row = match.row
    id = table.has(.id) ? .text(table.text(.id, row)) : .number(row + 1)
    title = table.text(.title, row)
    reading = table.has(.reading) ? table.text(.reading, row) : nil
    searchText = table.has(.searchText) ? table.text(.searchText, row) : nil
    position = row
    cost = match.cost.roundedToThousandths
    fields = match.matchedFields.map(\.name)
    var highlights: [String: [[Int]]] = [:]
    for field in Field.allCases {
      let ranges = match.utf8Highlights(in: field)
      if !ranges.isEmpty { highlights[field.name] = ranges.map { [$0.lowerBound, $0.upperBound] } }
    }
    self.highlights = highlights
    reasons = explanation?.reasons.map { Reason(text: $0.text, cost: $0.cost.roundedToThousandths) }
  }

  /// A text from the input, or the number of the record.
  enum ID: Encodable {
    case text(String)
    case number(Int)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .number(let number): try container.encode(number)
      }
    }
  }
}
