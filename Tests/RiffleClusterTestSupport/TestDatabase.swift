#if Cluster
  package import Foundation
  package import Riffle
  package import RiffleCluster
  package import RiffleStore

  /// A database of its own for one test, in a server that all tests of the process share.
  package final class TestDatabase: Sendable {
    package let server: PostgresServer
    package let name: String
    package let info: ConnectionInfo
    /// Where nodes of the test keep their copies.
    package let folder: URL

    private static let shared = Result { try PostgresServer() }

    /// - Parameter server: `nil` for the one that tests share.
    package init(_ server: PostgresServer? = nil) throws {
      let server = try server ?? TestDatabase.shared.get()
      self.server = server
      name = "test_\(UInt32.random(in: .min ... .max))"
      info = try server.info(name)
      folder = FileManager.default.temporaryDirectory.appending(path: "riffle-node-\(UUID().uuidString)")
      try server.sql("CREATE DATABASE \(name)")
    }

    deinit {
      _ = try? server.sql(
        """
        SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE database = '\(name)' AND active
        """)
      _ = try? server.sql(
        "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE database = '\(name)'")
      _ = try? server.sql("DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
      try? FileManager.default.removeItem(at: folder)
    }

    /// Runs statements.
    @discardableResult
    package func sql(_ sql: String) throws -> [[String?]] { try PostgresConnection(info).rows(sql) }

    /// Makes a list of Riffle's own shape, `cities`.
    package func makeCities(
      _ list: String = "cities", shardCounts: [Int] = [], arrangement: StoreSettings.Arrangement = .arrival,
      fields: [FieldDefinition] = []
    ) throws {
      var setup = PostgresSetup(list: list, .ownTable(list, arrangement: arrangement, fields: fields))
      setup.makesTable = true
      setup.shardCounts = shardCounts
      try setup.run(info)
    }

    package func settings(_ list: String = "cities", shard: Shard? = nil, node: String = "node") -> NodeSettings {
      NodeSettings(connection: info, list: list, shard: shard, folder: folder.appending(path: node).path)
    }

    /// A token of all that has been committed.
    package func token() throws -> NodeToken {
      guard let text = try sql(NodeToken.statement).first?.first ?? nil else {
        throw ServerFailure("there is no token")
      }
      return try NodeToken(text)
    }
  }
#endif
