import Riffle
import Testing

/// Which of two items comes first, and why: what the ranking has to say to a person.
@Suite struct OrderingTests {
  struct Order: Sendable, CustomTestStringConvertible {
    var because: String
    var query: String
    /// Best first.
    var items: [Item<Int>]
    var titlesArePaths = false

    var testDescription: String { "\(because): \(query)" }
  }

  private static func order(_ because: String, _ query: String, _ titles: String..., paths: Bool = false) -> Order {
    Order(because: because, query: query, items: titles.map { Item(id: 0, title: $0) }, titlesArePaths: paths)
  }

  @Test(arguments: [
    order("literal before loose", "python", "Python", "Pythonic", "Pyhton"),
    order("literal before loose", "pyhton", "pyhton", "python"),
    order("literal before loose", "base", "The Base", "Baseline", "Database"),
    order("literal before loose", "cat", "Big Cat", "My Concatenation"),
    order("exact before prefix", "york", "York", "Yorkshire"),
    order("exact before prefix", "york", "New York", "New Yorker"),
    order("words together", "new york", "New York Hotel", "New Hotel York"),
    order("words in the typed order", "new york", "New York", "York New"),
    order("the title that begins with the query", "york", "York Minster", "New York"),
    order("the title that the query nearly exhausts", "new york", "New York", "New York City", "New York City Hall"),
    order("the title that the query nearly exhausts", "foo", "Foo", "Foo Bar Baz"),
    order("initials of the whole title before those of a part", "nyc", "New York City", "New York City Hall"),
    order("initials before loose skeletons", "gfb", "getFooBar", "Goldfish Bowl"),
    order("chunks before infix", "neyork", "New York", "Honeyorker"),
    order("joined before apart with a typo", "data base", "Database", "Dada Base"),
    order("split before chunks", "newyork", "New York", "Newyo Rk x"),
    order("consonant skeletons before others", "mngmnt", "Management", "Mingle Man Tent"),
    order("consonant skeletons before others", "mgmt", "Magmat", "Management"),
    order("whole words before beginnings, with typos", "gotebrg", "Goteborg", "Goteborgsposten"),
    order("one typo before two", "manogement", "Management", "Menagement"),
    order("the first letter is right more often", "yokr", "York", "Okra"),
    order("one slip before letters inside", "bular mar", "Bulat, Maria", "Lobularia maritima"),
    order("one slip before letters inside", "cable", "Cable", "Cables"),
    order("a slip in a whole word before completions", "cabke", "Cable", "Cablegram"),
    order("vowels left out before anything left out", "kfr grhrd", "Kiefer, Gerhard", "Kofi Rex, Gerhard"),
    order("an anchor makes a slip readable", "meditations on first pp", "Meditations on First Philosophy", "Pp"),
    order("two-letter skeletons", "vn rns", "Van Rens", "Vienna Runs"),
    order("parts of compounds are words", "foo bar", "getFooBar", "Food Barn"),
    order("accents cost nothing", "são", "São Paulo", "Sand Ao"),
    order("as typed before folded", "Sao", "Sao Y", "São X"),
    order("as typed before folded", "IT", "IT a", "it a"),
    order("shorter before longer", "york", "York A", "York Bc"),
    order("list order last of all", "york", "York A", "York B"),
    order("a whole file name", "finalize.js", "src/finalize.js", "src/finalize.js.map", paths: true),
    order("a whole file name", "libpaper.so", "lib/libpaper.so", "lib/libpaper.so.1", paths: true),
    order("the name of a file before its folders", "readme", "src/lib/readme", "readme/src/lib", paths: true),
    order("the start of a title", "readme", "readme/src/lib", "src/lib/readme"),
    order("a slash is one", "overlay/index", "src/a/overlay/index.js", "src/overlay_index.ts", paths: true),
    order("a slash is one", "a/b", "src/a/b.c", "src/a/c/b.c", "src/a_b.c", paths: true),
    order("a slash is one", "usr/share", "opt/usr/share/x", "usr-share", paths: true),
    order("a slash is one", "src\\index", "src/index.ts", "src-index.ts", paths: true),
    order("a slash before a name is where it begins", "/index", "src/index.c", "src/my_index.c", paths: true),
    order("a slash behind a name makes it a folder", "src/", "a/src/main.c", "a/src.c", paths: true),
    order("a path from its beginning", "usr/share", "usr/share/doc/x", "opt/usr/share/x", paths: true),
    order("slashes beside blanks", "src /main", "src/main.c", "src/my_main.c", paths: true),
    order("a slash may be anything else in other lists", "ac/dc", "AC DC", "AC/DC Live"),
    order("many typos before nothing", "beurocracy", "Bureaucracy", "Beurre Manié"),
  ])
  func theBetterTitleComesFirst(order: Order) throws { try check(order) }

  @Test func theTitleComesBeforeHiddenText() throws {
    try check(
      Order(
        because: "the title before hidden text", query: "york",
        items: [
          Item(id: 0, title: "York State"), Item(id: 0, title: "x", reading: "york"),
          Item(id: 0, title: "x", searchText: "York and more"),
        ]))
    try check(
      Order(
        because: "literal in hidden text before loose in the title", query: "base",
        items: [Item(id: 0, title: "x", searchText: "Base"), Item(id: 0, title: "Database")]))
  }

  @Test func weightDecidesBetweenEqualsOnly() throws {
    try check(
      Order(
        because: "heavier first", query: "york",
        items: [
          Item(id: 0, title: "york town", weight: .max), Item(id: 0, title: "york abc", weight: 2),
          Item(id: 0, title: "york a", weight: 1), Item(id: 0, title: "york bc", weight: 1),
          Item(id: 0, title: "york"), Item(id: 0, title: "york d"),
          Item(id: 0, title: "new york", weight: .max),
        ]))
  }

  /// Ties are broken by list order, so the items are also asked in the other order.
  private func check(_ order: Order) throws {
    let options = IndexOptions(titlesArePaths: order.titlesArePaths)
    let items = order.items.enumerated().map { place, item in
      var item = item
      item.id = place
      return item
    }
    let found = try SearchIndex(items, options: options).search(order.query).map(\.id)
    #expect(found.first == 0)
    #expect(found == found.sorted())
    guard order.because != "list order last of all" else { return }
    let reversed = try SearchIndex(items.reversed(), options: options).search(order.query).map(\.id)
    #expect(reversed == found, "listed the other way round")
  }
}
