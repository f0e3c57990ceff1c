import Riffle
import RiffleTestSupport
import Testing

/// A list that changes against a plain array. RIFFLE_STEPS sets how many steps are taken in all, RIFFLE_SEED where they
/// begin; a nightly run takes a million.
@Suite struct ListModelTests {
  private static let stepCount = setting("RIFFLE_STEPS") ?? 3000
  private static let firstSeed = setting("RIFFLE_SEED").map(UInt64.init) ?? 1
  private static let stepsPerProgram = 120

  enum Kind: CaseIterable { case manual, alphabet, weight }

  @Test(arguments: Kind.allCases)
  func aListIsWhatItsChangesMakeOfIt(kind: Kind) throws {
    let programs = ListModelTests.stepCount / ListModelTests.stepsPerProgram / Kind.allCases.count
    for seed in ListModelTests.firstSeed..<ListModelTests.firstSeed + UInt64(max(1, programs)) {
      let program = try Program(kind, seed: seed)
      guard let failure = try program.failure(program.steps) else { continue }
      let steps = try program.shrunk(failure.step + 1)
      let found = try program.failure(steps)
      Issue.record(
        "\(kind), seed \(seed), first \(failure): \(found.map { "\($0)" } ?? "") after \(steps.count) steps, from \(program.items.count) items:\n\(steps.map { "\($0)" }.joined(separator: "\n"))"
      )
      return
    }
  }

  private struct Program {
    let items: [Item<Int>]
    let order: ListModel.Order
    let options: IndexOptions
    let steps: [ListStep]

    init(_ kind: Kind, seed: UInt64) throws {
      var random = RandomText(seed: seed)
      order =
        switch kind {
        case .manual: .manual
        case .weight: .weight
        case .alphabet: .alphabet(try ListAlphabet(locales: [["en"], ["sv", "ru"], ["zh"]][random.number(below: 3)]))
        }
      var options = IndexOptions()
      options.efforts = random.efforts()
      options.upkeep = random.upkeep()
      options.romanizesTitles = random.oneIn(4)
      options.titlesArePaths = random.oneIn(6)
      self.options = options
      items = random.items(count: random.number(below: 80))
      var maker = RandomProgram(random, isManual: kind == .manual, idCount: 100)
      steps = (0..<ListModelTests.stepsPerProgram).map { _ in maker.step() }
    }

    /// The first step that gives something else than the model, and what.
    func failure(_ steps: [ListStep]) throws -> (step: Int, difference: String)? {
      var program = try ListProgram(items, order, options)
      for (number, step) in steps.enumerated() {
        if let difference = program.run(step) { return (number, "\(step): \(difference)") }
      }
      return nil
    }

    /// As few of the first steps as still fail: piece after piece is left out (A. Zeller and R. Hildebrandt, Simplifying
    /// and Isolating Failure-Inducing Input, 2002).
    func shrunk(_ count: Int) throws -> [ListStep] {
      var steps = Array(steps.prefix(count))
      var length = max(1, steps.count / 2)
      while length >= 1 {
        var start = 0
        while start < steps.count {
          var fewer = steps
          fewer.removeSubrange(start..<min(start + length, steps.count))
          if try failure(fewer) != nil { steps = fewer } else { start += length }
        }
        length /= 2
      }
      return steps
    }
  }
}
