import Riffle
import RiffleTestSupport

@testable import struct Riffle.TextAnalyzer

/// A plain model of filters, which reads items one by one.
enum PlainFilter {
  static func meets(_ item: Item<Int>, _ filter: Filter) -> Bool { meets(item, filter.node) }

  private static func meets(_ item: Item<Int>, _ node: Filter.Node) -> Bool {
    switch node {
    case .all(let nodes): nodes.allSatisfy { meets(item, $0) }
    case .any(let nodes): nodes.contains { meets(item, $0) }
    case .not(let node): !meets(item, node)
    case .exists(let field): !values(item, field).isEmpty
    case .isTrue(let field): values(item, field).contains(.boolean(true))
    case .equals(let field, let value): values(item, field).contains { compare($0, value, field) == 0 }
    case .isIn(let field, let wanted):
      values(item, field).contains { value in wanted.contains { compare(value, $0, field) == 0 } }
    case .beginsWith(let field, let prefix):
      values(item, field).contains { key($0, field).starts(with: key(prefix, field)) }
    case .range(let field, let bounds):
      values(item, field).contains { value in
        let isAbove = bounds.lower.map { compare(value, $0.value, field) >= ($0.isIncluded ? 0 : 1) } ?? true
        let isBelow = bounds.upper.map { compare(value, $0.value, field) <= ($0.isIncluded ? 0 : -1) } ?? true
        return isAbove && isBelow
      }
    }
  }

  /// The values of an item in a field, without NaN.
  static func values(_ item: Item<Int>, _ field: String) -> [FieldValue] {
    (item.fields[field] ?? []).filter { if case .real(let number) = $0 { !number.isNaN } else { true } }
  }

  private static func isFolded(_ field: String) -> Bool { field == "city" || field == "genres" }

  static func key(_ value: FieldValue, _ field: String) -> [UInt8] {
    isFolded(field) ? TextAnalyzer().fold("\(value)") : Array("\(value)".utf8)
  }

  /// Less than 0 if `a` comes first, 0 if both are equal, more than 0 otherwise.
  static func compare(_ a: FieldValue, _ b: FieldValue, _ field: String) -> Int {
    switch (a, b) {
    case (.integer(let a), .integer(let b)): a < b ? -1 : a > b ? 1 : 0
    case (.integer(let a), .real(let b)): compare(a, b)
    case (.real(let a), .integer(let b)): -compare(b, a)
    case (.real(let a), .real(let b)): a < b ? -1 : a > b ? 1 : 0
    case (.time(let a), .time(let b)): a < b ? -1 : a > b ? 1 : 0
    case (.boolean(let a), .boolean(let b)): (a ? 1 : 0) - (b ? 1 : 0)
    default:
      key(a, field).lexicographicallyPrecedes(key(b, field))
        ? -1 : key(b, field).lexicographicallyPrecedes(key(a, field)) ? 1 : 0
    }
  }

  private static func compare(_ whole: Int64, _ real: Double) -> Int {
    if real >= 0x1p63 { return -1 }
    if real < -0x1p63 { return 1 }
    let nearest = Int64(real.rounded(.down))
    if whole != nearest { return whole < nearest ? -1 : 1 }
    return real.rounded(.down) < real ? -1 : 0
  }
}
