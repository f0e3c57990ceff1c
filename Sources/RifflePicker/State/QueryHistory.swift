/// The history of queries.
package struct QueryHistory: Hashable, Sendable {
  private var entries: [String]
  private var place: Int

  package init(_ entries: [String]) {
    self.entries = entries + [""]
    place = entries.count
  }

  /// - Parameter text: the present text, which is stored at its place in the history.
  package mutating func previous(_ text: String) -> String { go(-1, text) }
  package mutating func next(_ text: String) -> String { go(1, text) }

  private mutating func go(_ step: Int, _ text: String) -> String {
    entries[place] = text
    place = max(0, min(place + step, entries.count - 1))
    return entries[place]
  }
}
