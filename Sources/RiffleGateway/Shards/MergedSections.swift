#if Service && Cluster
  import Riffle
  import RiffleInput
  import RiffleServer

  /// The sections of the sorted hits of all shards.
  ///
  /// A section of one shard is a range of the order of all hits. So the ranges of one value follow one another in the order of
  /// their first hits, and the first of these gives the value as it is spelled.
  struct MergedSections: Sendable {
    private struct Section: Sendable {
      /// The key of the first hit.
      let key: MergeKey
      /// The number of bytes of the key up to the end of the value.
      let valueEnd: Int
      var count: Int
      /// In JSON.
      let value: String

      /// - Returns: `nil` if it is the section of another version.
      init?(_ json: JSONValue) {
        guard let parts = json.elements, parts.count == 4, let key = parts[0].string.flatMap({ MergeKey($0) }),
          let end = parts[1].integer.flatMap({ Int(exactly: $0) }), 0...key.bytes.count ~= end,
          let count = parts[2].integer.flatMap({ Int(exactly: $0) })
        else { return nil }
        (self.key, valueEnd, self.count, value) = (key, end, count, parts[3].json)
      }

      /// Keywords are equal by their keys if they are folded. Years and months have keys of their first hits.
      func isContinued(by next: Section) -> Bool {
        value == next.value || key.bytes[..<valueEnd] == next.key.bytes[..<next.valueEnd]
      }
    }

    private var sections: [Section] = []

    /// - Throws: `Problem` if there are too many, or a node is of another version.
    init(_ answers: some Sequence<ShardAnswer>) throws(Problem) {
      var all: [Section] = []
      for answer in answers {
        for json in answer["sections"]?.elements ?? [] {
          guard let section = Section(json) else {
            throw Problem(
              .noNode, "a node of the list is of another version: upgrade it", parameter: "list", retryAfter: 1)
          }
          all.append(section)
        }
      }
      all.sort { $0.key < $1.key }
      for section in all {
        if let last = sections.last, last.isContinued(by: section) {
          sections[sections.count - 1].count += section.count
        } else {
          sections.append(section)
        }
      }
      if sections.count > ShardRequest.mostSections {
        throw .invalid("sections", "\(FilterError.tooLarge(what: "sections", limit: ShardRequest.mostSections))")
      }
    }

    func write(to json: inout JSONWriter) {
      var start = 0
      json.array(sections) { section, json in
        json.section(start: start, count: section.count) { $0.raw(section.value) }
        start += section.count
      }
    }
  }
#endif
