import RiffleTestSupport
import Testing

@testable import Riffle

/// Where single words stand, against the layout of the items that hold them.
@Suite struct SpotTests {
  @Test(arguments: 1...UInt64(40))
  func spotsAreThoseOfWordsThatATitleHoldsOnce(_ seed: UInt64) throws {
    var random = RandomText(seed: seed, mixesScripts: seed % 4 == 0)
    let items = random.items(count: 40)
    let segment = try SearchIndex(items, options: IndexOptions(titlesArePaths: seed % 2 == 0)).snapshot().segments[0]
    var known = 0
    for row in 0..<segment.count {
      var layout = ItemLayout()
      segment.layOut(row, into: &layout)
      let ordinal = segment.order.ordinal(row)
      let tokens = segment.tokens.tokens(of: ordinal)
      for (token, word) in zip(tokens, layout.words) {
        let number = TokenColumn.word(token)
        let range = segment.postings.range(number..<number + 1)
        let posting = try #require(range.first { segment.postings.rows[$0] == ordinal })
        let stored = Spot(rawValue: segment.postings.spots[posting])
        let spot = stored.ofBeginning(256)
        let all = zip(tokens, layout.words).filter { TokenColumn.word($0.0) == number }.map(\.1)
        let origin = "row \(row), word \(number), seed \(seed)"
        let isKnown =
          all.allSatisfy { $0.field == .title && $0.firstCounted == $0.lastCounted }
          && layout.words[0].kind == .simple
        if isKnown { #expect(spot.position > 0, "\(origin)") }
        guard spot.position > 0 else { continue }
        known += 1
        #expect(all.allSatisfy { $0.field == .title }, "\(origin)")
        if spot.isOrLater {
          #expect(all.allSatisfy { Int($0.firstCounted) >= spot.position - 1 }, "\(origin)")
          #expect(all.contains { Int($0.firstCounted) == spot.position - 1 } || spot.position == 15, "\(origin)")
        } else {
          #expect(all.allSatisfy { Int($0.firstCounted) == spot.position - 1 }, "\(origin)")
          #expect(all.allSatisfy { Int($0.lastCounted) == spot.position - 1 }, "\(origin)")
        }
        if spot.isPart { #expect(word.kind == .part && !spot.isOrLater, "\(origin)") }
        if spot.isAll {
          #expect((word.kind == .simple || word.kind == .compound) && all.count == 1 && !spot.isOrLater, "\(origin)")
        }
      }
    }
    #expect(known > 0)
  }

  @Test(arguments: [
    ("usr/share/foo-bar.txt", "usr", 1, false), ("usr/share/foo-bar.txt", "foo", 3, true),
    ("usr/share/foo-bar.txt", "bar", 3, true), ("usr/share/foo-bar.txt", "txt", 3, true),
    ("usr/share/foo.txt", "foo", 3, false), ("usr/share/foo.txt", "txt", 3, true), ("usr/usr/foo", "usr", 1, false),
    ("usr/lib/python3/foo.so", "python", 3, true), ("usr/lib/python3/foo.so", "foo", 4, false),
    ("foo-a/foo-b", "foo", 1, false),
    ("x/foo-bar.txt/", "foo", 2, true), ("x/foo.txt/", "foo", 2, false),
    ("a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p", "o", 15, false), ("a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p", "p", 15, false),
  ])
  func aPartOfACompoundIsTold(_ path: String, _ word: String, _ position: Int, _ isPart: Bool) throws {
    let segment = try SearchIndex([Item(id: 0, title: path)], options: IndexOptions(titlesArePaths: true))
      .snapshot().segments[0]
    let number = try #require(segment.dictionary.word(Array(word.utf8)))
    let spot = Spot(rawValue: segment.postings.spots[segment.postings.range(number..<number + 1).lowerBound])
    #expect((spot.position, spot.isPart) == (position, isPart))
  }

  @Test(arguments: [
    ("usr/lib/python3/x", "python3", 5, true), ("usr/lib/python3/x", "python3", 6, false),
    ("usr/abc1/x", "abc1", 3, true), ("usr/abc1/x", "abc1", 4, false), ("usr/x8/y", "x8", 1, true),
    ("usr/x8/y", "x8", 2, false), ("usr/python3", "python3", 5, true), ("usr/python/x", "python", 5, false),
  ])
  func theBeginningOfACompoundIsAPart(_ path: String, _ word: String, _ bytes: Int, _ isPart: Bool) throws {
    let segment = try SearchIndex([Item(id: 0, title: path)], options: IndexOptions(titlesArePaths: true))
      .snapshot().segments[0]
    let number = try #require(segment.dictionary.word(Array(word.utf8)))
    let spot = Spot(rawValue: segment.postings.spots[segment.postings.range(number..<number + 1).lowerBound])
    #expect(spot.isAll && !spot.ofBeginning(256).isPart)
    #expect(spot.ofBeginning(Spot.leastValue(withFirstPart: bytes)).isPart == isPart)
  }

  /// How far apart two words are for certain, against all places in which they may stand.
  @Test func distancesAreTheLeastOfAllPlaces() {
    let spots = (0..<UInt8(1 << Spot.bitWidth)).map(Spot.init(rawValue:)).filter { $0.position > 0 }
    func places(_ spot: Spot) -> ClosedRange<Int> { spot.position...(spot.isOrLater ? 40 : spot.position) }
    for before in spots {
      for spot in spots {
        let all = places(before).flatMap { first in places(spot).map { $0 - first } }
        let distance = spot.distance(from: before)
        #expect(distance >= 0 || all.allSatisfy { $0 <= distance })
        #expect(distance <= 0 || all.allSatisfy { $0 >= distance })
        #expect(distance != 0 || all.contains { abs($0) <= 1 } || all.contains { $0 < 0 } && all.contains { $0 > 0 })
        let either = spot.or(before)
        #expect(either == before.or(spot))
        #expect(places(either).isSuperset(of: places(spot)) && places(either).isSuperset(of: places(before)))
        #expect(!either.isPart || spot.isPart && before.isPart)
        #expect(!either.isAll || spot == before)
        #expect(!spot.overlaps(before) || distance == 0 && places(spot) == places(before) && places(spot).count == 1)
        #expect(spot.or(.unknown) == .unknown && spot.distance(from: .unknown) == 0)
      }
    }
  }
}

extension ClosedRange<Int> {
  fileprivate func isSuperset(of other: ClosedRange<Int>) -> Bool {
    lowerBound <= other.lowerBound && upperBound >= other.upperBound
  }
}
