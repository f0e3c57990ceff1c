#if Cluster
  import Foundation
  import RiffleClusterTestSupport

  @testable import RiffleCluster

  /// A stream of a server as it was captured, by both plugins.
  struct StreamFixture {
    let messages: [[UInt8]]
    /// What wal2json made of the same.
    let json: [String]

    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

    init(_ name: String) throws {
      func lines(_ ending: String) throws -> [String] {
        let text = try String(contentsOf: StreamFixture.folder.appending(path: "\(name).\(ending)"), encoding: .utf8)
        return text.split(separator: "\n").map { String($0) }
      }
      messages = try lines("hex").map { StreamFixture.bytes($0) }
      json = try lines("jsonl")
    }

    static func bytes(_ hex: String) -> [UInt8] {
      var bytes: [UInt8] = []
      var rest = hex[...]
      while !rest.isEmpty {
        bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
        rest = rest.dropFirst(2)
      }
      return bytes
    }

    // MARK: - Capturing

    /// Runs statements, each by itself, and captures what both plugins make of them.
    init(_ statements: [String], _ database: TestDatabase) throws {
      let slot = "riffle_fixture_\(database.name)"
      try database.sql("CREATE PUBLICATION everything FOR ALL TABLES")
      try database.sql("SELECT pg_create_logical_replication_slot('\(slot)_a', 'pgoutput')")
      try database.sql("SELECT pg_create_logical_replication_slot('\(slot)_b', 'wal2json')")
      let connection = try PostgresConnection(database.info)
      for statement in statements { try connection.rows(statement) }
      messages = try connection.rows(
        """
        SELECT encode(data, 'hex') FROM pg_logical_slot_get_binary_changes('\(slot)_a', NULL, NULL, 'proto_version', '2',
        'publication_names', 'everything', 'messages', 'true')
        """
      ).compactMap { ($0.first ?? nil).map { StreamFixture.bytes($0) } }
      json = try connection.rows(
        "SELECT data FROM pg_logical_slot_get_changes('\(slot)_b', NULL, NULL, 'format-version', '2')"
      ).compactMap { $0.first ?? nil }
      for ending in ["a", "b"] { try connection.rows("SELECT pg_drop_replication_slot('\(slot)_\(ending)')") }
    }

    func write(_ name: String) throws {
      func write(_ lines: [String], _ ending: String) throws {
        let text = lines.map { $0 + "\n" }.joined()
        try Data(text.utf8).write(to: StreamFixture.folder.appending(path: "\(name).\(ending)"))
      }
      try write(messages.map { $0.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }, "hex")
      try write(json, "jsonl")
    }

    /// Whether the server has the other plugin.
    static func hasOtherPlugin(_ database: TestDatabase) -> Bool {
      let slot = "riffle_try_\(database.name)"
      return (try? database.sql("SELECT pg_create_logical_replication_slot('\(slot)', 'wal2json', true)")) != nil
    }

    /// All kinds of changes, in some transactions.
    static let statements = [
      "CREATE TABLE plain (id bigint PRIMARY KEY, title text, fame bigint, seen boolean)",
      "CREATE TABLE named (name text PRIMARY KEY, body text)",
      "ALTER TABLE named ALTER body SET STORAGE EXTERNAL",
      "INSERT INTO plain VALUES (1, 'Göteborg', 5, true), (2, NULL, NULL, false), (-3, E'tab\\tand\\nline', 0, NULL)",
      "UPDATE plain SET title = 'Malmö' WHERE id = 1",
      "UPDATE plain SET id = 7 WHERE id = 2",
      "BEGIN", "INSERT INTO plain VALUES (8, 'kept', 1, true)", "SAVEPOINT a",
      "INSERT INTO plain VALUES (9, 'gone', 1, true)",
      "ROLLBACK TO a", "DELETE FROM plain WHERE id = 1", "COMMIT",
      "BEGIN", "INSERT INTO plain VALUES (10, 'never', 1, true)", "ROLLBACK",
      "INSERT INTO named VALUES ('a', repeat('long ', 1000)), ('ÅÄÖ', 'short')",
      "UPDATE named SET name = 'b' WHERE name = 'a'",
      "ALTER TABLE plain ADD COLUMN later text",
      "INSERT INTO plain VALUES (11, 'with', 1, true, 'more')",
      "SELECT pg_logical_emit_message(true, 'riffle', 'a cut')",
      "ALTER TABLE named REPLICA IDENTITY FULL", "UPDATE named SET body = 'other' WHERE name = 'ÅÄÖ'",
      "DELETE FROM named WHERE name = 'ÅÄÖ'", "TRUNCATE plain, named",
      "INSERT INTO plain VALUES (1, '', 1, true, NULL)",
    ]
  }
#endif
