package import Riffle
import RiffleInput

extension OutputFormat {
  /// Prints the counts of values: in JSON one object, otherwise a line with field, value and count for each value.
  package func write(_ counts: [FacetCounts], endingWith terminator: UInt8, to writer: ByteWriter) throws(CommandError)
  {
    if self == .json {
      var json = JSONWriter()
      json.object { json in
        json.name("facets")
        json.object { json in
          for counts in counts {
            json.name(counts.field)
            json.write(counts)
          }
        }
      }
      try writer.write(json.bytes)
      return try writer.write(terminator)
    }
    for counts in counts {
      for value in counts.values {
        let columns = [counts.field, value.value.inFewLetters, "\(value.count)"]
        try writer.write(columns.map(TSVOutput.withoutSeparators).joined(separator: "\t"))
        try writer.write(terminator)
      }
    }
  }
}

extension FieldValue {
  /// The value alone; a whole real number without a fraction.
  fileprivate var inFewLetters: String {
    if case .real(let number) = self, let whole = Int64(exactly: number) { "\(whole)" } else { "\(self)" }
  }
}

extension JSONWriter {
  fileprivate mutating func write(_ counts: FacetCounts) {
    object { json in
      json.name("values")
      json.array(counts.values) { value, json in
        json.object { json in
          json.name("value")
          json.write(value.value)
          json.member("count", value.count)
        }
      }
      if let count = counts.valueCount { json.member("distinct", count) }
      json.member("missing", counts.missingCount)
      if let least = counts.least {
        json.name("least")
        json.write(least)
      }
      if let greatest = counts.greatest {
        json.name("greatest")
        json.write(greatest)
      }
    }
  }

  mutating func write(_ value: FieldValue) {
    switch value {
    case .text(let text): string(text)
    case .integer(let number): integer(number)
    case .real(let number): self.number(number)
    case .time(let time): string("\(time)")
    case .boolean(let flag): bool(flag)
    }
  }
}
