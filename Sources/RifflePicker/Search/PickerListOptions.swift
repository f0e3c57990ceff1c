package import Riffle
package import RiffleInput

/// Options for reading and searching a list.
package struct PickerListOptions: Sendable {
  package var description: InputDescription
  /// The columns that records are filtered and sorted by; `nil` if there are none. Records are sorted when all have been read.
  package var fields: FieldSearch?
  package var index = IndexOptions()
  package var shape = LineShape()
  package var headerLines = 0
  /// The number of last lines to keep; `nil` for all.
  package var tail: Int?
  /// Whether the last line comes first.
  package var isReversed = false
  /// Whether, of equal hits, those earlier in the list are better, regardless of their length.
  package var prefersFirst = false
  package var isExtended = true
  /// The language of the letters of an alphabetical list.
  package var locale = "en"
  /// The common part of all search requests.
  package var request = SearchRequest()
  /// Weights of items by their text; higher is better.
  package var weights: [String: UInt16] = [:]

  package init(_ description: InputDescription) { self.description = description }

  /// The order of equal hits, if not by length. Weights of picked items take precedence over it.
  var equals: EqualHits? {
    weights.isEmpty && (isReversed || prefersFirst) ? EqualHits(isReversed: isReversed) : nil
  }
}
