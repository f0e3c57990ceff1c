import Testing

@testable import Riffle

/// Every way of matching, and its price. A first term that is not at the start of the title adds ½.
@Suite struct ScorerWayTests {
  /// Other words, phrases and descriptions hold nearly any letters somewhere.
  @Test(arguments: [
    row("apple", "x", 2.5, .exact, searchText: "Big Apple"),
    row("appl", "x", 3.5, .prefix, searchText: "Big Apple"),
    row("aplpe", "x", 10.5, .typo, searchText: "Big Apple"),
    row("bigapple", "x", 5.5, .split, searchText: "the Big Apple"),
    row("bigapp", "x", nil, searchText: "the Big Apple"),
    row("big apple", "x", 4, .joined, searchText: "Bigapple"),
    row("bigapple", "x", nil, searchText: "Big, Apple"),
    row("bigapple", "x", nil, searchText: "Big / Apple"),
    row("bigapple", "x", 3.5, .split, searchText: "Big/Apple"),
    row("bigapple", "x", nil, searchText: "Big\u{60C} Apple"),
    row("bigapple", "x", nil, searchText: "Big、Apple"),
    row("pple", "x", 14.5, .typo, searchText: "Big Apple"),
    row("infix", "x", nil, searchText: "Reinfixed"),
    row("ppl", "x", nil, searchText: "Big Apple"),
    row("applr", "x", 11.5, .typoInPrefix, searchText: "Applejack"),
    row("bgp", "x", nil, searchText: "Big Apple"),
    row("biapp", "x", nil, searchText: "Big Apple"),
    row("prtlnd", "x", nil, searchText: "Portland"),
    row("prtlnd", "Portland", 7, .skeleton, searchText: "Portland"),
  ])
  func searchTextsAreReadWordByWord(fixture: ScorerFixture) throws { try fixture.check() }

  @Test(arguments: [
    row("york", "York", 0, .exact),
    row("yor", "York", 1, .prefix),
    row("y", "York", 1, .prefix),
    // Accents, case, width and punctuation cost nothing.
    row("goteborg", "Göteborg", 0, .exact),
    row("GÖTEBORG", "goteborg", 0, .exact),
    row("ｇｏｔｅ", "Göteborg", 1, .prefix),
    row("strasse", "Straße", 0, .exact),
    row("ac/dc!", "AC-DC", 0, .exact, .exact),
    row("dont", "Don't", 0, .exact),
    row("don't", "Don’t", 0, .exact, .exact),
  ])
  func literal(fixture: ScorerFixture) throws { try fixture.check() }

  @Test(arguments: [
    row("nyc", "New York City", 3, .initialsOfTitle),
    row("gfb", "getFooBar", 3, .initialsOfTitle),
    row("wfn", "Wi-Fi Network", 3, .initialsOfTitle),
    row("wn", "Wi-Fi Network", 11, .initialsOfPart),
    row("wnc", "Wi-Fi Network Card", 3, .initialsOfTitle),
    row("nyc", "New York City Hall", 6, .initialsOfPart),
    row("nyc", "The New York City", 6.5, .initialsOfPart),
    row("ny", "New York", 11, .initialsOfPart),
    row("yc", "New York City", 11.5, .initialsOfPart),
    // In the search text only of whole phrases.
    row("nyc", "x", 3.5, .initialsOfTitle, searchText: "New York City"),
    row("nyc", "x", 3.5, .initialsOfTitle, searchText: "Big Apple, New York City | Gotham"),
    row("nyc", "x", nil, searchText: "New York City Hall"),
    row("nyc", "x", nil, searchText: "Old New York City"),
    row("nyc", "x", nil, searchText: "New York, City"),
    row("ny", "x", 11.5, .initialsOfPart, searchText: "New York"),
    row("ny", "x", nil, searchText: "New York City"),
    row("nyc", "x", 3.5, .initialsOfTitle, reading: "New York City"),
    // Consecutive, in their order, within one field.
    row("nct", "New York City", nil),
    row("cyn", "New York City", nil),
    row("nyb", "New York", nil, searchText: "Big Apple"),
  ])
  func initials(fixture: ScorerFixture) throws { try fixture.check() }

  @Test(arguments: [
    row("neyork", "New York", 5, .chunks),
    row("sanfraci", "San Francisco City", 5, .chunks),
    row("geba", "getBarBaz", 5, .chunks),
    row("newyo", "New York", 4, .chunks),
    row("newyorkci", "New York City", 4, .chunks),
    row("newyorkcity", "New York City", 4, .chunks),
    // One letter of a longer word costs 2 more in any chunk but the first.
    row("nyork", "New York", 5, .chunks),
    row("newy", "New York", 6, .chunks),
    row("neyc", "New York City", 9, .chunks),
    row("newyc", "New York City", 9, .chunks),
    row("xfiles", "X Files", 3, .split),
    row("xfil", "X Files", 4, .chunks),
    row("planbe", "Plan B Extra", 6, .chunks),
    // The words are consecutive.
    row("newci", "New York City", nil),
    row("newyo", "x", nil, searchText: "New York"),
    row("newyo", "x", 4.5, .chunks, reading: "New York"),
  ])
  func chunks(fixture: ScorerFixture) throws { try fixture.check() }

  @Test(arguments: [
    row("data base", "Database", 3, .joined),
    row("data ba", "Database", 4, .joinedPrefix),
    row("wi fi", "Wifi Network", 3, .joined),
    row("da ta base", "Database", 23, .joinedPrefix, .infix),
    row("newyork", "New York", 3, .split),
    row("newyork", "The New York", 3.5, .split),
    row("getfoo", "get foo", 3, .split),
    // Words that stand apart in the item are not joined, and what is cheaper apart is not either.
    row("data base", "Data Base Database", 0, .exact, .exact),
    row("data base", "Database Base", 1, .prefix, .exact),
    // The price of the field is paid for both terms.
    row("data base", "x", 4, .joined, searchText: "Database"),
    // No typos in any of them.
    row("dtaa bsae", "Database", nil),
    row("nweyrok", "New York", nil),
  ])
  func joinedAndSplit(fixture: ScorerFixture) throws { try fixture.check() }

  @Test(arguments: [
    row("base", "Database", 7, .infix),
    row("tab", "Database", 7, .infix),
    row("ta", "Database", nil),
    row("obar", "getFooBar", 7, .infix),
    row("mngmnt", "Management", 7, .skeleton),
    row("kfr grhrd", "Kiefer, Gerhard", 14, .skeleton, .skeleton),
    row("mngm", "Management", nil),
    row("vn", "Van", 7, .skeleton),
    row("vn rns", "Van Rens", 14, .skeleton, .skeleton),
    row("vn", "Vans", nil),
    row("mgt", "Management", nil),
  ])
  func insideWords(fixture: ScorerFixture) throws { try fixture.check() }

  @Test(arguments: [
    row("manogement", "Management", 8, .typo),  // substitution
    row("mannagement", "Management", 8, .typo),  // insertion
    row("maagement", "Management", 8, .typo),  // deletion
    row("mangaement", "Management", 8, .typo),  // transposition
    row("manogemant", "Management", 16, .typo),
    row("manoge", "Management", 9, .typoInPrefix),
    // The end of a word that is not the last is more likely to be meant.
    row("manoge team", "Management Team", 12, .typoInPrefix, .exact),
    row("nanagement", "Management", 12, .typo),
    row("amnagement", "Management", 12, .typo),
    row("hello cot", "Hello Cat", 12, .exact, .typo),
    row("hello co", "Hello Cat", 13, .exact, .typoInPrefix),
    row("hello pat", "Hello Cat", 16, .exact, .typo),
    row("hello e", "Hello We", 16, .exact, .typo),
    // The cheapest way of those that a word can be matched in.
    row("mngmnt", "Management", 7, .skeleton),
    row("lndn", "Landn", 7, .skeleton),
    row("managment", "Management", 8, .typo),
    row("ementt", "Management", nil),
    row("nagement", "Management", 7, .infix),
  ])
  func typos(fixture: ScorerFixture) throws { try fixture.check() }

  @Test(arguments: [
    row("alias", "Name", 0.5, .exact, searchText: "Alias"),
    row("name alias", "Name", 2, .exact, .exact, searchText: "Alias"),
    row("alias name", "Name", 2.5, .exact, .exact, searchText: "Alias"),
    row("nahme", "Name", 0.5, .exact, reading: "Nahme"),
    row("name", "Name", 0, .exact, searchText: "Name", reading: "Name"),
    row("na", "Xyz", 1.5, .prefix, reading: "Nahme"),
    // Gaps and steps count within one field only.
    row("york two", "New York", 2.5, .exact, .exact, searchText: "one two"),
    row("york one three", "New York", 5.25, .exact, .exact, .exact, searchText: "one two three"),
  ])
  func fields(fixture: ScorerFixture) throws { try fixture.check() }

  @Test(arguments: [
    row("new york", "New York", 0, .exact, .exact),
    row("york", "New York", 0.5, .exact),
    // Gaps, whatever their length.
    row("new city", "New York City", 0.75, .exact, .exact),
    row("a e", "A B C D E", 0.75, .exact, .exact),
    row("a c e", "A B C D E", 1.5, .exact, .exact, .exact),
    // Steps back: to the word before there is no gap.
    row("york new", "New York", 1.25, .exact, .exact),
    row("city new", "New York City", 2, .exact, .exact),
    // A word taken already.
    row("york york", "York", 12, .exact, .exact),
    row("york yo", "York", 13, .exact, .prefix),
    row("york york", "York York", 0, .exact, .exact),
    row("foo getfoo", "getFooBar", 14.25, .exact, .prefix),
    // A prefix of a compound takes only the parts that it reaches.
    row("getf bar", "getFooBar", 1, .prefix, .exact),
    row("getf bar", "getFooBar Bar", 1, .prefix, .exact),
    row("", "Anything", 0),
    // Compounds count as one word, unless they are all there is.
    row("foo", "getFooBar", 0.5, .exact),
    row("foo", "getFooBar Baz", 0.5, .exact),
    row("get", "getFooBar Baz", 0, .exact),
    row("get baz", "getFooBar Baz", 0, .exact, .exact),
    row("getfoobar", "getFooBar", 0, .exact),
    row("qt6", "qt6-base", 0, .exact),
    // Pairs of Han and kana are never counted.
    row("東京都", "東京都", 0, .exact, .exact),
    row("京都", "東京都", 0, .exact),
    row("東京", "東京都", 0, .exact),
    // A pair is taken like any word: the second of two equal ones is another.
    row("渋区渋区", "渋区渋区", 0, .exact, .exact),
    row("渋区渋区海", "渋区渋区海", 0, .exact, .exact, .exact),
    row("東京東京", "東京", 12, .exact, .exact),
    // The last component of a path is its start.
    row("readme", "src/lib/readme", 0.5, .exact),
    row("readme", "src/lib/readme", 0, .exact, titleIsPath: true),
    row("src", "src/lib/readme", 0.5, .exact, titleIsPath: true),
  ])
  func places(fixture: ScorerFixture) throws { try fixture.check() }
}
