import Foundation
import Testing

@testable import RiffleBench

/// What `compare --json` has written of the run that the READMEs tell of.
private struct Results: Decodable {
  struct Peer: Decodable {
    struct Resident: Decodable {
      let before, after, peak: Int?
    }
    struct Latency: Decodable {
      let p50, p95, p99: Double
    }
    struct Tally: Decodable {
      let queries, top1, top10: Int
    }

    let name, title, measured: String
    let threads: Int
    let buildSeconds: Double?
    let residentBytes: Resident
    let latencyUs: Latency
    let quality: [String: Tally]

    /// Its row in a README.
    /// - Parameter queryCount: so many were asked of most peers.
    func row(queryCount: Int) -> String {
      let tally = quality["all"]
      let others = tally.map { $0.queries == queryCount ? "" : " of \($0.queries)" } ?? ""
      let cells = [
        title, milliseconds(latencyUs.p50), milliseconds(latencyUs.p95), milliseconds(latencyUs.p99),
        tally.map { "\($0.top1)" + others } ?? "–", tally.map { "\($0.top10)" + others } ?? "–",
        buildSeconds.map { $0.rounded(digits: 2) } ?? "–", memory,
      ]
      return "| " + cells.joined(separator: " | ") + " |"
    }

    private var memory: String {
      guard let before = residentBytes.before, let after = residentBytes.after else { return "–" }
      return (Double(after - before) / 1_048_576).rounded(digits: 0)
    }

    private func milliseconds(_ microseconds: Double) -> String {
      let value = microseconds / 1000
      return value.rounded(digits: value < 1 ? 3 : value < 10 ? 2 : 1)
    }
  }

  /// How many queries the set has.
  let queries: Int
  let peers: [Peer]
}

@Suite struct ResultsTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

  @Test func theTablesInTheReadmesAreThoseOfTheResults() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let results = try decoder.decode(
      Results.self, from: Data(contentsOf: Self.root.appending(path: "Benchmarks/Results/mixed-1m.json")))
    // More threads find the same: of each peer the first row, which has the fewest.
    var seen: Set<String> = []
    let rows = results.peers.filter { seen.insert($0.name).inserted }.map { $0.row(queryCount: results.queries) }
    #expect(try Self.table(in: "Benchmarks/README.md") == rows)
    let few = try Self.table(in: "README.md")
    #expect(few.count > 3 && few == rows.filter { few.contains($0) })
  }

  /// The rows of the table of times.
  private static func table(in path: String) throws -> [String] {
    let readme = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    let section = try #require(readme.split(separator: "\n## ").first { $0.hasPrefix("How fast, how good\n") })
    return section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map(String.init)
  }
}
