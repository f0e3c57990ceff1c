import RiffleTestSupport
import Testing

@testable import Riffle

/// Filters of items without an index.
@Suite struct ItemFilterTests {
  private static let seed = UInt64(setting("RIFFLE_SEED") ?? 54)

  @Test func anItemMeetsAFilterAsInAPlainArray() throws {
    var random = RandomFields(seed: Self.seed)
    let fields = RandomFields.fields.map(\.definition)
    var metCount = 0
    for _ in 0..<(setting("RIFFLE_CASES") ?? 600) {
      var item = Item(id: 0, title: "")
      item.fields = random.values()
      let filter = random.filter()
      let compiled = try ItemFilter(filter, fields, options: IndexOptions())
      let isMet = compiled.matches { FieldContent(item.fields[fields[$0].name] ?? [], as: fields[$0]) }
      #expect(isMet == PlainFilter.meets(item, filter), "seed \(Self.seed): \(filter) of \(item.fields)")
      if isMet { metCount += 1 }
    }
    #expect(metCount > 0)
  }

  @Test func aFilterTellsTheTypesOfItsFields() throws {
    let cases: [(String, FieldKind?)] = [
      ("x > 10000", .real), ("x = 007", .real), ("x IN (1, 2.5)", .real), ("x = 9007199254740992", .integer),
      ("x > 1 OR x = many", .keyword), ("x 2024-05-01 TO 2025", .time), ("x >= 2024", .real), ("x", .boolean),
      ("NOT x", .boolean), ("x = true OR x = FALSE", .boolean), ("x = yes", .keyword), ("x BEGINS WITH 1", .keyword),
      ("x EXISTS", nil), ("x IS NULL AND x < 3", .real), ("x = SE AND y > 1", .keyword), ("y > 1", nil),
    ]
    for (text, kind) in cases {
      #expect(try Filter(text).impliedKind(of: "x") == kind, "\(text)")
    }
    #expect(try Filter("b = 1 AND (a OR NOT b > 2) AND TRUE").fieldNames == ["b", "a"])
  }

  @Test func textsTellTheTypeOfAField() {
    let cases: [([String], FieldKind)] = [
      ([], .keyword), (["1", "-20", "0", "9223372036854775807"], .integer), (["1", "2.5"], .real), (["1e6"], .real),
      (["9223372036854775808"], .real), (["-0"], .keyword), (["007", "1"], .keyword), (["+1"], .keyword),
      (["0.5", "-0.5"], .real), (["1", ""], .keyword), (["inf"], .keyword), (["2024-05-01"], .keyword),
      (["true"], .keyword), (["1 2"], .keyword), ([".5"], .keyword), (["0x10"], .keyword),
    ]
    for (texts, kind) in cases { #expect(FieldKind(inferredFrom: texts) == kind, "\(texts)") }
  }

  @Test func textsAreReadAsValues() {
    let integer = { (number: Int64) in FieldContent.code(FieldCode.code(number)) }
    let cases: [(String, FieldKind, FieldContent?)] = [
      ("12", .integer, integer(12)), ("1.2e1", .integer, integer(12)), ("1.5", .integer, nil), ("n/a", .integer, nil),
      ("9223372036854775808", .integer, nil), ("1.5", .real, FieldCode.code(1.5).map { .code($0) }),
      ("2", .real, FieldCode.code(2.0).map { .code($0) }), ("nan", .real, nil), ("", .real, nil),
      ("YES", .boolean, .flag(true)), ("0", .boolean, .flag(false)), ("2", .boolean, nil),
      ("1970-01-01T00:00:01Z", .time, integer(1000)), ("yesterday", .time, nil), ("", .keyword, .text("")),
    ]
    for (text, kind, content) in cases { #expect(FieldContent(text, as: kind) == content, "\(text), \(kind)") }
  }
}
