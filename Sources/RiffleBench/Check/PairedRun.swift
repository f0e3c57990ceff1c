/// A measurement that types the same queries into two programs, in turns.
struct PairedRun {
  /// A keystroke with different answers of the programs.
  struct Difference: Sendable, Hashable {
    let text: String
    let base, change: [Int]
  }

  private let base, change: AnsweringProgram
  private let limit: Int
  private(set) var times: PairedTimes
  /// The differences of the first round, in typing order.
  private(set) var differences: [Difference] = []

  init(base: AnsweringProgram, change: AnsweringProgram, queries: [BenchQuery], limit: Int) {
    self.base = base
    self.change = change
    self.limit = limit
    times = PairedTimes(
      queries: queries.map { query in
        Typing(query, isFinalOnly: false).keystrokes.map { PairedTimes.Keystroke(text: $0.text) }
      })
  }

  /// Types all queries once, and repeatedly while there is time.
  mutating func type(seconds: Double) async throws {
    let end = nanosecondsNow() + UInt64(seconds * 1e9)
    var round = 0
    repeat {
      for query in times.queries.indices {
        if round > 0, nanosecondsNow() >= end { return }
        try await type(query, round: round)
      }
      round += 1
    } while nanosecondsNow() < end
  }

  private mutating func type(_ query: Int, round: Int) async throws {
    let texts = times.queries[query].map(\.text)
    // The program that gets the same query twice in a row has it in the processor's caches: that must not always be the same
    // program.
    let isBaseFirst = (query + round) % 2 == 0
    let (outer, inner) = isBaseFirst ? (base, change) : (change, base)
    let first = try await type(texts, into: outer)
    let second = try await type(texts, into: inner)
    let third = try await type(texts, into: inner)
    let fourth = try await type(texts, into: outer)
    let (ofBase, ofChange) = isBaseFirst ? ([first, fourth], [second, third]) : ([second, third], [first, fourth])
    for keystroke in texts.indices {
      for (base, change) in zip(ofBase, ofChange) {
        times.add(
          base: base[keystroke].nanoseconds, change: change[keystroke].nanoseconds, query: query, keystroke: keystroke)
      }
      let (base, change) = (ofBase[0][keystroke].rows, ofChange[0][keystroke].rows)
      if round == 0, base != change {
        differences.append(Difference(text: texts[keystroke], base: base, change: change))
      }
    }
  }

  private func type(_ texts: [String], into program: AnsweringProgram) async throws -> [AnsweringProgram.Answer] {
    var answers: [AnsweringProgram.Answer] = []
    for (number, text) in texts.enumerated() {
      answers.append(try await program.ask(text, limit: limit, begins: number == 0))
    }
    return answers
  }
}
