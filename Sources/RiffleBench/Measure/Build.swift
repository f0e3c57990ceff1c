import Riffle

/// An index of a list and what it took to make it.
struct Build: Sendable {
  let snapshot: BenchSnapshot
  let seconds: Double
  /// The most bytes in memory until the index was there.
  let residentPeak: Int
  /// Bytes in memory when only the list was there, and when the index was there too.
  let residentBefore, residentAfter: Int

  /// What the index consists of: how many bytes all columns of one name take.
  var columns: [(name: String, byteCount: Int)] {
    var places: [String: Int] = [:]
    var columns: [(name: String, byteCount: Int)] = []
    for column in snapshot.columns {
      if let place = places[column.name] {
        columns[place].byteCount += column.byteCount
      } else {
        places[column.name] = columns.count
        columns.append((column.name, column.byteCount))
      }
    }
    return columns
  }

  /// - Parameters:
  ///   - titlesArePaths: the last component counts as the start of the title.
  ///   - titlesOnly: leaves the search texts out.
  ///   - romanizesTitles: titles in other scripts can be found in Latin letters.
  ///   - keepsShortAnswers: `false` to answer a short query as if it were asked for the first time.
  ///   - threadCount: how many threads to use at most; `nil` leaves it to the index.
  init(
    _ items: ItemList, path: String, titlesArePaths: Bool, titlesOnly: Bool = false,
    romanizesTitles: Bool = false, keepsShortAnswers: Bool = true, threadCount: Int? = nil
  ) throws(BenchError) {
    let searchText: (@Sendable (Int) -> String)? =
      items.hasSearchText && !titlesOnly ? { @Sendable row in items.searchText(row) } : nil
    residentBefore = ResidentBytes.now
    var options = IndexOptions(titlesArePaths: titlesArePaths, romanizesTitles: romanizesTitles)
    if !keepsShortAnswers { options.efforts.fewestRowsKept = .max }
    let start = nanosecondsNow()
    do {
      let index: SearchIndex<Int, Int> = try SearchIndex(
        0..<items.count, id: { $0 }, title: { items.title($0) }, searchText: searchText,
        options: options, threadCount: threadCount)
      snapshot = index.snapshot()
    } catch {
      throw .badList(path: path, error: error)
    }
    seconds = Double(nanosecondsNow() - start) / 1e9
    residentAfter = ResidentBytes.now
    residentPeak = ResidentBytes.peak
  }
}
