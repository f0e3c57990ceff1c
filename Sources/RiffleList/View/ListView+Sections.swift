/// The visible part as sections of rows:
///
///     for section in view.sections {
///       print(section.traits.title ?? "")
///       for row in section { print(row.title) }
///     }
extension ListView {
  /// A visible section: a collection of its rows.
  public struct Section: Sendable, Identifiable {
    public let traits: SectionTraits
    /// Its index among the visible sections.
    public let index: Int
    /// The position of its first row; if it has none, that of the next row.
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

  /// The visible sections, as a collection.
  public struct Sections: Sendable {
    private let view: ListView
    fileprivate init(_ view: ListView) { self.view = view }
  }

  /// The visible sections, in order.
  /// - Complexity: O(log *n*) for each section read; while the view is filtered, O(sections) for the first one.
  public var sections: Sections { Sections(self) }

  /// Returns the visible section at an index; `nil` if there is none.
  /// - Complexity: O(log *n*); while the view is filtered, O(sections) for the first one that is read.
  public func section(at index: Int) -> Section? {
    0..<layout.sectionCount ~= index ? layout.section(index).map { Section($0, of: self) } : nil
  }

  /// Returns the section with an id; `nil` if it does not show.
  /// - Complexity: as ``section(at:)``.
  public func section(_ id: SectionID) -> Section? {
    if case .sorted(let rows) = layout {
      return rows.sections.first { $0.record.id == id }.map { Section($0, of: self) }
    }
    guard let index = base.sections.index(of: id) else { return nil }
    return layout.number(ofSection: index).flatMap { section(at: $0) }
  }

  /// Returns the index of a section among the visible ones; `nil` if it does not show.
  /// - Complexity: as ``section(at:)``.
  public func index(ofSection id: SectionID) -> Int? { section(id)?.index }

  /// The visible section at an index, which must exist; see ``section(at:)``.
  public subscript(index: Int) -> Section { sections[index] }

  /// The row at a path, which must exist; see ``row(at:)-(RowPath)``.
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

  /// An iterator that reads rows in windows; this is faster than looking up each.
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
