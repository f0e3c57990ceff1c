import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct SharedReferenceTests {
  @Test func whatWasStoredLastIsThere() {
    let population = Population()
    do {
      let reference = SharedReference(population.member(0))
      for number in 1...100 {
        #expect(reference.load().number == number - 1)
        reference.store(population.member(number))
        #expect(reference.load().number == number)
        #expect(population.count == 1)
      }
    }
    #expect(population.count == 0)
  }

  @Test func readersKeepWhatTheyHaveRead() {
    let population = Population()
    let reference = SharedReference(population.member(-1))
    var kept: [Population.Member] = []
    for number in 0..<50 {
      reference.store(population.member(number))
      kept.append(reference.load())
    }
    #expect(kept.map(\.number) == Array(0..<50) && population.count == 50)
    kept = []
    #expect(population.count == 1)
  }

  /// More threads than processors, so that some are stopped halfway while others go on: who replaces an object may be
  /// stopped before it has told the readers.
  @Test func everyObjectIsFreedOnceWhileManyThreadsReadAndReplace() {
    let population = Population()
    let problems = Lock<[String]>([])
    do {
      let reference = SharedReference(population.member(0))
      let readers = (0..<10).map { reader in
        WorkerThread {
          var latest = [0, 0, 0, 0]
          var kept: [Population.Member] = []
          for step in 0..<100_000 {
            let member = reference.load()
            if !member.isSound { problems.withLock { $0.append("freed early") } }
            if member.number < latest[member.family] { problems.withLock { $0.append("went backwards") } }
            latest[member.family] = member.number
            if reader < 3, step % 7 == 0 { kept.append(member) }
            if kept.count > 20 { kept.removeFirst() }
          }
          if !kept.allSatisfy(\.isSound) { problems.withLock { $0.append("kept, but freed") } }
        }
      }
      let writers = (1...3).map { family in
        WorkerThread {
          for number in 1...40_000 { reference.store(population.member(number, of: family)) }
        }
      }
      for thread in readers + writers { thread?.join() }
      #expect(population.count == 1 && reference.load().number == 40_000)
    }
    #expect(problems.withLock { $0 } == [])
    #expect(population.count == 0)
  }
}
