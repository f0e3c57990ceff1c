import FoundationEssentials
import Riffle
import RiffleInput

/// Prints one JSON object for each record.
///
/// The frame is written here, so that the keys keep the order in which people want to read them;
/// an encoder has none, and takes five times as long.
struct JSONOutput: RecordOutput {
  let record: Record
  let terminator: UInt8

  func write(_ hit: LineHit, explanation: Explanation?, to writer: ByteWriter) throws(CommandError) {
    var json = JSONText()
    json.write(#"{"id":"#)
    if record.has(.id) { try json.write(string: record.text(.id)) } else { json.write("\(hit.position + 1)") }
    json.write(#","title":"#)
    try json.write(string: record.text(.title))
    for field in [Field.reading, .searchText] where record.has(field.role) {
      json.write(#","\#(field.name)":"#)
      try json.write(string: record.text(field.role))
    }
    json.write(#","position":\#(hit.position),"cost":\#(hit.score.cost.inThousandths),"fields":["#)
    json.write(hit.matchedFields.map { #""\#($0.name)""# }.joined(separator: ","))
    json.write(#"],"highlights":{"#)
    json.write(highlights(of: hit))
    json.write("}")
    let missing = hit.missingTerms
    if !missing.isEmpty {
      json.write(#","missing":["#)
      for (index, term) in missing.enumerated() {
        if index > 0 { json.write(",") }
        try json.write(string: term)
      }
      json.write("]")
    }
    if let layout = hit.layout { json.write(#","layout":"\#(layout.rawValue)""#) }
    if let explanation { try write(explanation, to: &json) }
    json.write("}")
    try writer.write(json.bytes)
    try writer.write(terminator)
  }

  private func highlights(of hit: LineHit) -> String {
    let fields: [String] = Field.allCases.filter { record.has($0.role) }.compactMap { field in
      let ranges = hit.utf8Highlights(in: field)
      if ranges.isEmpty { return nil }
      let pairs = ranges.map { "[\($0.lowerBound),\($0.upperBound)]" }
      return #""\#(field.name)":[\#(pairs.joined(separator: ","))]"#
    }
    return fields.joined(separator: ",")
  }

  private func write(_ explanation: Explanation, to json: inout JSONText) throws(CommandError) {
    json.write(#","reasons":["#)
    for (index, reason) in explanation.reasons.enumerated() {
      json.write(#"\#(index == 0 ? "" : ","){"cost":\#(reason.cost.inThousandths),"text":"#)
      try json.write(string: reason.text)
      json.write("}")
    }
    json.write("]")
  }
}

/// JSON being written.
private struct JSONText {
  private(set) var bytes: [UInt8] = []
  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return encoder
  }()

  /// Adds a piece that is JSON already.
  mutating func write(_ json: String) { bytes.append(contentsOf: json.utf8) }

  /// Adds a text. The encoder is asked only where something needs an escape.
  mutating func write(string text: String) throws(CommandError) {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    if isPlain {
      write("\"")
      write(text)
      write("\"")
      return
    }
    do {
      bytes.append(contentsOf: try Self.encoder.encode(text))
    } catch {
      throw .output(reason: "a text cannot be written as JSON: \(error)")
    }
  }
}
