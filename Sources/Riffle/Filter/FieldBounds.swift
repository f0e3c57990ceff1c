/// Conversion of a filter's values to codes of a field of numbers or times.
struct FieldBounds {
  let field: FieldDefinition

  /// The codes between two bounds; `nil` if there are none.
  /// - Throws: ``FilterError/wrongType(field:kind:value:)``.
  func codes(_ bounds: Filter.Bounds) throws(FilterError) -> ClosedRange<UInt64>? {
    var (low, high) = (UInt64.min, UInt64.max)
    if let lower = bounds.lower {
      guard let code = try least(lower) else { return nil }
      low = code
    }
    if let upper = bounds.upper {
      guard let code = try greatest(upper) else { return nil }
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

  /// The least code within a lower bound; `nil` if there is none.
  private func least(_ bound: Filter.Bounds.Bound) throws(FilterError) -> UInt64? {
    switch (try number(bound.value), field.kind) {
    case (.whole(let number), .real):
      let nearest = Double(number)
      // If no real is equal to the number, the nearest one is in the range or just outside it.
      let isIncluded = FieldBounds.compare(nearest, number) ?? bound.isIncluded
      return FieldCode.code(nearest).flatMap { isIncluded ? $0 : FieldBounds.after($0) }
    case (.whole(let number), _):
      let code = FieldCode.code(number)
      return bound.isIncluded ? code : FieldBounds.after(code)
    case (.real(let number), .real):
      return FieldCode.code(number).flatMap { bound.isIncluded ? $0 : FieldBounds.after($0) }
    case (.real(let number), _):
      if let whole = Int64(exactly: number) {
        return try least(.init(value: .integer(whole), isIncluded: bound.isIncluded))
      }
      return FieldBounds.whole(number.rounded(.up), orAbove: true)
    }
  }

  /// The greatest code within an upper bound; `nil` if there is none.
  private func greatest(_ bound: Filter.Bounds.Bound) throws(FilterError) -> UInt64? {
    switch (try number(bound.value), field.kind) {
    case (.whole(let number), .real):
      let nearest = Double(number)
      let isIncluded = FieldBounds.compare(nearest, number).map { !$0 } ?? bound.isIncluded
      return FieldCode.code(nearest).flatMap { isIncluded ? $0 : FieldBounds.before($0) }
    case (.whole(let number), _):
      let code = FieldCode.code(number)
      return bound.isIncluded ? code : FieldBounds.before(code)
    case (.real(let number), .real):
      return FieldCode.code(number).flatMap { bound.isIncluded ? $0 : FieldBounds.before($0) }
    case (.real(let number), _):
      if let whole = Int64(exactly: number) {
        return try greatest(.init(value: .integer(whole), isIncluded: bound.isIncluded))
      }
      return FieldBounds.whole(number.rounded(.down), orAbove: false)
    }
  }

  private static func after(_ code: UInt64) -> UInt64? { code == .max ? nil : code + 1 }
  private static func before(_ code: UInt64) -> UInt64? { code == .min ? nil : code - 1 }

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
