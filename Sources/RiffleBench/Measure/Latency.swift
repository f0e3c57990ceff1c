import Riffle
import Synchronization

/// The states of the search field while one query is typed.
struct Typing: Sendable {
  let id: String
  /// Each text with its number of letters.
  let keystrokes: [(letters: Int, text: String)]

  /// - Parameter isFinalOnly: omits all except the last keystroke.
  init(_ query: BenchQuery, isFinalOnly: Bool) {
    id = query.id
    let letters = query.text.count
    keystrokes = (isFinalOnly ? letters...letters : 1...max(letters, 1)).map { count in
      (count, String(query.text.prefix(count)))
    }
  }
}

/// The times of the keystrokes of a query set.
struct Latency: Sendable {
  /// The first pass over the queries.
  let cold: Distribution
  /// All later passes.
  let warm: Distribution
  /// All passes, by the number of letters in the search field, fewest first.
  let byLetters: [(letters: Int, distribution: Distribution)]
  /// All passes, all threads together.
  let keystrokesPerSecond: Double
}

private struct Sample: Sendable {
  let letters: Int
  let nanoseconds: UInt64
}

extension Latency {
  /// Types every query letter by letter, `passes` times, the queries divided over `threads`.
  static func measure(
    _ queries: [BenchQuery], isFinalOnly: Bool, passes: Int, threads: Int,
    makeDriver: @escaping @Sendable () -> some KeystrokeDriver
  ) throws(BenchError) -> Latency {
    let typings = queries.map { Typing($0, isFinalOnly: isFinalOnly) }
    var samples: [[Sample]] = []
    var elapsed: UInt64 = 0
    for _ in 0..<passes {
      let start = nanosecondsNow()
      let shared = Cursor(end: typings.count)
      let parts = try onThreads(threads) { _ in
        type(typings, from: shared, with: makeDriver())
      }
      elapsed += nanosecondsNow() - start
      var pass: [Sample] = []
      for part in parts { pass += try part.get() }
      samples.append(pass)
    }
    return Latency(passes: samples, seconds: Double(elapsed) / 1e9)
  }

  private init(passes: [[Sample]], seconds: Double) {
    cold = Distribution(nanoseconds: passes.prefix(1).joined().lazy.map(\.nanoseconds))
    warm = Distribution(nanoseconds: passes.dropFirst().joined().lazy.map(\.nanoseconds))
    byLetters = Dictionary(grouping: passes.joined(), by: \.letters)
      .map { (letters: $0.key, distribution: Distribution(nanoseconds: $0.value.lazy.map(\.nanoseconds))) }
      .sorted { $0.letters < $1.letters }
    keystrokesPerSecond = seconds > 0 ? Double(cold.keystrokes + warm.keystrokes) / seconds : 0
  }

  /// Types queries, until none is left.
  private static func type(
    _ typings: [Typing], from shared: Cursor, with driver: some KeystrokeDriver
  ) -> Result<[Sample], BenchError> {
    var driver = driver
    var samples: [Sample] = []
    var seen = 0
    while let offset = shared.next() {
      let typing = typings[offset]
      driver.begin()
      for keystroke in typing.keystrokes {
        do {
          let start = nanosecondsNow()
          seen &+= try driver.type(keystroke.text)
          samples.append(Sample(letters: keystroke.letters, nanoseconds: nanosecondsNow() - start))
        } catch {
          return .failure(.badQuery(id: typing.id, error: error))
        }
      }
    }
    keep(seen)
    return .success(samples)
  }

  @inline(never) private static func keep(_ value: Int) {}
}

/// A shared counter that gives each offset to one thread.
final class Cursor: Sendable {
  private let end: Int
  private let position = Atomic(0)

  init(end: Int) { self.end = end }

  func next() -> Int? {
    let taken = position.wrappingAdd(1, ordering: .relaxed).oldValue
    return taken < end ? taken : nil
  }
}
