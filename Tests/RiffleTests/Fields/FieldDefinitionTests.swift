import Foundation
import Riffle
import Testing

@Suite struct FieldDefinitionTests {
  /// Fields of numbers have one value each, whatever a file of definitions says.
  @Test(arguments: FieldKind.allCases) func onlyKeywordsAreFoldedOrSeveral(kind: FieldKind) throws {
    let json = #"{"name":"size","kind":"\#(kind)","isFolded":true,"hasSeveralValues":true}"#
    let field = try JSONDecoder().decode(FieldDefinition.self, from: Data(json.utf8))
    #expect(field == FieldDefinition("size", kind, isFolded: true, hasSeveralValues: true))
    #expect(field.isFolded == (kind == .keyword) && field.hasSeveralValues == (kind == .keyword))
    #expect(try JSONDecoder().decode(FieldDefinition.self, from: JSONEncoder().encode(field)) == field)
  }

  @Test func aDefinitionOfANameAndATypeHasOneValueThatIsComparedAsItIs() throws {
    let json = Data(#"{"name":"country","kind":"keyword"}"#.utf8)
    #expect(try JSONDecoder().decode(FieldDefinition.self, from: json) == FieldDefinition("country", .keyword))
    let wrong = Data(#"{"name":"country","kind":"text"}"#.utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(FieldDefinition.self, from: wrong) }
  }
}
