import Riffle

/// An index of a list, with the time and memory that it took.
struct Build: Sendable {
  let snapshot: BenchSnapshot
  let seconds: Double
  /// The most bytes in memory until the index was complete.
  let residentPeak: Int
  /// Bytes in memory with only the list, and with the index too.
  let residentBefore, residentAfter: Int

  /// The columns of the index: the size of all columns of one name.
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
  ///   - titlesOnly: omits the search texts.
  ///   - romanizesTitles: titles in other scripts can be found in Latin letters.
  ///   - keepsShortAnswers: `false` to compute the results of a short query each time.
  ///   - threadCount: the most threads to use; `nil` leaves it to the index.
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
