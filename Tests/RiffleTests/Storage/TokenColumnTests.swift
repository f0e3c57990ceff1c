import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct TokenColumnTests {
  private let component = LastComponent(firstUnit: 7, extensionUnits: 2)
  private static let kinds: [TokenKind] = [.simple, .compound, .part, .inner, .extra, .extraAcross, .spelling]

  /// Any words in any fields: the code does not know which of these items have.
  private func list(wordCount: Int, rows: Int, _ random: inout SeededGenerator) -> TokenList {
    var list = TokenList()
    for _ in 0..<rows {
      var fields: [Field] = [.title, .reading, .searchText]
      fields.removeAll { _ in Int.random(in: 0..<3, using: &random) == 0 }
      for field in fields {
        for _ in 0..<Int.random(in: 1...9, using: &random) {
          // Some words are frequent, as in real lists.
          let limit =
            Bool.random(using: &random) ? wordCount : max(1, wordCount >> Int.random(in: 0...20, using: &random))
          let kind =
            Bool.random(using: &random) ? TokenKind.simple : TokenColumnTests.kinds.randomElement(using: &random)
          let word = UInt32(Int.random(in: 0..<limit, using: &random))
          let startsPhrase = Bool.random(using: &random)
          list.append(count: 1) {
            $0.append(TokenColumn.token(word, kind ?? .simple, field, startsPhrase: startsPhrase))
          }
        }
      }
      list.endRow(
        letters: LetterSignature(bits: UInt32.random(in: 0...UInt32.max, using: &random)), lastComponent: component)
    }
    return list
  }

  @Test(arguments: [1, 5, 127, 128, 16_375, 16_376, 16_377, 100_000, 2_100_000, TokenColumn.maximumWordCount - 1])
  func whatIsWrittenIsRead(wordCount: Int) throws {
    var random = SeededGenerator(seed: UInt64(wordCount))
    let list = list(wordCount: wordCount, rows: 400, &random)
    // Of so many words only the first are counted, which is enough to have some of each length.
    let counted = min(wordCount, 3_000_000)
    var counts = [Int](repeating: 0, count: counted)
    for token in list.tokens where TokenColumn.word(token) < counted { counts[TokenColumn.word(token)] += 1 }
    let known = list.tokens.allSatisfy { TokenColumn.word($0) < counted }
    guard known else { return try wordsBeyondTheCounted(list) }
    let order = (0..<UInt32(list.count)).shuffled(using: &random)
    let titleWords = TokenColumn.titleWords(of: list)
    let column = try #require(
      TokenColumn(
        list, rows: order, titleWords: titleWords, postingCounts: { counts[$0] }, wordCount: wordCount))
    expect(column, list, order, titleWords)
  }

  /// Words that are so many that their ranks are not worth the memory in a test.
  private func wordsBeyondTheCounted(_ list: TokenList) throws {
    let code = TokenCode({ _ in 1 }, wordCount: 100)
    var bytes: [UInt8] = []
    let numbers = list.tokens.map { TokenColumn.word($0) }.filter { $0 >= 100 }
    for number in numbers { bytes.append(addingCapacity: 4) { TokenCode.write(UInt32(number) + (1 << 14), to: &$0) } }
    let end = bytes.count
    let padded = Column(bytes, padding: TokenCode.padding)
    var read: [UInt32] = []
    read.append(addingCapacity: end) {
      TokenCode.append(0..<end, of: padded, Column(code.common), readsSearchText: true, to: &$0)
    }
    #expect(read.map(Int.init) == numbers)
  }

  private func expect(_ column: TokenColumn, _ list: TokenList, _ order: [UInt32], _ titleWords: [UInt8]) {
    #expect(column.count == list.count && column.tokenCount == list.tokens.count)
    let rows = (0..<UInt32(list.count)).reversed().map { $0 }
    for readsSearchText in [true, false] {
      var (several, ends): ([UInt32], [TokenColumn.RowEnd]) = ([], [])
      column.read(rows, readsSearchText: readsSearchText, into: &several, ends: &ends)
      #expect(ends.count == list.count)
      var start = 0
      for (row, end) in zip(rows, ends) {
        let tokens = Array(list.tokens[list.range(Int(order[Int(row)]))])
        let wanted = tokens.filter { readsSearchText || TokenColumn.field($0) != .searchText }
        #expect(Array(several[start..<end.offset]) == wanted)
        #expect(end.isWhole == (wanted.count == tokens.count))
        start = end.offset
      }
      #expect(start == several.count)
    }
    for (ordinal, row) in order.enumerated() {
      let row = Int(row)
      #expect(column.tokens(of: ordinal) == Array(list.tokens[list.range(row)]))
      #expect(column.letters(ordinal) == list.heads.letters(row) && column.lastComponent(ordinal) == component)
      #expect(column.titleWords(ordinal) == Int32(titleWords[row]))
    }
  }

  @Test func frequentWordsTakeAByte() throws {
    var list = TokenList()
    for row in 0..<10_000 {
      list.append(word: UInt32(row % 100), kind: .simple, field: .title)
      list.endRow(letters: .empty, lastComponent: nil)
    }
    let column = try #require(
      TokenColumn(
        list, rows: (0..<10_000).map { $0 }, titleWords: Array(repeating: 1, count: 10_000),
        postingCounts: { _ in 100 },
        wordCount: 100))
    let bytes = ColumnList(of: column).columns.first { $0.name == "bytes" }
    #expect(bytes?.byteCount == 10_000 + TokenCode.padding)
  }
}
