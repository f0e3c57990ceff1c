public import Riffle

/// The kind of entries of a list's jumplist.
public enum JumplistStyle: Sendable, Hashable {
  /// The first character of each section's title; a blank for a section without one. Equal entries stay separate.
  case sectionInitials
  /// The title of each section.
  case sectionTitles
  /// Custom labels, each with the section that it leads to, in list order.
  case custom([Target])

  public struct Target: Sendable, Hashable {
    public var label: String
    public var section: SectionID

    public init(_ label: String, section: SectionID) {
      self.label = label
      self.section = section
    }
  }
}

extension ListView {
  /// Returns the jumplist of this view, with positions of this view. An entry has the same id in all views of one generation.
  ///
  /// Hidden sections have no entry; sections that only the filter excludes are empty.
  /// - Returns: `nil` if the view is filtered and the options hide it then.
  /// - Complexity: O(sections).
  public func jumplist(
    _ style: JumplistStyle = .sectionInitials, _ options: Jumplist.Options = Jumplist.Options()
  ) -> Jumplist? {
    if isFiltering, options.hidesWhileFiltering { return nil }
    var counts: [SectionID: Int] = [:]
    for section in layout.sections { counts[section.record.id] = section.count }
    let all = if case .sorted(let rows) = layout { rows.sections.map(\.record) } else { base.sections.elements }
    let sections = all.map(\.traits).filter { !$0.isHidden }
    let labels: [(label: String, count: Int)] =
      switch style {
      case .sectionInitials: sections.map { ($0.title?.first.map { String($0) } ?? " ", counts[$0.id] ?? 0) }
      case .sectionTitles: sections.map { ($0.title ?? " ", counts[$0.id] ?? 0) }
      case .custom(let targets): targets.map { ($0.label, counts[$0.section] ?? 0) }
      }
    let jumplist = try? JumplistBuckets(labels: labels).jumplist(options)
    guard case .custom(let targets) = style else { return jumplist }
    return jumplist.map { Jumplist($0, starts: starts(of: targets, among: all)) }
  }

  /// Returns the position of the section of each target; if the section does not show, that of the next one that does.
  private func starts(of targets: [JumplistStyle.Target], among sections: [SectionRecord]) -> [Int] {
    var starts: [SectionID: Int] = [:]
    var next = count
    var shown = layout.sections[...]
    for section in sections.reversed() {
      if shown.last?.record === section, let section = shown.popLast() { next = section.start }
      starts[section.id] = next
    }
    return targets.map { starts[$0.section] ?? count }
  }
}

extension [Section] {
  /// Returns a section for every letter of an alphabet, with its rows, sorted by reading or, if there is none, by title.
  ///
  /// No row is omitted: rows that belong to no letter are before, between or after them (`#` and `…`). Section ids are those of
  /// the buckets, ``SectionID/letter(_:)``, because labels may be equal; the attribute `bucket` is the kind of the bucket. A list
  /// with the arrangement ``ListArrangement/alphabet(_:)`` keeps the sections sorted.
  /// - Complexity: O(*n* log *n*), and some 2 µs for each row.
  public static func alphabetical(_ rows: [AnyRow], _ alphabet: ListAlphabet) -> [Section] {
    let (order, starts) = alphabet.order(of: rows.map(\.sortedText))
    return alphabet.buckets.labels.indices.map { number in
      let rows = order[starts[number]..<starts[number + 1]].map { rows[$0] }
      return Section(
        SectionTraits(letter: number, of: alphabet), groups: [RowGroup(id: .section(.letter(number)), rows: rows)])
    }
  }
}

extension SectionTraits {
  /// Creates the traits of the section of a letter.
  package init(letter: Int, of alphabet: ListAlphabet) {
    let label = alphabet.buckets.labels[letter]
    self.init(id: .letter(letter), title: label.text)
    attributes["bucket"] = .string("\(label.kind)")
  }
}

extension AnyRow {
  /// The text that an alphabet sorts the row by.
  var sortedText: String { traits.reading.isEmpty ? traits.title : traits.reading }
}
