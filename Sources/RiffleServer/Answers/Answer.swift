#if Service
  import Riffle
  import RiffleInput
  import RiffleStore

  /// A window of the results of a search, with the requested details.
  struct Answer: Sendable {
    typealias Results = SearchResults<Item<ItemID>, ItemID>
    typealias FoundHit = Hit<Item<ItemID>, ItemID>

    let view: View
    let parameters: SearchParameters
    /// The most bytes that it may have.
    let byteLimit: Int
    let found: Found
    /// The fields of the list.
    let fields: [FieldDefinition]
    /// For each hit, the highlights of each field; empty if none are requested.
    let highlights: [[[Range<Int>]]]
    /// The time for finding and highlighting.
    let nanoseconds: UInt64
    /// The whole items in the order of the hits, if fields of the database are requested.
    var items: [StoreItem?]?

    /// Returns the matched parts of each field of each hit.
    static func highlights(of hits: [FoundHit], _ style: HighlightStyle) -> [[[Range<Int>]]] {
      if style == .none { return [] }
      return hits.map { hit in Field.allCases.map { hit.utf8Highlights(in: $0) } }
    }

    /// Writes the answer. Omits details of a hit whose item in the database differs by now.
    /// - Throws: ``Problem`` if it has too many bytes.
    func write(to json: inout JSONWriter) throws(Problem) {
      try json.object { json throws(Problem) in try writeMembers(to: &json) }
    }

    /// - Throws: ``Problem`` if it has too many bytes.
    func writeMembers(to json: inout JSONWriter) throws(Problem) {
      json.member("q", parameters.request.query.text)
      json.member("generation", view.moment.generation)
      json.member("offset", parameters.request.offset)
      json.member("total", found.total)
      json.member("isTotalExact", found.isTotalExact)
      json.member("isPartial", found.isPartial)
      json.member("isCutByReach", found.isCutByReach)
      if let token = view.moment.token { json.member("snapshot", token) }
      json.name("hits")
      try json.array(found.hits.indices) { index, json throws(Problem) in
        hit(index, &json)
        try json.check(byteLimit)
      }
      if let sections = found.sections {
        json.name("sections")
        try json.array(sections) { section, json throws(Problem) in
          json.section(start: section.start, count: section.count) { json in
            if let value = section.value { json.value(value) } else { json.null() }
          }
          try json.check(byteLimit)
        }
      }
      if !parameters.facets.isEmpty {
        json.name("facets")
        try json.array(found.counts) { counts, json throws(Problem) in
          json.counts(counts)
          try json.check(byteLimit)
        }
      }
      // They would reveal whether there are words outside the caller's scope.
      if view.moment.bound != nil { return }
      json.member("microseconds", nanoseconds / 1_000)
      json.name("work")
      json.work(found.work)
    }

    func hit(_ index: Int, _ json: inout JSONWriter) {
      let hit = found.hits[index]
      json.object { json in
        json.name("id")
        json.id(hit.id)
        json.member("title", hit.element.title)
        json.member("position", view.position(hit))
        json.member("cost", hit.score.cost)
        if parameters.highlights != .none {
          json.name("highlights")
          json.object { json in
            for (field, ranges) in zip(Field.allCases, highlights[index]) where shows(field) {
              write(ranges, of: hit, field, &json)
            }
          }
        }
        if parameters.explains, let explanation = hit.explanation {
          json.name("explanation")
          json.explanation(explanation)
        }
        json.details(hit.element, parameters.include, fields, whole: items?[index])
      }
    }

    /// Returns whether a hit shows a field: search text and reading are shown only on request.
    private func shows(_ field: Field) -> Bool {
      switch field {
      case .title: true
      case .searchText: parameters.include.contains(.searchText)
      case .reading: parameters.include.contains(.reading)
      }
    }

    private func write(
      _ ranges: [Range<Int>], of hit: FoundHit, _ field: Field, _ json: inout JSONWriter
    ) {
      if ranges.isEmpty { return }
      let text = hit.text(of: field)
      json.name("\(field)")
      if parameters.highlights == .marked {
        json.string(MarkedText.html(text, marking: ranges))
        return
      }
      var offsets = UTF16Offsets(text)
      json.array(ranges) { range, json in
        json.array([offsets.offset(ofByte: range.lowerBound), offsets.offset(ofByte: range.upperBound)]) {
          $1.integer($0)
        }
      }
    }
  }

  /// A converter of ascending UTF-8 offsets to UTF-16 offsets, as JavaScript counts them.
  struct UTF16Offsets {
    private let text: String
    private var index: String.Index
    private var bytes = 0
    private var units = 0

    init(_ text: String) {
      self.text = text
      index = text.startIndex
    }

    mutating func offset(ofByte byte: Int) -> Int {
      while bytes < byte, index < text.endIndex {
        let scalar = text.unicodeScalars[index]
        bytes += scalar.utf8.count
        units += scalar.utf16.count
        index = text.unicodeScalars.index(after: index)
      }
      return units
    }
  }
#endif
