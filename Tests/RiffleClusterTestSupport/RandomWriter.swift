#if Cluster
  package import RiffleCluster
  package import RiffleTestSupport

  /// Writes the table `cities` at random: transactions of several statements, some rolled back as a whole or in part.
  package final class RandomWriter: Sendable {
    private let connection: PostgresConnection

    package init(_ connection: PostgresConnection) { self.connection = connection }

    package func write(_ random: inout RandomText, count: Int) throws {
      for _ in 0..<count {
        if random.oneIn(3) {
          try run("BEGIN")
          for _ in 0..<1 + random.number(below: 5) {
            let isUndone = random.oneIn(4)
            try run("SAVEPOINT riffle_try")
            let isDone = try run(statement(&random))
            if isUndone || !isDone { try run("ROLLBACK TO riffle_try") }
          }
          try run(random.oneIn(5) ? "ROLLBACK" : "COMMIT")
        } else {
          try run(statement(&random))
        }
      }
    }

    /// - Returns: `false` if the server refuses it, as it does for an id that is taken.
    @discardableResult
    private func run(_ sql: String) throws(ClusterError) -> Bool {
      do throws(ClusterError) {
        try connection.rows(sql)
        return true
      } catch {
        guard case .refused = error else { throw error }
        return false
      }
    }

    private func statement(_ random: inout RandomText) -> String {
      let id = random.number(below: 200)
      let title = "'" + random.title().replacing("'", with: "''") + "'"
      let section = ["''", "'a'", "'b'", "'Ö'"][random.number(below: 4)]
      switch random.number(below: 12) {
      case 0: return "DELETE FROM cities WHERE id = \(id)"
      case 1: return "UPDATE cities SET id = \(random.number(below: 200)) WHERE id = \(id)"
      case 2: return "UPDATE cities SET title = \(title) WHERE id % 7 = \(id % 7)"
      case 3: return "UPDATE cities SET section = \(section), position = \(random.number(below: 5)) WHERE id = \(id)"
      case 4 where random.oneIn(8): return "TRUNCATE cities"
      case 5: return "DELETE FROM cities WHERE id BETWEEN \(id) AND \(id + 3)"
      case 6: return "UPDATE cities SET search_text = repeat('x', \(random.number(below: 3) * 4_000)) WHERE id = \(id)"
      case 7: return "UPDATE cities SET weight = weight + 1 WHERE id = \(id)"
      default:
        return """
          INSERT INTO cities (id, title, section, position) VALUES (\(id), \(title), \(section), \(random.number(below: 5))) \
          ON CONFLICT (id) DO UPDATE SET title = excluded.title
          """
      }
    }
  }
#endif
