/// The buckets of a whole list, one after another, from which the jumplist of every view is made.
public struct JumplistBuckets: Sendable {
  private let labels: [(text: String, kind: Jumplist.Entry.Kind)]
  /// The position where each bucket begins, and at last the number of rows.
  private let starts: [Int]

  private init(labels: [(text: String, kind: Jumplist.Entry.Kind)], starts: [Int]) {
    self.labels = labels
    self.starts = starts
  }

  init(_ labels: [AlphabetBuckets.Label], starts: [Int]) {
    self.init(
      labels: labels.map { label in
        let kind: Jumplist.Entry.Kind =
          switch label.kind {
          case .underflow: .underflow
          case .letter: .letter
          case .inflow: .inflow
          case .overflow: .overflow
          }
        return (label.text, kind)
      }, starts: starts)
  }

  /// Buckets with labels of one's own, in list order; equal labels stay apart.
  /// - Throws: ``JumplistError/negativeCount(label:count:)``.
  public init(labels: some Sequence<(label: String, count: Int)>) throws(JumplistError) {
    var found: [(text: String, kind: Jumplist.Entry.Kind)] = []
    var starts = [0]
    for (label, count) in labels {
      guard count >= 0 else { throw .negativeCount(label: label, count: count) }
      found.append((label, .section))
      starts.append(starts[starts.count - 1].addingClamped(count))
    }
    self.init(labels: found, starts: starts)
  }

  /// A bucket for each section of a list, labelled by the first character of its title; by a blank if it has none.
  /// - Throws: ``JumplistError/negativeCount(label:count:)``.
  public init(sections: some Sequence<(title: String?, count: Int)>) throws(JumplistError) {
    try self.init(labels: sections.map { ($0.title?.first.map { String($0) } ?? " ", $0.count) })
  }

  /// How many rows the list has.
  public var rowCount: Int { starts[starts.count - 1] }

  /// The jumplist of the whole list.
  public func jumplist(_ options: Jumplist.Options = Jumplist.Options()) -> Jumplist {
    jumplist(options, viewStarts: starts)
  }

  /// The jumplist of some rows of the list, in list order.
  ///
  /// - Parameter rows: as many as the list has.
  /// - Complexity: O(``rowCount`` / 64).
  func jumplist(_ options: Jumplist.Options, of rows: borrowing BitColumn) -> Jumplist {
    jumplist(options, viewStarts: rows.ranks(of: starts))
  }

  private func jumplist(_ options: Jumplist.Options, viewStarts: [Int]) -> Jumplist {
    var entries: [Jumplist.Entry] = []
    if options.isSearchable {
      entries.append(Jumplist.Entry(id: -1, label: "", kind: .search, count: 0, start: 0))
    }
    for (number, label) in labels.enumerated() {
      let count = viewStarts[number + 1] - viewStarts[number]
      guard count > 0 || options.showsEmpty else { continue }
      entries.append(
        Jumplist.Entry(id: number, label: label.text, kind: label.kind, count: count, start: viewStarts[number]))
    }
    return Jumplist(entries: entries)
  }
}

/// Why there is no jumplist.
public enum JumplistError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A section with fewer than no rows.
  case negativeCount(label: String, count: Int)

  public var description: String {
    switch self {
    case .negativeCount(let label, let count):
      "the section “\(label)” is said to have \(count) rows: give 0 or more"
    }
  }
}
