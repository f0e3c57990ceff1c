#if Service && Cluster
  import Foundation
  import GRDB
  import Riffle
  import RiffleStore
  import RiffleTestSupport

  @testable import RiffleCluster
  @testable import RiffleGateway
  @testable import RiffleServer

  /// A random list, as one plain store and as stores of shards, made and changed as nodes make and change their copies.
  final class ShardedList {
    struct Row {
      var item: Item<Int>
      var number: Int
      var section: String
      var position: Double
    }

    private struct Copy {
      let store: ListStore
      let path: String
      /// Whether a row is in the copy.
      let holds: (Int) -> Bool
    }

    let definition: ListDefinition
    private let mirror: MirrorTable
    private(set) var rows: [Int: Row] = [:]
    private var random: RandomText
    private let folder: URL
    private var copies: [Copy] = []
    /// The path of the whole list.
    private var plain = ""
    /// The paths of the replicas of each shard, by the number of shards.
    private var shards: [Int: [[String]]] = [:]
    private var lastNumber = 0

    static let list = "towns"

    /// Fields of every type. Some items lack them, some spell values differently.
    static let fields: [TableField] = [
      TableField(FieldDefinition("section", .keyword), "section"),
      TableField(FieldDefinition("position", .real), "position"),
      TableField(FieldDefinition("weight", .integer), "NULLIF(weight, 0)"),
      TableField(FieldDefinition("number", .integer), "id * (id % 3 - 1)"),
      TableField(FieldDefinition("name", .keyword), "title"),
      TableField(
        FieldDefinition("land", .keyword, isFolded: true),
        """
        CASE id % 11 WHEN 0 THEN 'Göteborg' WHEN 1 THEN 'goteborg' WHEN 2 THEN 'GÖTEBORG' WHEN 3 THEN 'Ärla' WHEN 4 THEN 'ab' \
        WHEN 5 THEN 'AB' WHEN 6 THEN 'Ab c' WHEN 7 THEN '' WHEN 8 THEN substr(title, 1, 4) ELSE NULL END
        """),
      TableField(
        FieldDefinition("tags", .keyword, isFolded: true, hasSeveralValues: true),
        """
        CASE id % 5 WHEN 0 THEN '[]' WHEN 1 THEN json_array('tag', 'Tag', 'x' || id % 7) WHEN 2 THEN json_array('TAG', section) \
        WHEN 3 THEN json_array('X' || id % 9, 'x' || id % 7, 'Ängby') ELSE NULL END
        """),
      TableField(
        FieldDefinition("words", .keyword, hasSeveralValues: true), "json_array(section, 'w' || id % 13, 'W' || id % 3)"
      ),
      TableField(
        FieldDefinition("added", .time), "CASE WHEN id % 6 = 0 THEN NULL ELSE (id % 40 - 9) * 86400 * 37 END"),
      TableField(FieldDefinition("odd", .boolean), "CASE WHEN id % 9 = 0 THEN NULL ELSE id % 2 END"),
    ]
    private static let sections = ["north", "south", "Ängby", "", "a b", "北"]

    init(
      _ folder: URL, seed: UInt64, _ arrangement: StoreSettings.Arrangement, counts: [Int], rowCount: Int
    ) throws {
      self.folder = folder
      var random = RandomText(seed: seed)
      var definition = ListDefinition.ownTable(
        ShardedList.list, arrangement: arrangement,
        scopes: ["even": "id % 2 = 0", "heavy": "weight > 1", "north": "section = 'north'"])
      definition.source.fields = ShardedList.fields
      self.definition = definition
      mirror = try MirrorTable(ShardedList.table, definition)
      for item in random.items(count: rowCount) {
        lastNumber += 1 + random.number(below: 3)
        rows[item.id] = Row(
          item: item, number: lastNumber, section: ShardedList.section(&random), position: ShardedList.position(&random)
        )
      }
      self.random = random
      plain = try copy("plain", isShard: false) { _ in true }
      for count in counts { try addReplicas(count) }
    }

    /// Copies the present rows into one more replica of each shard.
    func addReplicas(_ count: Int) throws {
      var paths = shards[count] ?? Array(repeating: [], count: count)
      for number in 0..<count {
        let name = "shard-\(number)-of-\(count)-\(paths[number].count)"
        paths[number].append(try copy(name, isShard: true) { ShardedList.shard(of: $0, count) == number })
      }
      shards[count] = paths
    }

    private func copy(_ name: String, isShard: Bool, _ holds: @escaping (Int) -> Bool) throws -> String {
      let path = folder.appending(path: "\(name).db").path
      let rows = rows.values.filter { holds($0.item.id) }
      copies.append(
        Copy(
          store: try ShardedList.make(path, mirror, definition, isShard: isShard, rows), path: path, holds: holds))
      return path
    }

    private static func shard(of id: Int, _ count: Int) -> Int {
      Int((UInt64(id) &* 0x9e37_79b9_7f4a_7c15) >> 40) % count
    }

    private static func section(_ random: inout RandomText) -> String {
      sections[random.number(below: random.oneIn(2) ? 2 : sections.count)]
    }

    private static func position(_ random: inout RandomText) -> Double {
      [0, 0, 1, -2.5, 1e300, 7][random.number(below: 6)]
    }

    private static let table = PublishedTable(
      id: 1, schema: "public", name: list,
      columns: [
        ("number", 20), ("id", 20), ("title", 25), ("search_text", 25), ("reading", 25), ("weight", 23),
        ("searchable", 16), ("section", 25), ("position", 701), ("payload", 25),
      ].map { PublishedTable.Column(name: $0.0, type: UInt32($0.1), isRequired: $0.0 != "payload") }, filter: nil,
      identity: ["id"])

    private static func values(_ row: Row) -> RowValues {
      let item = row.item
      return [
        .text("\(row.number)"), .text("\(item.id)"), .text(item.title.replacing("\0", with: "")),
        .text(item.searchText.replacing("\0", with: "")), .text(item.reading.replacing("\0", with: "")),
        .text("\(item.weight)"), .text(item.isSearchable ? "t" : "f"), .text(row.section), .text("\(row.position)"),
        item.id % 3 == 0 ? .text(#"{"id": \#(item.id)}"#) : .null,
      ]
    }

    private static func make(
      _ path: String, _ mirror: MirrorTable, _ definition: ListDefinition, isShard: Bool, _ rows: [Row]
    ) throws -> ListStore {
      let queue = try DatabaseQueue(path: path)
      try queue.write { db in
        try db.execute(sql: mirror.schema)
        let insert = try mirror.inserting(db)
        for row in rows { try insert(values(row)) }
        try mirror.finish(db)
      }
      try queue.close()
      return try ListStore(
        following: try mirror.source(definition, isShard: isShard), in: path, arrangement: definition.arrangement,
        indexOptions: try definition.indexOptions())
    }

    // MARK: - Changes

    /// Makes random changes in transactions of several changes each.
    func change(_ transactionCount: Int) throws {
      for _ in 0..<transactionCount {
        var changes: [(id: Int, change: MirrorChange)] = []
        for _ in 0..<1 + random.number(below: 6) { changes.append(next()) }
        for copy in copies {
          let own = changes.filter { copy.holds($0.id) }
          if own.isEmpty { continue }
          try copy.store.transaction { db in for (_, change) in own { try mirror.apply(change, db) } }
        }
      }
    }

    private func next() -> (Int, MirrorChange) {
      let known = rows.keys.sorted()
      if known.isEmpty || random.oneIn(3) {
        let id = (known.last ?? 0) + 1 + random.number(below: 5)
        var item = random.items(count: 1)[0]
        item.id = id
        // Numbers need not come in their order. Some titles are equal to others.
        lastNumber += 2
        let other = rows[known.isEmpty ? 0 : known[random.number(below: known.count)]]
        if let other, random.oneIn(2) { item.title = other.item.title }
        let row = Row(
          item: item, number: random.oneIn(2) ? lastNumber : -lastNumber, section: ShardedList.section(&random),
          position: ShardedList.position(&random))
        rows[id] = row
        return (id, .insert(ShardedList.values(row)))
      }
      let id = known[random.number(below: known.count)]
      if random.oneIn(4) {
        rows[id] = nil
        return (id, .delete(key: .text("\(id)")))
      }
      guard var row = rows[id] else { return (id, .delete(key: .text("\(id)"))) }
      switch random.number(below: 4) {
      case 0: row.item.title = rows[known[random.number(below: known.count)]]?.item.title ?? ""
      case 1: row.item.reading = random.title(maximumWordCount: 2)
      case 2: (row.section, row.position) = (ShardedList.section(&random), ShardedList.position(&random))
      default: row.item.weight = UInt16(random.number(below: 4))
      }
      rows[id] = row
      return (id, .update(key: nil, ShardedList.values(row)))
    }

    // MARK: - Services

    /// Closes the stores, and starts a service for each of them, with the same keys.
    /// - Returns: the service of the whole list, and those of the replicas of each shard, by the number of shards.
    func serve(keys: String?) async throws -> (plain: RunningService, shards: [Int: [[RunningService]]]) {
      for copy in copies { try copy.store.close() }
      func service(_ path: String) async throws -> RunningService {
        var settings = ServerSettings(lists: [.init(name: ShardedList.list, path: path, table: ShardedList.list)])
        settings.port = 0
        settings.keys = keys
        settings.limits.queryMilliseconds = 600_000
        (settings.limits.requestsPerSecond, settings.limits.workPerSecond) = (0, 0)
        return try await RunningService { [settings] in try RiffleService(settings, logger: quiet, onRunning: $0) }
      }
      let plain = try await service(plain)
      var running: [Int: [[RunningService]]] = [:]
      for (count, shards) in shards {
        for paths in shards {
          var replicas: [RunningService] = []
          for path in paths { replicas.append(try await service(path)) }
          running[count, default: []].append(replicas)
        }
      }
      return (plain, running)
    }
  }
#endif
