/// An item that matches a query.
public struct Hit<Element: Sendable, ID: Hashable & Sendable>: Sendable, Identifiable {
  public let id: ID
  public let element: Element
  /// How well the item matches; lower is better.
  public let score: Score
  /// What decides between equal scores before the place in the list does; see ``RankedRow``.
  package let rankLength: UInt32
  private let place: ListRow
  private let text: HitText
  private let content: ListContent<Element, ID>
  private var role = Role.found

  /// The effect of a ``SearchPredicate`` on a hit.
  enum Role: Sendable {
    case found
    /// A hit whether the query matches or not.
    case keptByPredicate
    /// A hit with a cost added to it.
    case rankedByPredicate
  }

  init(_ row: PlacedRow, _ text: HitText, in content: ListContent<Element, ID>) {
    id = content.state.id(row.place)
    element = content.state.element(row.place)
    score = row.score
    rankLength = row.length
    place = row.place
    self.text = text
    self.content = content
  }

  func with(_ role: Role) -> Self {
    var hit = self
    hit.role = role
    return hit
  }

  /// The position in list order, from 0, in the generation of the hit.
  /// - Complexity: O(log *n*) for each segment of the list.
  public var position: Int { content.state.rows.position(of: place, among: content.state.rows.liveRows) }

  /// The field in which each term of the query matches, in the order of the terms, without ``missingTerms``. Empty if only a
  /// predicate keeps the item.
  public var matchedFields: [Field] { role == .keptByPredicate ? [] : text.matchedFields(row) }

  /// The terms of the query that the item lacks, folded, in their order; see ``TermDemand``.
  public var missingTerms: [String] { role == .keptByPredicate ? [] : text.form(row).missingTerms }

  /// The keyboard layout by which the query finds the item; `nil` if it matches as typed. See ``SearchRequest/layouts``.
  public var layout: KeyboardLayout? { role == .keptByPredicate ? nil : text.form(row).layout }

  private var row: Int { Int(place.row) }

  /// The text of a field as it is indexed; highlights are ranges of it.
  public func text(of field: Field) -> String { text.text(of: field, row) }

  /// The matched parts as ranges of ``text(of:)`` in ascending order, made of whole characters.
  /// - Complexity: O(length of the title or reading, or of the matching phrases of the search text), and a scan of what
  ///   precedes these. For hits in list order, and of changes not yet merged, the item is read once more.
  public func highlights(in field: Field) -> [Range<String.Index>] {
    let ranges = utf8Highlights(in: field)
    if ranges.isEmpty { return [] }
    let utf8 = text(of: field).utf8
    return ranges.map { range in
      utf8.index(utf8.startIndex, offsetBy: range.lowerBound)..<utf8.index(utf8.startIndex, offsetBy: range.upperBound)
    }
  }

  /// ``highlights(in:)`` as UTF-8 offsets into the field's text.
  public func utf8Highlights(in field: Field) -> [Range<Int>] {
    role == .keptByPredicate ? [] : text.highlights(row, in: field)
  }

  /// ``highlights(in:)`` as UTF-16 offsets into the field's text.
  public func utf16Highlights(in field: Field) -> [Range<Int>] {
    let string = text(of: field)
    return highlights(in: field).map { range in
      let start = string.utf16.distance(from: string.startIndex, to: range.lowerBound)
      return start..<start + string.utf16.distance(from: range.lowerBound, to: range.upperBound)
    }
  }

  /// The reasons for the match and for its rank.
  public var explanation: Explanation? {
    switch role {
    case .found: text.explanation(row)
    case .keptByPredicate:
      Explanation(
        cost: score.cost, reasons: [.init(text: "a predicate keeps it, whatever the query", cost: score.cost)])
    case .rankedByPredicate:
      text.explanation(row).map { found in
        let extra = Explanation.Reason(text: "what a predicate adds", cost: score.cost - found.cost)
        return Explanation(cost: score.cost, reasons: found.reasons + [extra])
      }
    }
  }
}
