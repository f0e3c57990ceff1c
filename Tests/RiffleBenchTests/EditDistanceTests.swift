import Testing

@testable import RiffleBench

@Suite struct EditDistanceTests {
  private func distance(_ a: String, _ b: String) -> Int? { EditDistance(Array(a), Array(b)).whole }

  @Test func knownDistances() {
    #expect(distance("", "") == 0)
    #expect(distance("", "abc") == 3)
    #expect(distance("kitten", "sitting") == 3)
    #expect(distance("gotebrg", "goteborg") == 1)
    #expect(distance("pyhton", "python") == 1)
  }

  @Test func aSwappedPairIsNotEditedAgain() {
    // Unrestricted Damerau-Levenshtein would say 2.
    #expect(distance("ca", "abc") == 3)
  }

  @Test func digitsAreNeverEdited() {
    #expect(distance("area 51", "aera 51") == 1)
    #expect(distance("area 51", "area 52") == nil)
    #expect(distance("area 51", "area 15") == nil)
    #expect(distance("area 5", "area 51") == nil)
    #expect(EditDistance(Array("aera 5"), Array("area 51")).toAPrefix == 1)
  }

  @Test func distanceToTheNearestBeginning() {
    #expect(EditDistance(Array("gotbe"), Array("goteborg")).toAPrefix == 1)
    #expect(EditDistance(Array("gote"), Array("goteborg")).toAPrefix == 0)
    #expect(EditDistance(Array("xyz"), Array("")).toAPrefix == 3)
  }

  @Test(arguments: [
    ("cot", "cat", false), ("abot", "about", true), ("abto", "abuot", false), ("acomodate", "accommodate", true),
  ])
  func budgetGoesByTheLengthOfTheQuery(query: String, target: String, isWithin: Bool) {
    #expect(EditDistance.isWithinBudget(query: query, target: target) == isWithin)
  }

  @Test func budgetIgnoresCase() {
    #expect(EditDistance.isWithinBudget(query: "wensday", target: "WEDNESDAY"))
  }
}
