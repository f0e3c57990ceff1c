import Riffle
import RiffleInput
import RiffleTestSupport
import Testing

@testable import RifflePicker

/// The list behind a picker: what is read, indexed and searched.
struct PickerListTests {
  /// Takes what a list says, and waits for it.
  private final class Listener: Sendable {
    private let answers = Lock<[Answer]>([])
    private let progress = Lock(ListProgress())

    func take(_ event: PickerEvent) {
      switch event {
      case .answer(let answer): answers.withLock { $0.append(answer) }
      case .list(let told): progress.withLock { $0 = told }
      default: break
      }
      answers.notifyAll()
    }

    var all: [Answer] { answers.withLock { $0 } }

    var firstID: UInt32 { progress.withLock { $0.firstID } }

    /// The answer of the whole list to a wish.
    func final(_ revision: Int) -> Answer {
      func isFinal(_ answer: Answer) -> Bool {
        answer.wish.revision == revision && answer.isOfWholeList && answer.isTotalExact
      }
      return answers.withLock(waitingUntil: { $0.contains(where: isFinal) }, { $0.last(where: isFinal)! })
    }
  }

  /// What a list of lines answers to wishes, one after the other.
  /// - Parameter isIndexed: whether nothing is asked before all is indexed.
  private func answers(
    _ lines: [String], _ wishes: [Wish], isIndexed: Bool = false, _ change: (inout PickerListOptions) -> Void = { _ in }
  ) throws -> (answers: [Answer], firstID: UInt32) {
    try withTemporaryFiles([lines.map { $0 + "\n" }.joined()]) { files in
      var options = PickerListOptions(InputDescription(files: files, format: .lines))
      change(&options)
      let listener = Listener()
      let list = try PickerList(number: 0, options) { listener.take($0) }
      defer { list.stop() }
      #expect(list.start())
      if isIndexed { list.state.withLock(waitingUntil: { $0.indexed >= lines.count }, { _ in }) }
      var answers: [Answer] = []
      for (revision, wish) in wishes.enumerated() {
        var wish = wish
        wish.revision = revision
        list.ask(wish)
        answers.append(listener.final(revision))
      }
      return (answers, listener.firstID)
    }
  }

  private func wish(_ text: String, offset: Int = 0, limit: Int = 10, isSorted: Bool = true) -> Wish {
    var wish = Wish()
    (wish.text, wish.offset, wish.limit, wish.isSorted) = (text, offset, limit, isSorted)
    return wish
  }

  @Test func theLastLinesAreKept() throws {
    let lines = (0..<30_000).map { "line \($0)" }
    let (answers, firstID) = try answers(
      lines, [wish(""), wish("line 7"), wish("line 29999"), wish("line", offset: 95)]
    ) {
      $0.tail = 100
      $0.headerLines = 2
    }
    #expect(firstID == 29_900)
    #expect(answers.map(\.total) == [100, 100, 100, 100] || answers[0].total == 100)
    #expect(answers[0].hits.map(\.text) == (29_900..<29_910).map { "line \($0)" })
    #expect(answers[1].hits.allSatisfy { $0.id >= 29_900 })
    #expect(answers[2].hits.first?.text == "line 29999")
    #expect(answers[3].total == 100 && answers[3].hits.count == 5)
  }

  @Test func recordsAreFilteredAndSortedByTheirColumns() throws {
    let lines = (0..<30_000).map { "city \($0)\t\($0 % 10 == 3 ? "" : String($0 * 7919 % 30_011))\t\($0 % 3)" }
    let choices = ["2", "3"].map { FieldChoice(name: $0, option: "--where") }
    for isSorted in [false, true] {
      let search = try FieldSearch(
        choices, declared: [:], filter: Filter("3 < 2"), keys: isSorted ? [.descending("2")] : [], facets: [],
        options: IndexOptions())
      let (answers, _) = try answers(
        lines, [wish("", limit: 30_000, isSorted: false), wish("city 15003", limit: 1)]
      ) { options in
        options.description.format = .tsv
        options.description.columns[.title] = "1"
        options.description.columns.fields = choices
        options.fields = search
      }
      func value(_ line: Int) -> Int { line % 10 == 3 ? -1 : line * 7919 % 30_011 }
      let left = (0..<30_000).filter { $0 % 3 < 2 }
      let expected = isSorted ? left.sorted { (value($0), -$0) > (value($1), -$1) } : left
      #expect(answers[0].total == 20_000)
      #expect(answers[0].hits.map(\.text) == expected.map { "city \($0)" })
      #expect(answers[1].hits.map(\.text) == ["city 15003"])
    }
  }

  /// Beyond the lines that have weights of their own, too.
  @Test(arguments: [false, true]) func equalsStandInTheOrderOfTheList(isReversed: Bool) throws {
    let count = 36_000
    let lines = (0..<count).map { $0 % 2_000 == 1_999 ? "needle \(String(repeating: "x", count: $0 % 7))" : "hay" }
    let matching = lines.indices.filter { lines[$0] != "hay" }.map { UInt32($0) }
    let expected = isReversed ? matching.reversed() : matching
    let (answers, _) = try answers(lines, [wish("needle", limit: 100), wish("needle", offset: 3, limit: 4)]) {
      if isReversed { $0.isReversed = true } else { $0.prefersFirst = true }
    }
    #expect(answers[0].hits.map(\.id) == expected)
    #expect(answers[1].hits.map(\.id) == Array(expected[3..<7]))
  }

  /// What neighbouring lines share a weight, whatever window is asked for.
  @Test func windowsOfEqualsAreThoseOfAllOfThem() throws {
    let seed = setting("RIFFLE_SEED") ?? 1
    for seed in seed..<seed + 40 {
      var random = SeededGenerator(seed: UInt64(truncatingIfNeeded: seed))
      let groups = (0..<3).map { _ in
        (count: Int.random(in: 1...4, using: &random), size: Int.random(in: 1...5, using: &random))
      }
      let most = groups.reduce(0) { $0 + $1.count * $1.size }
      let equals = EqualHits(isReversed: .random(using: &random), groups: groups)
      let titles = (0..<Int.random(in: 1...most, using: &random)).map { _ in
        ["a", "ab", "b a", "a long one", "xa"].randomElement(using: &random)!
      }
      let index = try SearchIndex(
        Array(titles.indices.map { UInt32($0) }), id: { $0 }, title: { titles[Int($0)] },
        weight: { equals.weight(ofLine: Int($0)) })
      let all = SearchRequest(try Query("a"))
      let found = equals.window(of: index.search(all), all, widened: all).map(\.element)
      let score = Dictionary(uniqueKeysWithValues: index.search(all).map { ($0.element, $0.score.cost) })
      #expect(
        found.map { score[$0]! } == found.map { score[$0]! }.sorted(), "seed \(seed): the cheapest come first")
      for _ in 0..<5 {
        var request = all
        (request.offset, request.limit) = (
          .random(in: 0...titles.count, using: &random), .random(in: 1...4, using: &random)
        )
        let widened = equals.widened(request, lineCount: titles.count)
        let window = equals.window(of: index.search(widened), request, widened: widened).map(\.element)
        #expect(window == Array(found.dropFirst(request.offset).prefix(request.limit)), "seed \(seed)")
      }
    }
  }

  /// Lines that are read are searched, indexed or not: only the first answer to a wish may be partial, and says so.
  @Test func whatIsNotIndexedIsSearched() throws {
    let lines = (0..<200_000).map { "\($0 % 1_000 == 999 ? "needle" : "hay") \($0)" }
    let index = try SearchIndex(lines.enumerated().map { Item(id: $0, title: $1) })
    try withTemporaryFiles([lines.map { $0 + "\n" }.joined()]) { files in
      let listener = Listener()
      let list = try PickerList(number: 0, PickerListOptions(InputDescription(files: files, format: .lines))) {
        listener.take($0)
      }
      defer { list.stop() }
      #expect(list.start())
      for (revision, text) in ["needle", "needle 1999", "nedle", "!hay"].enumerated() {
        var wish = wish(text)
        wish.revision = revision
        list.ask(wish)
        let final = listener.final(revision)
        let fresh = index.search(SearchRequest(try Query(text, syntax: .extended), limit: 10, totalLimit: .exact))
        #expect(final.total == fresh.total && final.hits.map(\.id) == fresh.map { UInt32($0.id) }, "\(text)")
        for answer in listener.all where answer.wish.revision == revision {
          #expect(answer.isOfAllRead || answer.searchedCount < lines.count)
          #expect(!answer.isOfWholeList || answer.total == final.total || !answer.isTotalExact)
        }
      }
    }
  }

  @Test func alphabeticalListsHaveLetters() throws {
    let names = ["1 first", "anna", "Åse", "Bert", "bo", "Carl", "Über", "Zoe", "北京"]
    let lines = names.flatMap { name in (0..<3).map { "\(name) \($0)" } }
    let inOrder = wish("o", isSorted: false)
    let (answers, _) = try answers(lines, [inOrder, wish(""), wish("o")], isIndexed: true)
    let letters = try #require(answers[1].jumplist)
    #expect(letters.entries.map(\.label) == ["#", "A", "B", "C", "U", "Z", "…"])
    #expect(letters.entries.map(\.start) == [0, 3, 9, 15, 18, 21, 24])
    let part = try #require(answers[0].jumplist)
    #expect(part.entries.map(\.count).reduce(0, +) == answers[0].total)
    #expect(answers[2].jumplist == nil)
    let swedish = try self.answers(lines, [inOrder, wish("")], isIndexed: true) { $0.locale = "sv_SE" }
    #expect(swedish.answers.allSatisfy { $0.jumplist == nil }, "Å stands behind Z there")
    #expect(
      try self.answers(lines.reversed(), [inOrder, wish("")], isIndexed: true).answers.allSatisfy { $0.jumplist == nil }
    )
    let reversed = try self.answers(lines, [inOrder, wish("")], isIndexed: true) { $0.isReversed = true }
    #expect(reversed.answers.allSatisfy { $0.jumplist == nil })
  }
}
