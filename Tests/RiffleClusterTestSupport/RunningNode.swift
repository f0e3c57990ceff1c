#if Cluster
  import Foundation
  import Riffle
  package import RiffleCluster
  package import RiffleStore

  /// A node that follows, and what it has.
  package final class RunningNode: Sendable {
    package let node: ClusterNode
    private let stores = Lock(0)

    package init(_ settings: NodeSettings) throws {
      node = try ClusterNode(settings)
      node.start { [stores] _ in stores.withLock { $0 += 1 } }
    }

    package func stop() { node.stop() }

    /// How many stores it has served.
    package var storeCount: Int { stores.withLock { $0 } }

    package func store() throws -> ListStore {
      guard let store = node.store else { throw ServerFailure("the node has no list: \(node.status)") }
      return store
    }

    /// Waits until searches find all that has been committed.
    package func reach(_ database: TestDatabase) async throws {
      let token = try database.token()
      let end = Date().addingTimeInterval(60)
      while true {
        do throws(ClusterError) {
          return try await node.reach(token, within: .seconds(60))
        } catch {
          // A copy of before may be served while the list is copied anew.
          if Date() > end { throw ServerFailure("\(error), \(node.status)") }
          try await Task.sleep(for: .milliseconds(10))
        }
      }
    }

    /// The list as it is searched, in its order.
    package func rows() throws -> [String] {
      let list = try store().snapshot()
      return (0..<list.count).compactMap { list.element(at: $0).map { "\($0.id) \($0.title)" } }
    }

    /// How many databases are in its folder.
    package func databases() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: node.settings.folder).count { $0.hasSuffix(".db") }
    }
  }

  /// Waits until something is so.
  package func waiting(seconds: Double = 60, until isSo: () throws -> Bool) async throws {
    let end = Date().addingTimeInterval(seconds)
    while try !isSo() {
      if Date() > end { throw ServerFailure("it is not so within \(seconds) s") }
      try await Task.sleep(for: .milliseconds(10))
    }
  }
#endif
