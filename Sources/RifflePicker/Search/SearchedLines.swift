import Riffle

/// The searched fields of the lines of a list, indexed or not.
struct SearchedLines: Sendable {
  let lines: LineStore
  let shape: LineShape
  /// Weights of items by their text.
  let weights: [String: UInt16]
  let equals: EqualHits?

  init(_ lines: LineStore, _ options: PickerListOptions) {
    (self.lines, shape, weights, equals) = (lines, options.shape, options.weights, options.equals)
  }

  /// Whether lines are searched unchanged and have no weight, unless they have columns.
  var arePlain: Bool { shape.isPlain && weights.isEmpty && equals == nil }

  func title(_ line: Int) -> String {
    if shape.isPlain { return lines.text(line) }
    return shape.searchedText(of: shape.text(of: lines.text(line)).text)
  }

  func searchText(_ line: Int) -> String { lines.fields(line)?.searchText ?? "" }

  func reading(_ line: Int) -> String { lines.fields(line)?.reading ?? "" }

  func weight(_ line: Int) -> UInt16 {
    if !weights.isEmpty, let weight = weights[lines.text(line)] { return weight }
    if let equals { return equals.weight(ofLine: line) }
    return lines.fields(line)?.weight ?? 0
  }

  func fields(_ line: Int) -> LineFields {
    LineFields(title: title(line), reading: reading(line), searchText: searchText(line), weight: weight(line))
  }
}
