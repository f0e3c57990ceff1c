/// A range of a line's fields, as in fzf's `--nth`: from 1, or from -1 at the end.
package struct FieldRange: Hashable, Sendable {
  private let first, last: Int?

  /// - Parameter text: `2`, `-1`, `2..`, `..-2`, `1..3` or `..`.
  package init?(_ text: some StringProtocol) {
    if let dots = text.firstRange(of: "..") {
      let (before, after) = (text[..<dots.lowerBound], text[dots.upperBound...])
      guard before.isEmpty || Int(before) != nil, after.isEmpty || Int(after) != nil else { return nil }
      (first, last) = (Int(before), Int(after))
    } else {
      guard let number = Int(text) else { return nil }
      (first, last) = (number, number)
    }
    if first == 0 || last == 0 { return nil }
  }

  /// - Parameter text: ranges separated by commas.
  package static func list(_ text: String, option: String) throws(PickerOptionError) -> [FieldRange] {
    var ranges: [FieldRange] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let range = FieldRange(part) else {
        throw PickerOptionError("\(option) \(text): '\(part)' is no field: say 2, -1, 2.. or 1..3")
      }
      ranges.append(range)
    }
    return ranges
  }

  /// Returns the places of the fields among `count`.
  package func places(of count: Int) -> Range<Int> {
    func place(_ number: Int) -> Int { number < 0 ? count + number : number - 1 }
    let start = max(0, first.map(place) ?? 0)
    let end = min(count, (last.map(place) ?? count - 1) + 1)
    return start < end ? start..<end : 0..<0
  }
}

/// The delimiter between the fields of a line.
package struct FieldDelimiter: Sendable {
  private enum Kind: Sendable {
    /// Any blanks; those at the start delimit nothing.
    case blanks
    case text([UInt8])
    case pattern(Pattern)
  }

  /// A regular expression, which is only matched after its creation.
  private struct Pattern: @unchecked Sendable {
    let regex: Regex<AnyRegexOutput>
  }

  private let kind: Kind

  package static let blanks = FieldDelimiter(kind: .blanks)

  private init(kind: Kind) { self.kind = kind }

  /// - Parameter text: literal, or a regular expression if it has special characters.
  package init(_ text: String) throws(PickerOptionError) {
    let plain = text.replacing("\\t", with: "\t")
    let isPlain = plain.count == 1 || !plain.contains { "\\^$.|?*+()[]{}".contains($0) }
    if isPlain {
      kind = .text(Array(plain.utf8))
    } else if let regex = try? Regex(text) {
      kind = .pattern(Pattern(regex: regex))
    } else {
      throw PickerOptionError("--delimiter \(text): this is no regular expression")
    }
  }

  /// Returns the fields of a text, each with its delimiter, as UTF-8 offsets.
  package func fields(of text: String) -> [Range<Int>] {
    let bytes = Array(text.utf8)
    var fields: [Range<Int>] = []
    var start = 0
    switch kind {
    case .blanks:
      func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A }
      while start < bytes.count, isBlank(bytes[start]) { start += 1 }
      var place = start
      while place < bytes.count {
        while place < bytes.count, !isBlank(bytes[place]) { place += 1 }
        while place < bytes.count, isBlank(bytes[place]) { place += 1 }
        fields.append(start..<place)
        start = place
      }
    case .text(let delimiter):
      guard !delimiter.isEmpty else { return [0..<bytes.count] }
      var place = 0
      while place + delimiter.count <= bytes.count {
        if bytes[place] == delimiter[0], bytes[place..<place + delimiter.count].elementsEqual(delimiter) {
          place += delimiter.count
          fields.append(start..<place)
          start = place
        } else {
          place += 1
        }
      }
      if start < bytes.count || fields.isEmpty { fields.append(start..<bytes.count) }
    case .pattern(let pattern):
      for match in text.matches(of: pattern.regex) {
        let end = text.utf8.distance(from: text.startIndex, to: match.range.upperBound)
        if end > start {
          fields.append(start..<end)
          start = end
        }
      }
      if start < bytes.count || fields.isEmpty { fields.append(start..<bytes.count) }
    }
    return fields
  }

  /// Returns a field without the delimiter behind it.
  package func trimmed(_ field: String) -> String {
    switch kind {
    case .blanks:
      var field = field[...]
      while let last = field.last, last.isWhitespace { field.removeLast() }
      while let first = field.first, first.isWhitespace { field.removeFirst() }
      return String(field)
    case .text(let delimiter):
      let text = String(decoding: delimiter, as: UTF8.self)
      return field.hasSuffix(text) ? String(field.dropLast(text.count)) : field
    case .pattern(let pattern):
      guard let last = field.matches(of: pattern.regex).last, last.range.upperBound == field.endIndex else {
        return field
      }
      return String(field[..<last.range.lowerBound])
    }
  }
}
