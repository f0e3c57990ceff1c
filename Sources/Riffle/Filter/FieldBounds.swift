/// Conversion of a filter's values to codes of a field of numbers or times.
struct FieldBounds {
  let field: FieldDefinition

  /// The codes between two bounds; `nil` if there are none.
  /// - Throws: ``FilterError/wrongType(field:kind:value:)``.
  func codes(_ bounds: Filter.Bounds) throws(FilterError) -> ClosedRange<UInt64>? {
    var (low, high) = (UInt64.min, UInt64.max)
    if let lower = bounds.lower {
      guard let code = try code(lower, isUpper: false) else { return nil }
      low = code
    }
    if let upper = bounds.upper {
      guard let code = try code(upper, isUpper: true) else { return nil }
      high = code
    }
    return low <= high ? low...high : nil
  }

  /// The code of a value, as a range; `nil` if the field cannot hold it.
  func codes(_ value: FieldValue) throws(FilterError) -> ClosedRange<UInt64>? {
    let bound = Filter.Bounds.Bound(value: value, isIncluded: true)
    return try codes(Filter.Bounds(lower: bound, upper: bound))
  }

  /// The number that a value of a filter is, or the milliseconds of a time.
  private func number(_ value: FieldValue) throws(FilterError) -> NumberText {
    switch (field.kind, value) {
    case (.integer, .integer(let number)), (.real, .integer(let number)): return .whole(number)
    case (.integer, .real(let number)), (.real, .real(let number)): if !number.isNaN { return .real(number) }
    case (.integer, .text(let text)), (.real, .text(let text)):
      if let number = NumberText(text) { return number }
    case (.time, .time(let time)): return .whole(time.millisecondsSince1970)
    case (.time, .text(let text)):
      if let time = Timestamp(text) { return .whole(time.millisecondsSince1970) }
    default: break
    }
    throw .wrongType(field: field.name, kind: field.kind, value: value)
  }

  /// The outermost code within an upper or a lower bound; `nil` if there is none.
  private func code(_ bound: Filter.Bounds.Bound, isUpper: Bool) throws(FilterError) -> UInt64? {
    switch (try number(bound.value), field.kind) {
    case (.whole(let number), .real):
      let nearest = Double(number)
      // If no real is equal to the number, the nearest one is in the range or just outside it.
      let isIncluded = FieldBounds.compare(nearest, number).map { $0 != isUpper } ?? bound.isIncluded
      return FieldCode.code(nearest).flatMap { FieldBounds.code($0, isIncluded, isUpper: isUpper) }
    case (.whole(let number), _):
      return FieldBounds.code(FieldCode.code(number), bound.isIncluded, isUpper: isUpper)
    case (.real(let number), .real):
      return FieldCode.code(number).flatMap { FieldBounds.code($0, bound.isIncluded, isUpper: isUpper) }
    case (.real(let number), _):
      if let whole = Int64(exactly: number) {
        return FieldBounds.code(FieldCode.code(whole), bound.isIncluded, isUpper: isUpper)
      }
      return FieldBounds.whole(number.rounded(isUpper ? .down : .up), orAbove: !isUpper)
    }
  }

  /// A code or, if it is not included, the next one within the bound; `nil` if there is none.
  private static func code(_ code: UInt64, _ isIncluded: Bool, isUpper: Bool) -> UInt64? {
    if isIncluded { return code }
    return isUpper ? code == .min ? nil : code - 1 : code == .max ? nil : code + 1
  }

  /// Whether the real next to an integer is greater; `nil` if they are equal.
  private static func compare(_ nearest: Double, _ number: Int64) -> Bool? {
    guard let whole = Int64(exactly: nearest) else { return true }
    return whole == number ? nil : whole > number
  }

  /// The code of a whole number, or of the nearest integer above or below it; `nil` if there is none there.
  private static func whole(_ number: Double, orAbove: Bool) -> UInt64? {
    if let whole = Int64(exactly: number) { return FieldCode.code(whole) }
    return (number < 0) == orAbove ? FieldCode.code(orAbove ? Int64.min : .max) : nil
  }
}
