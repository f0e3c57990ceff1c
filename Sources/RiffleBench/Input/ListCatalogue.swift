/// The lists that can be measured, with their options: the content of `Corpora/lists.tsv`.
struct ListCatalogue: Sendable {
  struct Entry: Sendable, Hashable {
    /// The name of its file, without the extension.
    let name: String
    /// The options for `riffle-bench run`.
    let options: [String]
  }

  let path: String
  private(set) var entries: [Entry] = []

  init(path: String) throws(BenchError) { try self.init(bytes: try readFile(path), path: path) }

  init(bytes: [UInt8], path: String) throws(BenchError) {
    self.path = path
    for row in TSVRows(bytes) {
      guard row.columnCount == 2, !row[0].isEmpty else {
        throw .badRow(path: path, line: row.line, reason: "an entry has 2 columns: the list's name and its options")
      }
      let options = String(decoding: bytes[row[1]], as: UTF8.self).split(separator: " ").map(String.init)
      entries.append(Entry(name: String(decoding: bytes[row[0]], as: UTF8.self), options: options))
    }
  }

  /// Returns the entries of these names, in the order of the catalogue; all of them if there are no names.
  func entries(named names: [String]) throws(BenchError) -> [Entry] {
    if let unknown = names.first(where: { name in !entries.contains { $0.name == name } }) {
      throw .noSuchList(name: unknown, path: path, known: entries.map(\.name))
    }
    return names.isEmpty ? entries : entries.filter { names.contains($0.name) }
  }
}
