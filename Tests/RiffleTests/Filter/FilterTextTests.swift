import Foundation
import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct FilterTextTests {
  @Test(arguments: [
    ("country = SE AND population > 10000 AND NOT closed", "country = SE AND population > 10000 AND NOT closed"),
    ("a = 1 or b = 2 and c = 3", "a = 1 OR b = 2 AND c = 3"),
    ("(a = 1 or b = 2) and c = 3", "(a = 1 OR b = 2) AND c = 3"),
    ("not (a = 1 and b = 2)", "NOT (a = 1 AND b = 2)"),
    ("NOT NOT a", "NOT NOT a"),
    ("a != 1 AND b <> 2 AND c == 3", "NOT a = 1 AND NOT b = 2 AND c = 3"),
    ("a IN (x, 'y z', \"w\")", "a IN (x, 'y z', w)"),
    ("a NOT IN [x]", "NOT a IN (x)"),
    ("a IN ()", "a IN ()"),
    ("year 1959 TO 1965", "year BETWEEN 1959 AND 1965"),
    ("NOT year BETWEEN 1959 AND 1965 AND b", "NOT year BETWEEN 1959 AND 1965 AND b"),
    ("a BEGINS WITH go OR a STARTS WITH 'it''s'", "a BEGINS WITH go OR a BEGINS WITH 'it''s'"),
    (
      "a EXISTS AND b NOT EXISTS AND c IS NULL AND d IS NOT NULL",
      "a EXISTS AND NOT b EXISTS AND NOT c EXISTS AND d EXISTS"
    ),
    ("country = IN OR state = or", "country = 'IN' OR state = 'or'"),
    ("'my field' = \"it's\" AND `not` = 1", "'my field' = 'it''s' AND 'not' = 1"),
    ("a='x\\'y' AND b=\"c:\\\\d\"", "a = 'x''y' AND b = c:\\d"),
    ("a>=1e6 AND b<-5", "a >= 1e6 AND b < -5"),
    ("added >= 2024-05-01T10:00:00Z", "added >= 2024-05-01T10:00:00Z"),
    ("TRUE AND (false OR x)", "TRUE AND (FALSE OR x)"),
    ("city = 北京 OR city=👍🏽", "city = 北京 OR city = 👍🏽"),
  ]) func aTextIsReadByTheRulesOfSQL(text: String, meaning: String) throws {
    let filter = try Filter(text)
    #expect(filter.description == meaning)
    #expect(try Filter(filter.description).description == meaning)
  }

  @Test(arguments: [
    ("", 0, "", "a condition"),
    ("country SE", 8, "SE", "a comparison (=, !=, <, <=, >, >=, IN, BETWEEN, BEGINS WITH, EXISTS, IS NULL)"),
    ("country = ", 10, "", "a value"),
    ("a = 1 b = 2", 6, "b = 2", "AND, OR or the end"),
    ("a = New York", 8, "York", "AND, OR or the end"),
    ("(a = 1", 6, "", "AND, OR or )"),
    ("a = 1)", 5, ")", "AND, OR or the end"),
    ("a IN x", 5, "x", "( and values"),
    ("a IN (x y)", 8, "y)", "a comma or )"),
    ("a = 'x", 4, "'x", "a text that ends with '"),
    ("AND a", 0, "AND a", "a condition"),
    ("é = 1 AND", 9, "", "a condition"),
    ("a NOT = 1", 6, "= 1", "IN, EXISTS, BETWEEN or BEGINS WITH"),
    ("a ! 1", 2, "! 1", "a comparison (=, !=, <, <=, >, >=, IN, BETWEEN, BEGINS WITH, EXISTS, IS NULL)"),
  ]) func anErrorSaysWhereAndWhatWasExpected(text: String, offset: Int, rest: String, expected: String) {
    #expect(throws: FilterError.syntax(offset: offset, rest: rest, expected: expected)) { try Filter(text) }
  }

  @Test func anErrorNamesTheField() throws {
    let index = try SearchIndex(
      [Item(id: 1, title: "a")], id: \.id, title: \.title, fields: RandomFields.fields)
    let list = index.snapshot()
    func description(_ text: String) -> String {
      do {
        _ = try list.filtered(by: text)
        return ""
      } catch { return error.description }
    }
    #expect(description("cuntry = SE").hasPrefix("there is no field “cuntry”: the index has “country”, “city”"))
    #expect(
      description("population > many")
        == "“many” is text, which the integer field “population” does not hold: give a number, as 10000 or 2.5")
    #expect(description("added = yesterday").contains("time field “added”"))
    #expect(description("closed = perhaps").contains("give true or false"))
    #expect(description("country") == "the name alone is no condition for the keyword field “country”")
    #expect(description("closed > true") == "a range is no condition for the boolean field “closed”")
    #expect(description("rating BEGINS WITH 4") == "“begins with” is no condition for the real field “rating”")
    #expect(description("rating = nan").contains("real field “rating”"))
    #expect(throws: FilterError.wrongType(field: "country", kind: .keyword, value: 5)) {
      try list.filtered(by: .equals("country", 5))
    }
    #expect(throws: FilterError.wrongType(field: "rating", kind: .real, value: .real(.nan))) {
      try list.filtered(by: .equals("rating", Double.nan))
    }
  }

  @Test func aFilterIsBounded() throws {
    #expect(throws: FilterError.tooLarge(what: "conditions within one another", limit: 32)) {
      try Filter(String(repeating: "(", count: 10_000) + "a" + String(repeating: ")", count: 10_000))
    }
    #expect(throws: FilterError.tooLarge(what: "conditions within one another", limit: 32)) {
      try Filter(String(repeating: "NOT ", count: 10_000) + "a")
    }
    #expect(throws: FilterError.tooLarge(what: "conditions and values", limit: 10_000)) {
      try Filter("a IN (" + Array(repeating: "1", count: 10_001).joined(separator: ",") + ")")
    }
    #expect(throws: FilterError.tooLarge(what: "bytes", limit: 65_536)) {
      try Filter("a = " + String(repeating: "x", count: 65_536))
    }
    let list = try SearchIndex([Item(id: 1, title: "a")], id: \.id, title: \.title, fields: RandomFields.fields)
    let deep = (0..<1000).reduce(Filter.exists("closed")) { filter, _ in .not(filter) }
    #expect(throws: FilterError.tooLarge(what: "conditions within one another", limit: 32)) {
      try list.snapshot().filtered(by: deep)
    }
    // Conditions without names count as others do.
    let empty = Filter.all(Array(repeating: .any([.all()]), count: 10_001))
    #expect(throws: FilterError.tooLarge(what: "conditions and values", limit: 10_000)) {
      try list.snapshot().filtered(by: empty)
    }
    let json = String(repeating: "{\"not\":", count: 300) + "{\"exists\":\"a\"}" + String(repeating: "}", count: 300)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Filter.self, from: Data(json.utf8)) }
  }

  @Test func aFilterIsCodedAsItIs() throws {
    var random = RandomFields(seed: UInt64(setting("RIFFLE_SEED") ?? 54))
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    for _ in 0..<500 {
      let filter = random.filter()
      #expect(try decoder.decode(Filter.self, from: try encoder.encode(filter)) == filter, "\(filter)")
    }
    let text = Data("\"country = SE\"".utf8)
    #expect(try decoder.decode(Filter.self, from: text) == Filter("country = SE"))
    encoder.outputFormatting = .sortedKeys
    #expect(
      String(decoding: try encoder.encode(Filter.equals("country", "SE")), as: UTF8.self)
        == #"{"equals":{"field":"country","value":"SE"}}"#)
    #expect(throws: DecodingError.self) { try decoder.decode(Filter.self, from: Data("\"country =\"".utf8)) }
    for wrong in [
      #"{"exists":"a","all":[]}"#, #"{}"#, #"{"equals":{"field":"a"}}"#, #"{"range":{"field":"a"}}"#,
      #"{"range":{"field":"a","form":1}}"#, #"{"range":{"field":"a","from":1,"above":2}}"#,
      #"{"range":{"field":"a","through":1,"below":2}}"#,
    ] {
      #expect(throws: DecodingError.self, "\(wrong)") { try decoder.decode(Filter.self, from: Data(wrong.utf8)) }
    }
  }

  @Test func anyTextIsAFilterOrAnErrorWithinIt() {
    var generator = SeededGenerator(seed: UInt64(setting("RIFFLE_SEED") ?? 54))
    let pieces = [
      "country", "closed", " ", " ", "AND", "or", "NOT", "(", ")", "[", "]", ",", "=", "<", ">=", "!=", "!", "IN", "TO",
      "BETWEEN", "EXISTS", "IS", "NULL", "BEGINS", "WITH", "'", "\"", "`", "\\", "'a b'", "5", "-1e9", "é", "👍🏽",
      "\u{0}", "\n",
      "TRUE", "''",
    ]
    for _ in 0..<(setting("RIFFLE_CASES") ?? 20_000) {
      let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }
      .joined(separator: Bool.random(using: &generator) ? " " : "")
      do {
        let filter = try Filter(text)
        #expect(try Filter(filter.description).description == filter.description, "\(text)")
      } catch FilterError.syntax(let offset, let rest, _) {
        #expect(text.dropFirst(offset).hasPrefix(rest), "\(text)")
      } catch { Issue.record("\(text): \(error)") }
    }
  }

  @Test func aTextWithRandomFaultsIsAFilterOrAnErrorWithinIt() {
    let seed = setting("RIFFLE_SEED") ?? 54
    var random = RandomFields(seed: UInt64(seed))
    var readable = 0
    for _ in 0..<(setting("RIFFLE_CASES") ?? 5000) {
      var text = Array(random.filter().description.unicodeScalars)
      for _ in 0..<1 + random.number(below: 3) {
        let (start, count) = (random.number(below: text.count + 1), random.number(below: 6))
        let range = start..<min(text.count, start + count)
        switch random.number(below: 5) {
        case 0: text.removeSubrange(range)
        case 1: text.insert(contentsOf: text[range], at: random.number(below: text.count + 1))
        case 2: text.insert(contentsOf: random.keyword().unicodeScalars, at: start)
        case 3:
          let mark = Array("()[],=<>!'\"`\\ -.:\u{0}\u{301}\u{200d}".unicodeScalars)
          text.insert(mark[random.number(below: mark.count)], at: start)
        default:
          let other = Array(random.filter().description.unicodeScalars)
          text.replaceSubrange(range, with: other[random.number(below: other.count + 1)...])
        }
      }
      let mutated = String(String.UnicodeScalarView(text))
      do throws(FilterError) {
        let filter = try Filter(mutated)
        readable += 1
        #expect(try Filter(filter.description) == filter, "seed \(seed): \(mutated)")
      } catch {
        switch error {
        case .syntax(let offset, let rest, let expected):
          #expect(mutated.dropFirst(offset).hasPrefix(rest) && !expected.isEmpty, "seed \(seed): \(mutated)")
        case .tooLarge: break
        default: Issue.record("seed \(seed): \(mutated): \(error)")
        }
      }
    }
    #expect(readable > 100)
  }
}
