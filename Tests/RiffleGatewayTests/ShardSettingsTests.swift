#if Service && Cluster
  import Foundation
  import RiffleCluster
  import RiffleServer
  import Testing

  @testable import RiffleGateway

  struct ShardSettingsTests {
    @Test func `shards of routes have each id once`() async throws {
      try await withFolder { folder in
        let path = folder.appending(path: "routes.json").path
        func read(_ shards: String, nodes: String = "") throws(SettingsError) -> [RoutedList] {
          try? #"{"lists": [{"name": "cities", \#(nodes)"shards": \#(shards)}]}"#.write(
            toFile: path, atomically: true, encoding: .utf8)
          return try RoutesFile.lists(path)
        }
        func shards(_ names: [String]) -> String {
          "["
            + names.enumerated().map { #"{"shard": "\#($1)", "nodes": ["http://a:\#($0 + 1)"]}"# }.joined(
              separator: ", ")
            + "]"
        }
        for names in [["0/1"], ["0/2", "1/2"], ["1/2", "0/4", "1/4"], ["2/3", "0/3", "1/3"]] {
          let lists = try read(shards(names))
          #expect(lists.count == 1 && lists[0].shards.map { "\($0.shard)" } == names && lists[0].nodes.isEmpty)
        }
        for (text, reason) in [
          (shards(["0/2", "0/2", "1/2"]), "names the shard 0/2 twice"), (shards(["0/2", "1/2", "1/4"]), "1/4"),
          (shards(["0/2", "1/2", "1/4"]), "overlap"), (shards(["0/2"]), "the slots 128 to 255"),
          (shards(["0/4", "2/4", "3/4"]), "the slots 64 to 127"), ("[]", "must be an array of shards"),
          ("7", "must be an array of shards"), (shards(["2/2"]), "2/2"), (shards(["x"]), "lists[0].shards[0].shard"),
          (#"[{"shard": 1, "nodes": []}]"#, "must be a text"), (#"[{"nodes": []}]"#, "must be a text"),
          (#"[{"shard": "0/1"}]"#, "must be an array of addresses"),
          (#"[{"shard": "0/1", "nodes": []}]"#, "has no nodes"),
          (#"[{"shard": "0/2", "nodes": ["http://a"]}, {"shard": "1/2", "nodes": []}]"#, "the shard 1/2"),
          (#"[{"shard": "0/2", "nodes": ["http://a"]}, {"shard": "1/2", "nodes": ["http://a"]}]"#, "twice"),
          (#"[{"shard": "0/1", "nodes": ["http://a"], "x": 1}]"#, "may have nodes, shard"),
        ] {
          do throws(SettingsError) {
            _ = try read(text)
            Issue.record("\(text) is taken")
          } catch {
            #expect(error.description.contains(reason) && error.description.contains(path), "\(error)")
          }
        }
        do throws(SettingsError) {
          _ = try read(shards(["0/1"]), nodes: #""nodes": ["http://b"], "#)
          Issue.record("nodes beside shards are taken")
        } catch {
          #expect(error.description.contains("nodes of its own"), "\(error)")
        }
      }
    }
  }
#endif
