import RiffleTestSupport
import Testing

@testable import Riffle

extension [WordRun] {
  fileprivate var byWord: [Int: WordMatch] {
    Dictionary(flatMap { run in run.words.map { ($0, run.match) } }) { first, _ in first }
  }
}

@Suite struct WordDictionaryTests {
  @Test(arguments: 1...UInt64(5))
  func lookingUpIsFiltering(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let words = randomWords(&random, count: 200)
    let dictionary = dictionary(of: words)
    #expect(dictionary.count == words.count)
    for (number, word) in words.enumerated() { #expect(Array(dictionary.bytes[dictionary.range(number)]) == word) }
    for word in words.shuffled(using: &random).prefix(12) {
      let scalars = String(decoding: word, as: UTF8.self).unicodeScalars.map(\.value)
      let length = Int.random(in: 1...scalars.count, using: &random)
      let cuts = [Array(scalars.prefix(length)), scalars.suffix(length), scalars + [0x7A]].map(\.utf8Text)
      for letters in cuts + [[0xFF], Array(word.prefix(length))] {
        let withPrefix = dictionary.words(withPrefix: letters)
        #expect(Array(withPrefix) == words.indices.filter { words[$0].starts(with: letters) })
        guard letters.count >= 3, cuts.contains(letters) else { continue }
        var holding: [Int] = []
        dictionary.forEachRun(holding: letters) { holding += Array($0) }
        #expect(holding == words.indices.filter { contains(words[$0].dropFirst(), letters) })
      }
    }
    #expect(dictionary.words(withPrefix: []) == 0..<words.count)
  }

  private func contains(_ word: ArraySlice<UInt8>, _ letters: [UInt8]) -> Bool {
    word.indices.contains { word[$0...].starts(with: letters) }
  }

  @Test func oneLetterAndLongWordsHaveATrieToo() {
    let long = (0..<40).map { Array(repeating: UInt8(0x61), count: 400 + $0) }
    let words = [[0x61], [0x62]] + long
    let dictionary = dictionary(of: words.sorted { $0.lexicographicallyPrecedes($1) })
    for length in [1, 2, 259, 260, 261, 400, 410, 439, 440] {
      let prefix = Array(repeating: UInt8(0x61), count: length)
      #expect(dictionary.words(withPrefix: prefix).count == words.count { $0.starts(with: prefix) })
    }
    #expect(dictionary.words(withPrefix: [0x62]) == 41..<42)
  }

  @Test(arguments: 1...UInt64(3))
  func signaturesAreFoundManyAtATime(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let signatures = (0..<300).map { _ in UInt32.random(in: 0...15, using: &random) }
    let column = LetterSets(signatures)
    for _ in 0..<40 {
      let lower = Int.random(in: 0...300, using: &random)
      let upper = Int.random(in: lower...300, using: &random)
      let bits = UInt32.random(in: 0...15, using: &random)
      var found: [Int] = []
      let asked = UInt32.random(in: 0...15, using: &random)
      column.forEach(in: lower..<upper, having: bits, of: asked) { found.append($0) }
      #expect(found == (lower..<upper).filter { signatures[$0] & asked == bits })
    }
    var found = 0
    column.forEach(in: 300..<300, having: 0, of: 0) { _ in found += 1 }
    #expect(found == 0)
  }

  @Test func anEmptyDictionaryHoldsNothing() {
    let dictionary = dictionary(of: [])
    #expect(dictionary.count == 0)
    #expect(dictionary.words(withPrefix: [0x61]).isEmpty)
    dictionary.forEachRun(holding: [0x61, 0x62, 0x63]) { _ in Issue.record("a word out of nothing") }
  }
}

@Suite struct TermWordsTests {
  /// The index must find for every word what the matcher says of it.
  @Test(arguments: 1...UInt64(8))
  func theDictionarySaysWhatTheMatcherSays(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let words = randomWords(&random, count: 300)
    let dictionary = dictionary(of: words)
    for _ in 0..<60 {
      guard let term = randomTerm(like: words, &random) else { continue }
      for admitsLoose in [true, false] {
        let matcher = TermMatcher(term, admitsLoose: admitsLoose)
        for budget in 0...term.anchoredTypoBudget {
          let found = TermWords(matcher, in: dictionary, typoBudget: budget)
          for (number, word) in words.enumerated() {
            let expected = matcher.match(word.span).limited(to: budget)
            if found[number] != expected {
              Issue.record(
                "“\(term.bytes.asText)” in “\(word.asText)”, budget \(budget): \(found[number]), expected \(expected)")
            }
          }
          let numbers = found.loose.flatMap { Array($0.words) }
          #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
          #expect(!numbers.contains(where: found.literal.contains))
        }
      }
    }
  }

  /// Letter by letter, with letters that were not meant, the words are those found at once.
  @Test(arguments: 1...UInt64(8))
  func wordsOfALongerTermAreAmongThoseOfTheShorter(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let words = randomWords(&random, count: 300)
    let dictionary = dictionary(of: words)
    for _ in 0..<30 {
      guard let typed = randomTerm(like: words, &random) else { continue }
      let usesAnchored = Bool.random(using: &random)
      let hasMoreTypos = Bool.random(using: &random)
      var last: TermWords?
      var length = 0
      while length < typed.length {
        length += [1, 1, 1, 2, 5].randomElement(using: &random) ?? 1
        let letters = Term(Array(typed.scalars.prefix(length)).utf8Text)
        let term = hasMoreTypos ? letters.withMoreTypos : letters
        let matcher = TermMatcher(term)
        let budget = usesAnchored ? term.anchoredTypoBudget : term.typoBudget
        let fresh = TermWords(matcher, in: dictionary, typoBudget: budget)
        if let previous = last {
          let extended = TermWords(extending: previous, matcher, in: dictionary, typoBudget: budget)
          if extended.loose.byWord != fresh.loose.byWord || extended.literal != fresh.literal
            || extended.hasExact != fresh.hasExact
          {
            Issue.record("“\(term.bytes.asText)” after “\(previous.term.bytes.asText)”, budget \(budget)")
          }
          let numbers = extended.loose.flatMap { Array($0.words) }
          #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
          last = extended
        } else {
          last = fresh
        }
      }
    }
  }

  /// However a term is divided, the same words are found.
  @Test(arguments: 1...UInt64(4))
  func wordsWithTyposAreTheSameForEveryHead(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let alphabet = Array((seed % 2 == 0 ? "ab1" : "abcé").unicodeScalars.map(\.value))
    var words = Set<[UInt8]>()
    for _ in 0..<400 { words.insert(TrickyText.scalars(from: alphabet, upTo: 10, using: &random).utf8Text) }
    words.remove([])
    let sorted = words.sorted { $0.lexicographicallyPrecedes($1) }
    let dictionary = dictionary(of: sorted, largestBucket: Int.random(in: 0...16, using: &random))
    for _ in 0..<40 {
      let term = Term(TrickyText.scalars(from: alphabet, upTo: 10, using: &random).utf8Text)
      guard term.length > 3 else { continue }
      let literal = dictionary.words(withPrefix: term.bytes)
      for budget in 1...2 {
        let whole = TypoWords(term, budget: budget, in: dictionary, skipping: literal, head: 0)?.found() ?? []
        for head in budget + 1..<term.length where Array(term.scalars[head...]).utf8Text.count >= 3 {
          let divided = TypoWords(term, budget: budget, in: dictionary, skipping: literal, head: head)?.found() ?? []
          if divided.byWord != whole.byWord { Issue.record("“\(term.bytes.asText)” budget \(budget) head \(head)") }
        }
      }
    }
  }

  /// Costs only choose how to divide a term: never, or whenever that is possible.
  @Test(arguments: 1...UInt64(4))
  func wordsWithTyposAreTheSameWhateverTheEfforts(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let dictionary = dictionary(of: randomWords(&random, count: 600))
    var efforts = SearchEfforts()
    efforts.fewWords = 0
    var dividedCount = 0
    for word in randomWords(&random, count: 60) {
      let term = Term(word)
      let literal = dictionary.words(withPrefix: term.bytes)
      for budget in 1...2 {
        efforts.runBytesPerEntry = 0
        let whole = TypoWords(term, budget: budget, in: dictionary, skipping: literal, efforts: efforts)
        efforts.runBytesPerEntry = 1 << 20
        let divided = TypoWords(term, budget: budget, in: dictionary, skipping: literal, efforts: efforts)
        #expect(whole?.head ?? 0 == 0)
        if divided?.head ?? 0 > 0 { dividedCount += 1 }
        #expect(whole?.found().byWord == divided?.found().byWord, "“\(term.text)”, budget \(budget)")
      }
    }
    #expect(dividedCount > 20)
  }

  /// The costs of walks are counts, which hold for any dictionary of words.
  @Test(arguments: Sample.allCases)
  func walksVisitAboutAsManyEntriesAsIsEstimated(_ sample: Sample) throws {
    let titles = try sample.items().flatMap { $0.title.lowercased().utf8.split { !(97...122 ~= $0) }.map(Array.init) }
    let words = Set(titles).sorted { $0.lexicographicallyPrecedes($1) }
    let dictionary = dictionary(of: words, largestBucket: WordTrie.largestBucket)
    for (budget, shortest) in [(1, 5), (2, 7)] {
      var (whole, divided, count) = (0, 0, 0)
      for (index, word) in words.filter({ $0.count >= shortest }).enumerated() where index % 97 == 0 {
        var letters = word
        letters[index % word.count] = 0x65
        let term = Term(letters)
        let head = word.count - 3
        let typos = try #require(TypoWords(term, budget: budget, in: dictionary, skipping: 0..<0, head: head))
        _ = typos.walk(typos.automaton, visited: &whole)
        let sparing = try #require(TypoAutomaton(term.scalars, budget: budget, sparing: max(budget + 1, head)))
        _ = typos.walk(sparing, visited: &divided)
        count += 1
      }
      for (visited, typos) in [(whole, budget), (divided, budget - 1)] {
        let estimate = TypoWords.visitCount(typos: typos, in: dictionary.trie)
        #expect(estimate / 2...2 * estimate ~= visited / max(1, count), "\(count) terms, \(typos) typos")
      }
    }
  }

  /// What is written over other runs is what counts.
  @Test(arguments: 1...UInt64(4))
  func runsAreOverlaid(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let sides = (0..<2).map { side in
        var runs: [WordRun] = []
        var word = 0
        while word < 40 {
          let lower = word + Int.random(in: 0...5, using: &random)
          word = lower + Int.random(in: 1...4, using: &random)
          runs.append(WordRun(lower, word, WordMatch(rawValue: UInt16.random(in: 1...9, using: &random) << (4 * side))))
        }
        return Array(runs.prefix(Int.random(in: 0...8, using: &random)))
      }
      let found = sides[0].overlaid(with: sides[1]) { WordMatch(rawValue: $0.rawValue | $1.rawValue) }
      let expected = sides[0].byWord.merging(sides[1].byWord) { WordMatch(rawValue: $0.rawValue | $1.rawValue) }
      #expect(found.byWord == expected)
      let numbers = found.flatMap { Array($0.words) }
      #expect(numbers == numbers.sorted() && numbers.count == expected.count)
    }
  }

  /// What a probe remembers of a word has all typos that may count, however few were asked for.
  @Test func aWordIsMatchedWithMoreTyposAfterFewer() {
    let dictionary = dictionary(of: [Array("getfoobar".utf8)])
    let matcher = TermMatcher(Term(Array("tfoobar".utf8)))
    var probe = TermProbe(matcher, isAnchorable: false, in: dictionary)
    probe.use(TermWords(matcher, in: dictionary, typoBudget: 1))
    #expect(probe.match(of: 0, typos: 1).loose == .infix)
    #expect(probe.match(of: 0, typos: 2).typos == 2)
  }

  /// Words of ASCII of up to 16 letters are compared many letters at a time.
  @Test(arguments: 1...UInt64(4))
  func skeletonsAreWhatTheMatcherSays(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let alphabet = Array((seed % 2 == 0 ? "abcde1" : "aecαбé").unicodeScalars.map(\.value))
    var words = Set<[UInt8]>()
    for _ in 0..<500 { words.insert(TrickyText.scalars(from: alphabet, upTo: 19, using: &random).utf8Text) }
    words.remove([])
    let sorted = words.sorted { $0.lexicographicallyPrecedes($1) }
    let dictionary = dictionary(of: sorted)
    for _ in 0..<60 {
      let term = Term(TrickyText.scalars(from: alphabet, upTo: 5, using: &random).utf8Text)
      guard term.length > 1 else { continue }
      let literal = dictionary.words(withPrefix: term.bytes)
      let found = SkeletonWords(term, in: dictionary, skipping: literal)?.found().byWord ?? [:]
      for (number, word) in sorted.enumerated() where !literal.contains(number) {
        let isWord = term.mayBeSkeleton && isSkeleton(term.scalars.span, of: word.span)
        let expected: WordMatch.Loose? = isWord ? .skeleton : nil
        if found[number]?.loose != expected { Issue.record("“\(term.bytes.asText)” in “\(word.asText)”") }
      }
    }
  }

  /// What a signature rules out, the matcher must not accept.
  @Test(arguments: 1...UInt64(4))
  func signaturesRuleOutNoMatch(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let words = randomWords(&random, count: 150)
    for _ in 0..<60 {
      guard let term = randomTerm(like: words, &random) else { continue }
      let signature = LetterSignature(term.bytes.span)
      for word in words {
        let match = TermMatcher(term).match(word.span)
        if match.isNone { continue }
        let wordSignature = LetterSignature(word.span)
        // Only typos account for letters that are missing, and for digits nothing does.
        let typos = match.isLiteral || match.loose != .none ? 0 : match.typos
        let fewest = wordSignature.fewestTypos(of: signature.withoutASCII, atMost: 2)
        if !LetterNeeds(term, lacking: typos).admits(wordSignature.bits) || fewest > typos {
          Issue.record("\(term.bytes.asText) matches \(word.asText): \(match)")
        }
      }
    }
  }
}

@Suite struct WordInternerTests {
  @Test func wordsKeepTheNumberTheyGetFirst() {
    var random = SeededGenerator(seed: 9)
    var interner = WordInterner()
    var numbers: [[UInt8]: UInt32] = [:]
    // More than the first table holds, so that it grows.
    for _ in 0..<12_000 {
      let word = TrickyText.scalars(from: Array("abcdéх東\u{0}".unicodeScalars.map(\.value)), upTo: 6, using: &random)
        .utf8Text
      let text = [0x2D] + word + [0x2D]
      let number = interner.number(of: 1..<text.count - 1, in: text.span)
      if numbers[word, default: number] != number { Issue.record("\(word.asText): \(number)") }
      numbers[word] = number
    }
    #expect(interner.count == numbers.count && numbers.count > 4096)
    #expect(Set(numbers.values) == Set(0..<UInt32(numbers.count)))
    for (word, number) in numbers where Array(interner.bytes[interner.range(Int(number))]) != word {
      Issue.record("\(word.asText) is not kept")
    }
    let order = interner.sortedNumbers()
    let sorted = order.map { Array(interner.bytes[interner.range(Int($0))]) }
    let isSorted = sorted == numbers.keys.sorted { $0.lexicographicallyPrecedes($1) }
    #expect(isSorted)
  }
}
