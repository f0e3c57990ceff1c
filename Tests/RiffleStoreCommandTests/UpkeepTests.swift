#if Store
  import Foundation
  import GRDB
  import Riffle
  import RiffleStore
  import RiffleTestSupport
  import Testing

  @Suite struct UpkeepTests {
    private func filled() throws -> StoreFolder {
      let folder = try StoreFolder()
      try folder.done("import", "a.db", sample("cities.tsv"), "--id", "1", "--title", "2", "--search-text", "3")
      return folder
    }

    private func segment(_ folder: StoreFolder) throws -> URL {
      let index = URL(fileURLWithPath: folder.path + "-riffle/items")
      let names = try FileManager.default.contentsOfDirectory(atPath: index.path)
      return index.appending(path: try #require(names.first { $0.hasSuffix(".segment") }))
    }

    // MARK: - Verify

    @Test func aSoundStoreHasNoFaults() throws {
      let outcome = try filled().run("verify", "a.db")
      #expect(outcome.status == 0 && outcome.text == "")
      #expect(outcome.error == "riffle-store: a.db: 2 index files, 8,129 items, no faults\n")
    }

    @Test func damageIsFoundAnsweredWithoutAndMended() throws {
      let folder = try filled()
      let answer = try folder.done("search", "a.db", "gotebrg").text
      let file = try segment(folder)
      var bytes = try Data(contentsOf: file)
      for index in stride(from: 100, to: bytes.count - 100, by: 5_000) { bytes[index] ^= 0x55 }
      try bytes.write(to: file)

      let verified = try folder.run("verify", "a.db")
      #expect(verified.status == 1)
      #expect(
        !verified.lines.isEmpty
          && verified.lines.allSatisfy { $0.hasPrefix("the index: ") && $0.contains("is damaged") })
      #expect(verified.error.hasPrefix("riffle-store: a.db: \(verified.lines.count) fault"))
      let searched = try folder.run("search", "a.db", "gotebrg")
      #expect(searched.text == answer && searched.status == 0)
      #expect(searched.error.contains("riffle-store rebuild"))
      try folder.done("rebuild", "a.db")
      #expect(try folder.run("verify", "a.db").status == 0)
      #expect(try folder.done("search", "a.db", "gotebrg").error == "")
    }

    @Test func whatTheIndexDoesNotKnowIsFound() throws {
      let folder = try StoreFolder()
      try folder.done("import", "a.db", "--input", "csv", input: "id,title\n1,a\n2,b\n3,c\n")
      try DatabaseQueue(path: folder.path).write { db in
        let last = try Int.fetchOne(db, sql: "SELECT max(riffle_sequence) FROM grdb_riffle_changes_items")
        try db.execute(sql: "UPDATE items SET title = 'x' WHERE id = 2; DELETE FROM items WHERE id = 3")
        try db.execute(sql: "DELETE FROM grdb_riffle_changes_items WHERE riffle_sequence > ?", arguments: [last])
      }
      let outcome = try folder.run("verify", "a.db")
      #expect(outcome.status == 1)
      #expect(
        Set(outcome.lines) == [
          "item 2: the index has it otherwise than the table", "item 3: the index has it, the table does not",
        ])
      #expect(outcome.error == "riffle-store: a.db: 2 faults\n")
    }

    // MARK: - Stats

    @Test func statsTellWhatThereIs() throws {
      let folder = try filled()
      let outcome = try folder.done("stats", "a.db")
      #expect(outcome.lines.first == "items      8,129")
      #expect(outcome.lines.contains("opening    mapped") && outcome.lines.contains("order      arrival"))
      let json = try #require(
        try JSONSerialization.jsonObject(with: Data(try folder.done("stats", "a.db", "--json").output))
          as? [String: Any])
      #expect(json["items"] as? Int == 8129)
      #expect(json["index_files"] as? Int == 2)
      #expect(json["is_partial"] as? Bool == false)
      let segments = try #require(json["segments"] as? [[String: Int]])
      #expect(segments.count == 1 && segments[0]["live"] == 8129)
      #expect(json["index_bytes"] as? Int ?? 0 > segments[0]["bytes"] ?? .max)
      // What is not there is told, not made.
      try FileManager.default.removeItem(atPath: folder.path + "-riffle")
      let without = try folder.done("stats", "a.db").text
      #expect(without.contains("opening   built, because there were no index files; not complete yet"))
      #expect(try !folder.folder.names().contains("a.db-riffle"))
      let searched = try folder.done("search", "a.db", "nyc", "-n", "1")
      #expect(searched.text == "5128581\tNew York City, United States\n")
      #expect(searched.error.contains("riffle-store rebuild makes one that stays"))
    }

    // MARK: - Compact, backup

    @Test func compactingLeavesOneSegmentAndNoSpace() throws {
      let folder = try StoreFolder()
      let rows = (0..<3_000).map { "\($0),\(String(repeating: "title ", count: 30))\($0)\n" }.joined()
      try folder.done("import", "a.db", "--input", "csv", "--batch", "100", input: "id,title\n" + rows)
      try DatabaseQueue(path: folder.path).write { try $0.execute(sql: "DELETE FROM items WHERE id % 10 > 0") }
      func size() throws -> Int { try folder.folder.bytes("a.db").count }
      try folder.done("compact", "a.db")
      let before = try size()
      let json =
        try JSONSerialization.jsonObject(with: Data(try folder.done("stats", "a.db", "--json").output))
        as? [String: Any]
      #expect(
        json?["segments"] as? [[String: Int]] == [
          ["live": 300, "dead": 0, "bytes": (json?["segments"] as? [[String: Int]])?[0]["bytes"] ?? -1]
        ])
      #expect(json?["log_bytes"] as? Int == 0)
      try folder.done("compact", "a.db", "--vacuum")
      #expect(try size() < before / 2)
      #expect(try folder.run("search", "a.db", "title", "--count").text == "300\n")
      #expect(try folder.run("verify", "a.db").status == 0)
    }

    @Test func aBackupIsAStore() throws {
      let folder = try filled()
      // Beside somebody who writes.
      let store = try ListStore(folder.path)
      try store.write { $0.upsert(StoreItem(id: 1, title: "just written")) }
      try folder.done("backup", "a.db", "b.db")
      #expect(try folder.items("b.db") == folder.items())
      #expect(try folder.items("b.db").last?.title == "just written")
      try store.close()
      let again = try folder.run("backup", "a.db", "b.db")
      #expect(
        again.status == 2
          && again.error == "riffle-store: b.db: there is such a file already; --overwrite replaces it\n")
      try folder.done("backup", "a.db", "b.db", "--overwrite")
      try folder.done("rebuild", "b.db")
      #expect(try folder.done("search", "b.db", "just written").text == "1\tjust written\n")
    }
  }
#endif
