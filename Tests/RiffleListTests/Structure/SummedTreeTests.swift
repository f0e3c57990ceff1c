import RiffleTestSupport
import Testing

@testable import Riffle
@testable import RiffleList

/// Trees against plain arrays. RIFFLE_CASES sets how many are edited, RIFFLE_SEED where they begin.
@Suite struct SummedTreeTests {
  private static let firstSeed = setting("RIFFLE_SEED") ?? 1
  private static let seeds = firstSeed..<firstSeed + (setting("RIFFLE_CASES") ?? 40)

  private final class Number: Summed {
    let id: Int
    let sum: Int
    init(_ id: Int, _ sum: Int) { (self.id, self.sum) = (id, sum) }
  }

  /// A sum that counts how often it is added up.
  private struct CountedSum: AdditiveArithmetic {
    static let steps = Lock(0)
    var value = 0
    static let zero = CountedSum()

    static func + (a: Self, b: Self) -> Self {
      steps.withLock { $0 += 1 }
      return CountedSum(value: a.value + b.value)
    }

    static func - (a: Self, b: Self) -> Self { CountedSum(value: a.value - b.value) }
  }

  private final class CountedNumber: Summed {
    let id: Int
    let sum: CountedSum
    init(_ id: Int, _ value: Int) { (self.id, sum) = (id, CountedSum(value: value)) }
  }

  /// A look at one element passes over none of those before.
  @Test func aVisitBeginsWhereItsPositionIs() {
    let tree = SummedTree((0..<20_000).map { CountedNumber($0, $0 == 7 ? 0 : 1) })
    for position in [0, 6, 7, 9000, 19_998] {
      var found: [Int] = []
      let before = CountedSum.steps.withLock { $0 }
      tree.visit(having: \.value, exceeding: position) { element, index, before in
        #expect(element.id == index && before.value == position + found.count)
        found.append(index)
        return found.count < 3
      }
      let first = position < 7 ? position : position + 1
      #expect(found == (first..<20_000).filter { $0 != 7 }.prefix(3).map(\.self))
      #expect(CountedSum.steps.withLock { $0 } - before < 1000)
    }
  }

  @Test(arguments: seeds) func aTreeIsWhatEditsMakeOfItsElements(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    var next = [0, 3, 64, 65, 700, 5000][below(6)]
    var plain = (0..<next).map { Number($0, below(4)) }
    var tree = SummedTree(plain)
    for step in 0..<12 {
      let before = (tree: tree, plain: plain)
      // Mostly more come than go, or the other way round, so that trees grow and shrink through all heights.
      let grows = below(2) == 0
      for _ in 0..<[1, 5, 300][below(3)] {
        switch below(10) {
        case 0..<(grows ? 6 : 2):
          let (index, number) = (below(plain.count + 1), Number(next, below(4)))
          next += 1
          tree.insert(number, at: index)
          plain.insert(number, at: index)
        case 0..<8 where !plain.isEmpty:
          let index = below(plain.count)
          tree.remove(at: index)
          plain.remove(at: index)
        case _ where !plain.isEmpty:
          let index = below(plain.count)
          let number = Number(plain[index].id, below(4))
          tree.replace(at: index, with: number)
          plain[index] = number
        default: break
        }
      }
      check(tree, plain, &random, "seed \(seed), step \(step)")
      check(before.tree, before.plain, &random, "seed \(seed), before step \(step)")
      checkDifferences(tree, plain, from: before.tree, before.plain, "seed \(seed), step \(step)")
    }
  }

  private func check(
    _ tree: SummedTree<Number>, _ plain: [Number], _ random: inout SeededGenerator, _ comment: Comment
  ) {
    #expect(tree.elements.map(\.id) == plain.map(\.id), comment)
    #expect(tree.count == plain.count && tree.sum == plain.reduce(0) { $0 + $1.sum }, comment)
    var sums: [Int] = []
    tree.forEachSum { sums.append($0) }
    #expect(sums == plain.map(\.sum), comment)
    var before: [Int] = [0]
    for sum in sums { before.append(before[before.count - 1] + sum) }
    for _ in 0..<8 where !plain.isEmpty {
      let index = Int.random(in: 0..<plain.count, using: &random)
      #expect(tree.index(of: plain[index].id) == index && tree[index] === plain[index], comment)
      #expect(tree.found(at: index).before == before[index] && tree.sum(before: index) == before[index], comment)
      let found = tree.first(where: { $0 }, exceeds: before[index])
      let expected = before.dropFirst().firstIndex { $0 > before[index] }.map { $0 - 1 }
      #expect(found?.index == expected && found.map { $0.element === plain[$0.index] } ?? true, comment)
    }
    let start = Int.random(in: 0...plain.count, using: &random)
    var rest: [Int] = []
    tree.visit(from: start, having: \.self) { element, place, sum in
      #expect(element === plain[place] && sum == before[place], comment)
      rest.append(element.id)
      return rest.count < 100
    }
    #expect(rest == plain[start...].lazy.filter { $0.sum > 0 }.prefix(100).map(\.id), comment)
    #expect(tree.index(of: -1) == nil && tree.first(where: { $0 }, exceeds: tree.sum) == nil, comment)
  }

  private func checkDifferences(
    _ tree: SummedTree<Number>, _ plain: [Number], from earlier: SummedTree<Number>, _ old: [Number], _ comment: Comment
  ) {
    let (gone, come) = tree.differences(from: earlier)
    let (known, new) = (Set(old.map(ObjectIdentifier.init)), Set(plain.map(ObjectIdentifier.init)))
    #expect(gone.map(\.index) == old.indices.filter { !new.contains(ObjectIdentifier(old[$0])) }, comment)
    #expect(come.map(\.index) == plain.indices.filter { !known.contains(ObjectIdentifier(plain[$0])) }, comment)
    for loose in come {
      #expect(loose.element === plain[loose.index] && loose.before == tree.sum(before: loose.index), comment)
    }
  }
}
