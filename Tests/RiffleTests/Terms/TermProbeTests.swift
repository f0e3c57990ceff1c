import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct TermProbeTests {
  private static let firstSeed = setting("RIFFLE_SEED").map(UInt64.init) ?? 1

  /// Whatever words of the term it is given in between, and whatever it remembers of an earlier query.
  @Test(arguments: 0..<UInt64(8))
  func probesSayWhatTheMatcherSays(_ offset: UInt64) {
    let seed = TermProbeTests.firstSeed + offset
    var random = SeededGenerator(seed: seed)
    let words = randomWords(&random, count: 150)
    let dictionary = dictionary(of: words)
    let memory = SearchMemory()
    var terms: [Term] = []
    for _ in 0..<80 {
      // Some are typed again, among them those that may have been forgotten.
      let isKnown = !terms.isEmpty && Int.random(in: 0..<3, using: &random) == 0
      guard var term = isKnown ? terms.randomElement(using: &random) : randomTerm(like: words, &random) else {
        continue
      }
      // The forms of a query differ in how many typos a term may have.
      if Int.random(in: 0..<3, using: &random) == 0 { term = term.withManyTyposBesideAnchor }
      terms.append(term)
      let matcher = TermMatcher(term, admitsLoose: Int.random(in: 0..<6, using: &random) > 0)
      let isAnchorable = Bool.random(using: &random)
      let limit = isAnchorable ? term.anchoredTypoBudget : term.typoBudget
      let expected = words.map { matcher.match($0.span).limited(to: limit) }
      var probe = memory.probe(matcher, isAnchorable: isAnchorable, in: dictionary)
      #expect(probe.matcher.term == term && probe.isAnchorable == isAnchorable)
      let name = Comment("“\(term.bytes.asText)”, up to \(limit) typos, seed \(seed)")
      #expect(Array(probe.literal) == expected.indices.filter { expected[$0].isLiteral }, name)
      #expect(Array(probe.exact) == expected.indices.filter { expected[$0].literal == .exact }, name)
      #expect(Array(probe.prefixed) == expected.indices.filter { expected[$0].literal == .prefix }, name)
      // Typos that cannot count here may be known of all words, but say nothing; the words of other terms neither.
      for step in 0..<4 {
        for number in words.indices.shuffled(using: &random).prefix(step == 3 ? words.count : 40) {
          let found = probe.match(of: number).limited(to: limit)
          if found != expected[number] {
            Issue.record("\(name), step \(step), in “\(words[number].asText)”: \(found), expected \(expected[number])")
          }
        }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: probe.use(TermWords(matcher, in: dictionary))
        case 1: probe.use(memory.words(matcher, typoBudget: limit, in: dictionary))
        case 2:
          let budget = Int.random(in: 0...term.anchoredTypoBudget, using: &random)
          probe.use(memory.words(matcher, typoBudget: budget, in: dictionary))
        default:
          if let other = randomTerm(like: words, &random), other != term {
            probe.use(TermWords(TermMatcher(other), in: dictionary))
          }
        }
      }
      memory.keep([probe])
    }
  }
}

extension TermProbe {
  /// The match of the term on a word; none if it has more typos than can count here.
  /// - Parameter typos: matches with more typos than these need not be returned either.
  mutating func match(of word: Int, typos: Int = Term.mostTypos) -> WordMatch {
    if literal.contains(word) { return WordMatch(literal: exact.contains(word) ? .exact : .prefix) }
    return nextLoose([UInt32(word)].span, from: 0, typos: typos)?.match ?? .none
  }
}
