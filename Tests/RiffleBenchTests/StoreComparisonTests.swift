import ArgumentParser
import Testing

@testable import RiffleBench

@Suite struct StoreComparisonTests {
  private static let measured = """
    {"machine": {"processor": "Abacus", "cores": 2, "memory_bytes": 1048576, "system": "Linux"},
     "engines": [
       {"name": "a", "title": "A", "version": "1.0", "made": 2.0, "bytes": 3145728, "opened": [1000000, 1000000],
        "answered": [2000000, 4000000], "asked": [500000], "written": [250000], "resident": 2097152},
       {"name": "b", "title": "B", "opened": [], "answered": [], "asked": [], "written": [], "problem": "it ended"}
     ]}
    """

  @Test func whatWasMeasuredIsATable() throws {
    let comparison = try StoreComparison(json: Array(Self.measured.utf8))
    let text = comparison.markdown(itemsPath: "lists/l.tsv", rowCount: 1000)
    let rows = text.split(separator: "\n").map { $0.split(separator: "|").map { $0.filter { $0 != " " } } }
    #expect(rows.contains(["A", "500", "3", "2.00", "4.00", "0.500", "0.500", "0.250", "0.250", "2"]), "\(text)")
    #expect(rows.contains(["B", "–", "–", "–", "–", "–", "–", "–", "–", "–"]), "\(text)")
    #expect(text.contains("1000 rows of `l.tsv`. 2 openings") && text.hasSuffix("- B: it ended\n"), "\(text)")
    let json = "\(comparison.json)"
    #expect(json.contains(#""open_and_first_answer_ms": {"count": 2, "p50": 2.001, "p95": 4.0"#), "\(json)")
    #expect(json.contains(#""change_ms": null, "resident_bytes": null"#), "\(json)")
  }

  @Test func whatCannotBeReadIsAnError() {
    #expect { try StoreComparison(json: Array("{}".utf8)) } throws: {
      if case BenchError.badMeasurements = $0 { true } else { false }
    }
  }

  @Test(arguments: [
    (["--store", "s"], "give --items and --queries"), (["--rows", "5"], "--rows is for --store"),
    (["--store", "s", "--items", "l", "--queries", "q", "--growth", "10"], "are not for --store"),
    (["--store", "s", "--items", "l", "--queries", "q", "--rows", "0"], "--rows is 0"),
  ])
  func whatIsNotForStoresIsRefused(arguments: [String], reason: String) {
    #expect { _ = try CompareCommand.parse(arguments) } throws: {
      #if Store
        CompareCommand.message(for: $0).contains(reason)
      #else
        CompareCommand.message(for: $0).contains(
          arguments[0] == "--store" && arguments.last != "0" ? "--traits" : reason)
      #endif
    }
  }
}
