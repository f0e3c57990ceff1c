#if Service
  import Riffle
  package import RiffleInput

  extension JSONWriter {
    mutating func definition(_ field: FieldDefinition) {
      object { json in
        json.member("name", field.name)
        json.member("type", field.kind.rawValue)
        if field.kind == .keyword {
          json.member("isFolded", field.isFolded)
          json.member("hasSeveralValues", field.hasSeveralValues)
        }
      }
    }

    /// Writes the values of an item by the names of its fields, in the order of these. A field of several keywords is an array.
    /// - Parameter fields: the fields of the list.
    mutating func fields(_ values: [String: [FieldValue]], _ fields: [FieldDefinition]) {
      if fields.isEmpty { return }
      name("fields")
      object { json in
        for field in fields {
          guard let own = values[field.name], let first = own.first else { continue }
          json.name(field.name)
          if field.hasSeveralValues { json.array(own) { $1.value($0) } } else { json.value(first) }
        }
      }
    }

    /// Writes a value: times as texts of ISO 8601, infinite numbers as `inf` and `-inf`.
    mutating func value(_ value: FieldValue) {
      switch value {
      case .text(let text): string(text)
      case .integer(let number): integer(number)
      case .real(let number): if number.isFinite { self.number(number) } else { string("\(number)") }
      case .time(let time): string("\(time)")
      case .boolean(let flag): bool(flag)
      }
    }

    /// Writes a section of sorted hits.
    /// - Parameters:
    ///   - start: the number of hits before it.
    ///   - value: writes the value, or `null` for hits that lack the field.
    package mutating func section(start: Int, count: Int, _ value: (inout JSONWriter) -> Void) {
      object { json in
        json.name("value")
        value(&json)
        json.member("start", start)
        json.member("count", count)
      }
    }

    mutating func counts(_ counts: FacetCounts) {
      object { json in
        json.member("field", counts.field)
        json.name("values")
        json.counted(counts.values)
        if let count = counts.valueCount { json.member("valueCount", count) }
        json.member("missingCount", counts.missingCount)
        for (name, value) in [("least", counts.least), ("greatest", counts.greatest)] {
          guard let value else { continue }
          json.name(name)
          json.value(value)
        }
        if !counts.histogram.isEmpty {
          json.name("histogram")
          json.counted(counts.histogram)
        }
      }
    }

    private mutating func counted(_ values: [FacetCounts.Value]) {
      array(values) { value, json in
        json.object { json in
          json.name("value")
          json.value(value.value)
          json.member("count", value.count)
        }
      }
    }
  }
#endif
