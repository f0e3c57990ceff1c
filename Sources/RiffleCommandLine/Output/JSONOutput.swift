import Riffle
import RiffleInput

/// An output of one JSON object for each record.
struct JSONOutput: HitOutput {
  let terminator: UInt8
  let copiesRecords = true

  func write(_ hit: some PrintedHit, explanation: Explanation?, to writer: ByteWriter) throws(CommandError) {
    var json = JSONWriter()
    json.object { json in
      json.name("id")
      json.id(hit.id)
      for field in hit.fields { json.member(field.name, hit.text(of: field)) }
      json.member("position", hit.position)
      json.member("cost", hit.score.cost.roundedToThousandths)
      json.member("fields", hit.matchedFields.map(\.name))
      json.name("highlights")
      json.object { highlights(of: hit, to: &$0) }
      if !hit.missingTerms.isEmpty { json.member("missing", hit.missingTerms) }
      if let layout = hit.layout { json.member("layout", layout.rawValue) }
      if let explanation { write(explanation, to: &json) }
      hit.writeMembers(to: &json)
    }
    try writer.write(json.bytes)
    try writer.write(terminator)
  }

  private func highlights(of hit: some PrintedHit, to json: inout JSONWriter) {
    for field in Field.allCases where hit.fields.contains(field) {
      let ranges = hit.utf8Highlights(in: field)
      if ranges.isEmpty { continue }
      json.name(field.name)
      json.array(ranges) { range, json in json.array([range.lowerBound, range.upperBound]) { $1.integer($0) } }
    }
  }

  private func write(_ explanation: Explanation, to json: inout JSONWriter) {
    json.name("reasons")
    json.array(explanation.reasons) { reason, json in
      json.object { json in
        json.member("cost", reason.cost.roundedToThousandths)
        json.member("text", reason.text)
      }
    }
  }
}
