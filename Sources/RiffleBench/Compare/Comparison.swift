/// All measurements of `compare.py`, judged.
struct Comparison {
  let machine: PeerMeasurements.Machine
  let limit: Int
  /// `nil` if nothing was typed.
  let typing: CompareReport?
  let studies: [QualityStudy]
  /// The peers that were measured in studies only.
  private let studyPeers: [PeerMeasurement]

  /// - Parameters:
  ///   - typed: the list and the queries that were typed.
  ///   - studies: in the order in which they were run.
  init(_ measurements: PeerMeasurements, typed: StudyInput?, studies: [StudyInput]) throws(BenchError) {
    guard measurements.quality.count == studies.count else {
      throw .badMeasurements(reason: "\(measurements.quality.count) studies were made, \(studies.count) were wanted")
    }
    machine = measurements.machine
    limit = measurements.limit
    if let typed {
      typing = try CompareReport(
        measurements, items: typed.items, itemsPath: typed.itemsPath, queries: typed.queries)
    } else {
      typing = nil
    }
    var judged: [QualityStudy] = []
    for (study, input) in zip(measurements.quality, studies) { judged.append(try QualityStudy(study, input)) }
    self.studies = judged
    let typedNames = Set((typing?.compared ?? []).map(\.peer.name))
    studyPeers = measurements.quality.flatMap(\.peers).filter { !typedNames.contains($0.name) }
  }

  /// The report in Markdown.
  var markdown: String {
    guard !studies.isEmpty else { return typing?.markdown ?? "" }
    let settings = settingsTable(of: studyPeers)
    return (typing.map { $0.markdown + "\n" } ?? "") + """
      ## Quality by kind of query

      Whole queries, asked once, all peers in turns. Queries whose target, or a row with its title, came first / was \
      among the first \(min(limit, 10)). \(machine.text).

      \(studies.map(\.markdown).joined(separator: "\n"))
      """ + (studyPeers.isEmpty ? "" : "\n### Settings of these peers\n\n\(settings)")
  }

  var json: JSONValue {
    let nothingTyped: [(key: String, value: JSONValue)] = [
      ("machine", machine.json), ("limit", .integer(limit)), ("peers", .array([])), ("missing", .array([])),
      ("growth", .array([])),
    ]
    return .object((typing?.members ?? nothingTyped) + [("quality", .array(studies.map(\.json)))])
  }
}

/// Returns the settings of the peers, each peer once.
func settingsTable(of peers: [PeerMeasurement]) -> String {
  var table = MarkdownTable(header: ["peer", "setting", "value", "reason"], textColumns: 4)
  var seen: Set<String> = []
  for peer in peers where seen.insert(peer.name).inserted {
    for setting in peer.settings { table.add([peer.title, setting.name, setting.value, setting.reason]) }
  }
  return table.text
}

extension PeerMeasurements.Machine {
  var text: String {
    let measured = [date, commit.map { "Riffle of commit \($0)" }].compactMap(\.self).map { "; \($0)" }.joined()
    return "\(processor), \(cores) cores, \(mebibytes(memoryBytes)) MiB, \(system)\(measured)"
  }

  var json: JSONValue {
    [
      "processor": .string(processor), "cores": .integer(cores), "memory_bytes": .integer(memoryBytes),
      "system": .string(system), "commit": commit.map { .string($0) } ?? nil, "date": date.map { .string($0) } ?? nil,
    ]
  }
}

func mebibytes(_ bytes: Int) -> String { (Double(bytes) / 1_048_576).rounded(digits: 0) }
