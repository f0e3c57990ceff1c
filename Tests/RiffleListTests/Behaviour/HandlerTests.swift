import Riffle
import Testing

import struct RiffleTestSupport.SeededGenerator
import func RiffleTestSupport.setting

@testable import RiffleList

/// Which handlers an action has, held against plain arrays.
@Suite struct HandlerTests {
  private static let firstSeed = setting("RIFFLE_SEED") ?? 1
  private static let seeds = firstSeed..<firstSeed + (setting("RIFFLE_CASES") ?? 40)

  private static let scopes: [ActionScope] = [.list, .section("s"), .kind("k"), .row("r"), .row("other")]
  private static let selectors: [ActionSelector] = [.key("x"), .name("open"), .key("other")]

  private struct Plain {
    let name: Int
    let selector: ActionSelector
    let scope: ActionScope
    let responds: Bool
  }

  @Test(arguments: seeds) func observersAreCalledInTheirOrderAndTheNarrowestResponderAnswers(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let list = try ListModel(
      ListContents {
        Section(id: "s") { Row(id: "r", title: "R", kind: "k") { $0.actions["x"] = Action("open") } }
      })
    let called = Lock<[Int]>([])
    var kept: [(plain: Plain, observation: Observation)] = []
    for step in 0..<60 {
      if !kept.isEmpty, Int.random(in: 0..<3, using: &random) == 0 {
        kept.remove(at: Int.random(in: 0..<kept.count, using: &random)).observation.cancel()
      } else {
        let plain = Plain(
          name: step, selector: Self.selectors.randomElement(using: &random) ?? .key("x"),
          scope: Self.scopes.randomElement(using: &random) ?? .list, responds: Bool.random(using: &random))
        let observation =
          plain.responds
          ? list.respond(to: plain.selector, of: plain.scope) { _ in .integer(plain.name) }
          : list.onAction(plain.selector, of: plain.scope) { _ in called.withLock { $0.append(plain.name) } }
        if plain.responds {
          // It takes the place of the one before.
          kept.removeAll { $0.plain.responds && $0.plain.selector == plain.selector && $0.plain.scope == plain.scope }
        }
        kept.append((plain, observation))
      }
      let answer = try list.perform("x", on: "r")
      let (observers, responders) = (kept.filter { !$0.plain.responds }, kept.filter { $0.plain.responds })
      let meant = observers.filter { $0.plain.selector != .key("other") && $0.plain.scope != .row("other") }
      #expect(called.withLock { $0 } == meant.map(\.plain.name), "seed \(seed), step \(step)")
      called.withLock { $0 = [] }
      var expected: JSONValue?
      for scope in [ActionScope.row("r"), .kind("k"), .section("s"), .list] where expected == nil {
        for selector in [ActionSelector.key("x"), .name("open")] where expected == nil {
          expected = responders.first { $0.plain.selector == selector && $0.plain.scope == scope }
            .map { .integer($0.plain.name) }
        }
      }
      #expect(answer == expected, "seed \(seed), step \(step)")
    }
  }
}
