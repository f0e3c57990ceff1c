import Riffle
import RiffleCommandLine
import RiffleInput

/// The records that were found, each with the search that it matches best.
struct FoundRecords {
  private let results: LineResults
  private let arranged: ArrangedHits?

  /// - Parameters:
  ///   - results: the results of the only search.
  ///   - arranged: the arranged results, if there are several searches.
  init(_ results: LineResults, _ arranged: ArrangedHits?) {
    (self.results, self.arranged) = (results, arranged)
  }

  var count: Int { arranged?.count ?? results.count }

  subscript(place: Int) -> HitArrangement.Arranged {
    arranged?[place] ?? HitArrangement.Arranged(hit: results[place], search: 0)
  }
}

extension Search {
  /// Prints the records of the window in the order of the sort keys, and counts the values of all records found.
  /// - Parameter output: `nil` prints nothing.
  /// - Complexity: O(*n*) for *n* records found, each of which is read once more.
  func sort(
    _ found: FoundRecords, _ fields: FieldSearch, _ places: HitPlaces, _ record: Record, _ output: (any HitOutput)?,
    _ writer: ByteWriter
  ) throws(CommandError) -> [FacetCounts] {
    var values = fields.values
    for place in 0..<found.count {
      let hit = found[place].hit
      _ = try reading { () throws(InputError) in try readRecord(of: hit, into: record, places.inputs) }
      values.append(record)
    }
    let answer: FieldSearch.Answer
    do throws(FilterError) {
      answer = try fields.answer(to: values)
    } catch {
      throw .usage("\(fields.keys.isEmpty ? "--facets" : "--sort"): \(error)")
    }
    guard let output else { return answer.counts }
    var places = places
    for place in (0..<found.count).dropFirst(window.lowerBound).prefix(window.count) {
      let found = found[answer.order?[place] ?? place]
      places.query = shownQueries?[found.search]
      try print(found.hit, places, record, output, writer)
    }
    return answer.counts
  }
}
