public import Riffle

/// What the entries of a list's jumplist are.
public enum JumplistStyle: Sendable, Hashable {
  /// The first character of each section's title; a blank for a section without one. Equal ones stay apart.
  case sectionInitials
  /// The title of each section.
  case sectionTitles
  /// Labels of one's own, each with the section that it leads to, in list order.
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
  /// What to jump by: positions are those of this view. An entry has the same id in all views of one generation.
  ///
  /// Sections that are hidden have no entry, and those that only the filter leaves out are empty.
  /// - Returns: `nil` if something is filtered and the options say not to show it then.
  /// - Complexity: O(sections).
  public func jumplist(
    _ style: JumplistStyle = .sectionInitials, _ options: Jumplist.Options = Jumplist.Options()
  ) -> Jumplist? {
    if isFiltering, options.hidesWhileFiltering { return nil }
    var counts: [SectionID: Int] = [:]
    for section in layout.sections { counts[section.record.id] = section.count }
    let sections = base.sections.elements.map(\.traits).filter { !$0.isHidden }
    let labels: [(label: String, count: Int)] =
      switch style {
      case .sectionInitials: sections.map { ($0.title?.first.map { String($0) } ?? " ", counts[$0.id] ?? 0) }
      case .sectionTitles: sections.map { ($0.title ?? " ", counts[$0.id] ?? 0) }
      case .custom(let targets): targets.map { ($0.label, counts[$0.section] ?? 0) }
      }
    let jumplist = try? JumplistBuckets(labels: labels).jumplist(options)
    guard case .custom(let targets) = style else { return jumplist }
    return jumplist.map { Jumplist($0, starts: starts(of: targets)) }
  }

  /// Where the section of each target begins in the view; where that is not shown, where the next one does that is.
  private func starts(of targets: [JumplistStyle.Target]) -> [Int] {
    var starts: [SectionID: Int] = [:]
    var next = count
    var shown = layout.sections[...]
    for section in base.sections.elements.reversed() {
      if shown.last?.record === section, let section = shown.popLast() { next = section.start }
      starts[section.id] = next
    }
    return targets.map { starts[$0.section] ?? count }
  }
}

extension [Section] {
  /// A section for every letter of an alphabet, with the rows that are filed under it, in its order: by reading, or where
  /// there is none by title.
  ///
  /// No row is left out: what no letter is for comes before, between or after them (`#` and `…`). Section ids are those of
  /// the buckets, ``SectionID/letter(_:)``, because labels may be equal; which kind of bucket it is says the attribute
  /// `bucket`. A list with the arrangement ``ListArrangement/alphabet(_:)`` keeps them in order.
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
  /// Those of the section of a letter.
  package init(letter: Int, of alphabet: ListAlphabet) {
    let label = alphabet.buckets.labels[letter]
    self.init(id: .letter(letter), title: label.text)
    attributes["bucket"] = .string("\(label.kind)")
  }
}

extension AnyRow {
  /// What an alphabet orders the row by.
  var sortedText: String { traits.reading.isEmpty ? traits.title : traits.reading }
}
