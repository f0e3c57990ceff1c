import Riffle

/// Prints one JSON object for each record.
///
/// The frame is written here, so that the keys keep the order in which people want to read them;
/// an encoder has none, and takes five times as long.
struct JSONOutput: HitOutput {
  let terminator: UInt8
  let copiesRecords = true

  func write(_ hit: some PrintedHit, explanation: Explanation?, to writer: ByteWriter) throws(CommandError) {
    var json = JSONText()
    json.write(#"{"id":"#)
    try json.write(id: hit.id)
    for field in hit.fields {
      json.write(#","\#(field.name)":"#)
      try json.write(string: hit.text(of: field))
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
    try hit.writeMembers(to: &json)
    json.write("}")
    try writer.write(json.bytes)
    try writer.write(terminator)
  }

  private func highlights(of hit: some PrintedHit) -> String {
    let fields: [String] = Field.allCases.filter(hit.fields.contains).compactMap { field in
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
