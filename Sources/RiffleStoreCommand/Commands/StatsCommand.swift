#if Store
  import ArgumentParser
  import Foundation
  import Riffle
  import RiffleCommandLine
  import RiffleStore

  struct StatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "stats", abstract: "Tell what a store consists of, and how its index was opened.")

    @OptionGroup
    var list: ListArgument

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
      _ = try storing { () throws(StoreError) in try ListStore.list(list.table, in: list.path) }
      let report = try storing { () throws(StoreError) in
        // An incomplete index is reported, without waiting for it.
        let options = StoreOptions(access: .reading, buildsInBackground: true)
        let store =
          if let table = list.table {
            try ListStore(followed: table, in: list.path, options: options)
          } else {
            try ListStore(list.path, options: options)
          }
        return try StatsReport(store)
      }
      let writer = ByteWriter()
      try writer.write(json ? try report.json() : report.text)
      try writer.flush()
    }
  }

  /// The statistics of a store.
  struct StatsReport: Codable {
    struct Segment: Codable {
      let live, dead, bytes: Int
    }

    let table: String
    let isFollowed: Bool
    let items: Int
    let order: String
    let scopes: [String: String]
    let fields: [String: String]
    let options: [String]
    let segments: [Segment]
    /// The number of rows changed since the segments were written.
    let tail: Int
    let isPartial: Bool
    let opening: String
    let sequence: Int64?
    let databaseBytes, logBytes: Int
    let indexFiles, indexBytes: Int
    let format: Int
    let icu, unicode: String

    init(_ store: ListStore) throws(StoreError) {
      let (statistics, storage, list) = (store.statistics(), try store.storage(), try store.list)
      table = list.source.table
      isFollowed = list.isFollowed
      items = statistics.count
      order =
        switch list.settings.arrangement {
        case .arrival: list.source.order.isEmpty ? "arrival" : list.source.order.joined(separator: ", ")
        case .sections: "sections"
        case .alphabet(let locales): "alphabet of \(locales.joined(separator: ", "))"
        }
      scopes = list.settings.scopes
      fields = Dictionary(uniqueKeysWithValues: list.settings.fields.map { ($0.name, FieldArgument.type(of: $0)) })
      let indexOptions = list.settings.options
      options = [
        ("case-sensitive", indexOptions.folding.isCaseSensitive), ("paths", indexOptions.titlesArePaths),
        ("romanize", indexOptions.romanizesTitles), ("synonyms", !indexOptions.synonyms.isEmpty),
      ].filter(\.1).map(\.0)
      segments = statistics.segments.map { Segment(live: $0.liveCount, dead: $0.deadCount, bytes: $0.byteCount) }
      tail = statistics.tailCount
      isPartial = store.snapshot().isPartial
      opening =
        switch store.opening {
        case .mapped(changeCount: 0): "mapped"
        case .mapped(let count): "mapped, and \(count) changes read"
        case .extended(fields: []): "mapped, without fields that were removed"
        case .extended(let fields): "mapped, and given the fields \(fields.joined(separator: ", "))"
        case .built(because: let reason?): "built, because \(reason)"
        case .built(because: nil): "built, because there were no index files"
        }
      sequence = store.sequence
      (databaseBytes, logBytes) = (storage.databaseByteCount, storage.logByteCount)
      (indexFiles, indexBytes) = (storage.indexFileCount, storage.indexByteCount)
      format = storage.formatVersion
      icu = StatsReport.version(storage.icuVersion)
      unicode = StatsReport.version(storage.unicodeVersion)
    }

    private static func version(_ number: Int) -> String { "\(number / 100).\(number % 100)" }

    func json() throws(CommandError) -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      encoder.keyEncodingStrategy = .convertToSnakeCase
      do {
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
      } catch {
        throw .output(name: standardOutput, reason: "\(error)")
      }
    }

    var text: String {
      var lines = [
        ("items", items.grouped), ("table", isFollowed ? "\(table), followed" : table), ("order", order),
      ]
      for (name, condition) in scopes.sorted(by: { $0.key < $1.key }) { lines.append(("scope \(name)", condition)) }
      for (name, type) in fields.sorted(by: { $0.key < $1.key }) { lines.append(("field \(name)", type)) }
      if !options.isEmpty { lines.append(("options", options.joined(separator: ", "))) }
      for (number, segment) in segments.enumerated() {
        lines.append(
          (
            "segment \(number + 1)",
            "\(segment.live.grouped) live, \(segment.dead.grouped) dead, \(segment.bytes.grouped) bytes"
          ))
      }
      lines += [
        ("tail", tail.grouped), ("database", "\(databaseBytes.grouped) bytes, log \(logBytes.grouped) bytes"),
        ("index", "\(indexFiles) files, \(indexBytes.grouped) bytes"),
        ("opening", opening + (isPartial ? "; not complete yet" : "")), ("sequence", sequence?.description ?? "–"),
        ("versions", "format \(format), ICU \(icu), Unicode \(unicode)"),
      ]
      let width = (lines.map(\.0.count).max() ?? 0) + 2
      return lines.map { $0 + String(repeating: " ", count: width - $0.count) + $1 + "\n" }.joined()
    }
  }
#endif
