package import Riffle
package import RiffleInput

/// How a list is read and searched.
package struct PickerListOptions: Sendable {
  package var description: InputDescription
  package var index = IndexOptions()
  package var shape = LineShape()
  package var headerLines = 0
  /// How many of the last lines are kept; `nil` for all.
  package var tail: Int?
  /// Whether the last line comes first.
  package var isReversed = false
  /// Whether, of equal hits, those that come first in the list are better, whatever their length.
  package var prefersFirst = false
  package var isExtended = true
  /// The language whose letters an alphabetical list is divided into.
  package var locale = "en"
  /// What every search has in common.
  package var request = SearchRequest()
  /// What an item is worth by its text, beside its cost; higher is better.
  package var weights: [String: UInt16] = [:]

  package init(_ description: InputDescription) { self.description = description }

  /// How equal hits are ordered, if not by length. What people have picked goes before that.
  var equals: EqualHits? {
    weights.isEmpty && (isReversed || prefersFirst) ? EqualHits(isReversed: isReversed) : nil
  }
}
