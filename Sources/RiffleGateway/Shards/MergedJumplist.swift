#if Service && Cluster
  import RiffleInput
  import RiffleServer

  /// The jumplist of a list in shards: the counts of all shards, added up.
  struct MergedJumplist: Sendable {
    private struct Entry {
      var id: Int
      let label, kind: String
      var count: Int
    }

    private let total: Int
    private let hasBuckets: Bool
    private let showsEmpty: Bool
    private var entries: [Entry] = []

    /// - Throws: as `ShardSession.ask`.
    init(_ request: ShardRequest, _ session: ShardSession) async throws {
      var answers = try await session.askAll(request)
      let limit = MergedSearch.limit(answers)
      let loose = answers.filter { MergedSearch.isLoose($0.value, limit) }
      var narrowed = request
      narrowed.most = limit
      let again = narrowed
      answers.merge(try await session.ask(loose.mapValues { _ in again })) { $1 }
      guard let first = answers.min(by: { $0.key < $1.key })?.value else {
        throw Problem(.noNode, "no shard answers: try again in a second", parameter: "list", retryAfter: 1)
      }
      total = answers.values.reduce(0) { $0 + $1.total }
      showsEmpty = first["showsEmpty"]?.boolean ?? true
      hasBuckets = answers.values.allSatisfy { MergedJumplist.member($0["jumplist"], "hasBuckets")?.boolean == true }
      if !hasBuckets { return }
      let parts = answers.values.map { MergedJumplist.entries($0["jumplist"]) }
      entries =
        first["isInSections"]?.boolean == true
        ? MergedJumplist.sections(parts, kind: answers.values.lazy.compactMap { $0["sectionKind"]?.string }.first)
        : MergedJumplist.letters(parts)
    }

    private static func member(_ json: JSONValue?, _ name: String) -> JSONValue? {
      json?.members?.first { $0.name == name }?.value
    }

    private static func entries(_ jumplist: JSONValue?) -> [Entry] {
      (member(jumplist, "entries")?.elements ?? []).compactMap { entry in
        guard let id = member(entry, "id")?.integer, let label = member(entry, "label")?.string,
          let kind = member(entry, "kind")?.string, let count = member(entry, "count")?.integer
        else { return nil }
        return Entry(id: Int(id), label: label, kind: kind, count: Int(count))
      }
    }

    /// Merges the letters of an alphabet, which all shards have.
    private static func letters(_ parts: [[Entry]]) -> [Entry] {
      var merged: [Int: Entry] = [:]
      for entry in parts.joined() {
        if merged[entry.id] == nil { merged[entry.id] = entry } else { merged[entry.id]?.count += entry.count }
      }
      return merged.values.sorted { $0.id < $1.id }
    }

    /// Merges sections, of which a shard has those of its rows, in the order of the column with the section.
    /// - Parameter kind: the kind of the column.
    private static func sections(_ parts: [[Entry]], kind: String?) -> [Entry] {
      var merged: [[UInt8]: Entry] = [:]
      for entry in parts.joined() {
        let label = Array(entry.label.utf8)
        if merged[label] == nil { merged[label] = entry } else { merged[label]?.count += entry.count }
      }
      let isNumber = kind == "integer" || kind == "real"
      var entries = merged.values.sorted { a, b in
        if isNumber, let first = Double(a.label), let second = Double(b.label), first != second {
          return first < second
        }
        if isNumber, let first = Int64(a.label), let second = Int64(b.label) { return first < second }
        return a.label.utf8.lexicographicallyPrecedes(b.label.utf8)
      }
      for index in entries.indices { entries[index].id = index }
      return entries
    }

    func write(to json: inout JSONWriter, generation: UInt64, snapshot: String?, missingShards: [String]) {
      json.object { json in
        writeMembers(to: &json, generation: generation, snapshot: snapshot, missingShards: missingShards)
      }
    }

    func writeMembers(to json: inout JSONWriter, generation: UInt64, snapshot: String?, missingShards: [String]) {
      json.member("generation", generation)
      json.member("count", total)
      json.member("hasBuckets", hasBuckets)
      if let snapshot { json.member("snapshot", snapshot) }
      if !missingShards.isEmpty { json.member("missingShards", missingShards) }
      json.name("entries")
      var starts: [(entry: Entry, start: Int)] = []
      var start = 0
      for entry in entries {
        if entry.count > 0 || showsEmpty { starts.append((entry, start)) }
        start += entry.count
      }
      var target = starts.first { $0.entry.count > 0 }?.start
      json.array(starts) { place, json in
        let entry = place.entry
        if entry.count > 0 { target = place.start }
        json.object { json in
          json.member("id", entry.id)
          json.member("label", entry.label)
          json.member("kind", entry.kind)
          json.member("count", entry.count)
          json.member("start", place.start)
          json.name("target")
          if let target { json.integer(target) } else { json.null() }
        }
      }
    }
  }
#endif
