#if Service && Cluster
  import NIOPosix
  import Riffle
  import RiffleCluster
  import RiffleServer

  /// The table of a list in PostgreSQL, to which lines of a body are written.
  struct PostgresTarget: BulkTarget {
    let writer: ListWriter
    let threads: NIOThreadPool

    let fields: [FieldDefinition]
    var none: BulkReport.Change { .position(nil) }

    func write(_ lines: [BulkLine]) async throws(Problem) -> BulkReport {
      let written = try await writer.write(lines.compactMap { ItemChange($0) })
      return BulkReport(problems: written.problems, change: .position(written.token?.description))
    }

    func keep<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws(Problem) -> Result {
      do {
        return try await threads.runIfActive(body)
      } catch {
        throw Problem(error)
      }
    }
  }
#endif
