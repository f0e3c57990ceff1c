/// The buckets of a whole list, one after another, counted by the caller: sections, or any other division of a list.
///
/// A list in the order of an alphabet, or sorted into buckets (``ListOrder``), counts its buckets by itself.
public struct JumplistBuckets: Sendable, Hashable {
  let labels: [JumplistLabel]
  let counts: [Int]

  /// Creates buckets with custom labels, in list order; equal labels stay apart.
  /// - Throws: ``JumplistError/negativeCount(label:count:)``.
  public init(labels: some Sequence<(label: String, count: Int)>) throws(JumplistError) {
    var found: [JumplistLabel] = []
    var counts: [Int] = []
    for (label, count) in labels {
      guard count >= 0 else { throw .negativeCount(label: label, count: count) }
      found.append(JumplistLabel(text: label, kind: .section))
      counts.append(count)
    }
    self.labels = found
    self.counts = counts
  }

  /// Creates a bucket for each section, labelled by the first character of its title; by a blank if it has none.
  /// - Throws: ``JumplistError/negativeCount(label:count:)``.
  public init(sections: some Sequence<(title: String?, count: Int)>) throws(JumplistError) {
    try self.init(labels: sections.map { ($0.title?.first.map { String($0) } ?? " ", $0.count) })
  }

  /// The number of rows of the list.
  public var rowCount: Int { counts.reduce(0) { $0.addingClamped($1) } }

  /// Returns the jumplist of the whole list.
  public func jumplist(_ options: Jumplist.Options = Jumplist.Options()) -> Jumplist {
    Jumplist(labels, counts: counts, options)
  }
}

extension Jumplist {
  /// - Parameter counts: for each label, the number of rows of the view in its bucket.
  init(_ labels: [JumplistLabel], counts: [Int], _ options: Options) {
    var entries: [Entry] = []
    if options.isSearchable { entries.append(Entry(id: -1, label: "", kind: .search, count: 0, start: 0)) }
    var start = 0
    for (number, label) in labels.enumerated() {
      let count = counts[number]
      if count > 0 || options.showsEmpty {
        entries.append(Entry(id: number, label: label.text, kind: label.kind, count: count, start: start))
      }
      start = start.addingClamped(count)
    }
    self.init(entries: entries)
  }
}

/// An error in the buckets of a jumplist.
public enum JumplistError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A section with a negative count.
  case negativeCount(label: String, count: Int)
  /// Buckets with a total that differs from the number of rows of the list.
  case otherRowCount(buckets: Int, list: Int)

  public var description: String {
    switch self {
    case .negativeCount(let label, let count):
      "the section “\(label)” is said to have \(count) rows: give 0 or more"
    case .otherRowCount(let buckets, let list):
      "the buckets have \(buckets) rows together, the list has \(list): count them again for this snapshot"
    }
  }
}
