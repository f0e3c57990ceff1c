import Testing

@testable import Riffle

/// What may match at all, and what rules out what.
@Suite struct ScorerRuleTests {
  @Test(arguments: [
    // The literal word costs more here, in another field; the loose one is not asked.
    row("base", "Database", 0.5, .exact, searchText: "base"),
    row("cat", "Cab", 3.5, .prefix, searchText: "catalogue"),
    // Joined, split, chunks and initials compete by cost.
    row("newyork", "x New York", 0.5, .exact, searchText: "newyork"),
    row("data base", "Database", 3, .joined, searchText: "baseline"),
    row("abc", "Alpha Beta Cab", 0.5, .exact, searchText: "abc"),
    // Where another term has taken the literal word, a looser match elsewhere is what was meant.
    row("frmwrk fr", "Framework For", 14, .skeleton, .skeleton),
    row("base base", "Base Database", 7, .exact, .infix),
    row("base base", "Database Base", 7, .infix, .exact),
  ])
  func literalBlocksLoose(fixture: ScorerFixture) throws { try fixture.check() }

  @Test(arguments: [
    // Up to three letters none, from four one, from seven two.
    row("cot", "Cat", nil),
    row("cide", "Case", nil),
    row("cise", "Case", 8, .typo),
    row("minxes", "Minus", nil),
    row("mixuses", "Minuses", 8, .typo),
    row("mixusex", "Minuses", 16, .typo),
    row("mixuxex", "Minuses", nil),
    // One more where another term of three letters stands literally.
    row("the cot", "The Cat", 12, .exact, .typo),
    row("of cot", "Of Cat", nil),
    row("of on cot", "Of On Cat", nil),
    row("th cot", "The Cat", nil),
    row("the cot", "Theory Cat", 13, .prefix, .typo),
    row("cot the", "Cat The", 12, .typo, .exact),
    row("the mixas", "The Minus", 16, .exact, .typo),
    // Never more than two.
    row("the mixuxex", "The Minuses", nil),
    // A long term with a typo of its own is an anchor too; a short one, or one beyond its own budget, is not.
    row("bavarla cot", "Bavaria Cat", 20, .typo, .typo),
    row("cise cot", "Case Cat", nil),
    row("mixuxes cot", "Minuses Cat", nil),
    // An anchor may stand in another field.
    row("the cot", "Cat", 14.5, .exact, .typo, searchText: "the"),
  ])
  func typoBudgets(fixture: ScorerFixture) throws { try fixture.check() }

  @Test(arguments: [
    // Two typos in all, three from sixteen letters, however the terms share them.
    row("manogement taem", "Management Team", 16, .typo, .typo),
    row("manogemant team", "Management Team", 16, .typo, .exact),
    row("manogemant taem", "Management Team", nil),
    row("manogemant temawork", "Management Teamwork", 24, .typo, .typo),
    row("manogemant temawrok", "Management Teamwork", nil),
    row("tset tets tste", "Test Test Test", nil),
    row("testng tsetng tsetng", "Testing Testing Testing", nil),
  ])
  func typosOfTheWholeQuery(fixture: ScorerFixture) throws { try fixture.check() }

  @Test(arguments: [
    row("abc124", "abc123", nil),
    row("version 13", "Version 12", nil),
    row("vresion12", "Version12", 8, .typo),
    row("대한맨국", "대한민국", nil),
    row("대한", "대한민국", 1, .prefix),
    row("トマド", "トマト", nil),
    row("東都", "東京", nil),
  ])
  func whatTyposDoNotTouch(fixture: ScorerFixture) throws { try fixture.check() }

  @Test(arguments: [
    row("yor", "New York", 1.5, .prefix, mode: .words),
    row("new york", "York New", 1.25, .exact, .exact, mode: .words),
    row("foo", "getFooBar", 0.5, .exact, mode: .words),
    row("ork", "New York", nil, mode: .words),
    row("yrk", "New York", nil, mode: .words),
    row("newyork", "New York", nil, mode: .words),
    row("ny", "New York", nil, mode: .words),
    row("new york", "Newyork", nil, mode: .words),
  ])
  func modeWordsIsLiteral(fixture: ScorerFixture) throws { try fixture.check() }

  @Test(arguments: [
    extended("'ork", "New York", 7.5, .pattern),
    extended("'ork", "x", 9.5, .pattern, searchText: "York"),
    extended("'york", "New York", 0.5, .pattern),
    extended("'yrok", "New York", nil),
    extended("^new", "New York", 0, .pattern),
    extended("^ne", "New York", 1, .pattern),
    extended("^york", "New York", nil),
    extended("york$", "New York", 0.5, .pattern),
    extended("ork$", "New York", 7.5, .pattern),
    extended("yor$", "New York", nil),
    extended("^new\\ york$", "New York", 0, .pattern),
    extended("^new\\ york$", "New York City", nil),
    extended("!york", "New York", nil),
    extended("!york", "New Town", 0),
    extended("new !york", "New Town", 0, .exact),
    extended("!^new", "Old New", 0),
    extended("!^new", "New", nil),
    extended("!ork$", "New Yorker", 0),
    extended("york | town", "New Town", 0.5, .exact),
    extended("york | new", "New York", 0, .exact),
    extended("york | old", "New Town", nil),
    // What is not there costs nothing and lies nowhere: neither the start nor a gap has to be paid for it.
    extended("!old | york", "New Town", 0, .absent),
    extended("!new | york", "New York", 0.5, .exact),
    extended("!new | york", "New Town", nil),
    extended("!new | !york", "New York", nil),
    extended("!new | !york", "New Town", 0),
    extended("town !old | york", "New Town", 0.5, .exact, .absent),
    extended("!old | york town", "New Town", 0, .absent, .exact),
    extended("new !old | city york", "New Town York", 0, .exact, .absent, .exact),
    extended("new york | town", "New Town", 0, .exact, .exact),
    // Plain terms are as in a plain query, but for pairs that are alternatives.
    extended("nwe yokr", "New York", nil),
    extended("tset yokr", "Test York", 16, .typo, .typo),
    extended("data base", "Database", 3, .joined),
    extended("data 'base", "Database", 20, .prefix, .pattern),
    extended("wi-fi", "Wi-Fi", 0, .exact, .exact),
    extended("wi-fi | lan", "Wi-Fi", 0, .pattern),
    // A pattern that holds no word takes none away.
    extended("foo '- bar", "Foo - Bar", 0, .exact, .pattern, .exact),
    extended("'- foo", "Foo - Bar", 0, .pattern, .exact),
    extended("yor 'ew", "New York", 9.25, .prefix, .pattern, mode: .words),
  ])
  func extendedSyntax(fixture: ScorerFixture) throws { try fixture.check() }
}
