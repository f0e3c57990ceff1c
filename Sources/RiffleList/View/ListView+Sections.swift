/// What shows as sections of rows:
///
///     for section in view.sections {
///       print(section.traits.title ?? "")
///       for row in section { print(row.title) }
///     }
extension ListView {
  /// A section as it shows: a collection of its rows.
  public struct Section: Sendable, Identifiable {
    public let traits: SectionTraits
    /// Its index among the sections that show.
    public let index: Int
    /// The position of its first row; if it has none, of the next row there is.
    public let start: Int
    public let rowCount: Int
    private let view: ListView

    public var id: SectionID { traits.id }

    fileprivate init(_ shown: ViewLayout.Shown, of view: ListView) {
      (traits, index, start, rowCount) = (shown.record.traits, shown.number, shown.start, shown.count)
      self.view = view
    }

    /// Its rows, as an array.
    public var rows: [AnyRow] { view.rows(offset: start, limit: rowCount) }
  }

  /// The sections that show, as a collection.
  public struct Sections: Sendable {
    private let view: ListView
    fileprivate init(_ view: ListView) { self.view = view }
  }

  /// The sections that show, in order.
  /// - Complexity: O(log *n*) for each that is asked for; while something is filtered, O(sections) for the first one.
  public var sections: Sections { Sections(self) }

  /// The section that shows at an index; `nil` if there is none.
  /// - Complexity: O(log *n*); while something is filtered, O(sections) for the first one that somebody asks for.
  public func section(at index: Int) -> Section? {
    0..<layout.sectionCount ~= index ? layout.section(index).map { Section($0, of: self) } : nil
  }

  /// The section with an id; `nil` if it does not show.
  /// - Complexity: as of ``section(at:)``.
  public func section(_ id: SectionID) -> Section? {
    guard let index = base.sections.index(of: id) else { return nil }
    return layout.number(ofSection: index).flatMap { section(at: $0) }
  }

  /// The index of a section among those that show; `nil` if it does not.
  /// - Complexity: as of ``section(at:)``.
  public func index(ofSection id: SectionID) -> Int? { section(id)?.index }

  /// The section that shows at an index, which there must be; see ``section(at:)``.
  public subscript(index: Int) -> Section { sections[index] }

  /// The row at a path, which there must be; see ``row(at:)-(RowPath)``.
  public subscript(path: RowPath) -> AnyRow { sections[path.section][path.row] }
}

extension ListView.Sections: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { view.sectionCount }

  public subscript(index: Int) -> ListView.Section {
    guard let section = view.section(at: index) else {
      preconditionFailure("there is no section \(index): the view has \(count)")
    }
    return section
  }
}

extension ListView.Section: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { rowCount }

  public subscript(index: Int) -> AnyRow {
    guard 0..<rowCount ~= index, let row = view.row(at: start + index) else {
      preconditionFailure("there is no row \(index): the section has \(rowCount)")
    }
    return row
  }

  /// Reads rows by the window, which takes less than to look for each.
  public struct Iterator: IteratorProtocol {
    private let section: ListView.Section
    private var offset = 0
    private var window: ArraySlice<AnyRow> = []

    private static let windowSize = 64

    fileprivate init(_ section: ListView.Section) { self.section = section }

    public mutating func next() -> AnyRow? {
      if window.isEmpty {
        let count = Swift.min(Iterator.windowSize, section.rowCount - offset)
        window = section.view.rows(offset: section.start + offset, limit: count)[...]
        offset += count
      }
      return window.popFirst()
    }
  }

  public func makeIterator() -> Iterator { Iterator(self) }
}
