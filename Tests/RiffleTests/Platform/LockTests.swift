import RiffleTestSupport
import Testing

@testable import Riffle

@Suite(.timeLimit(.minutes(15))) struct LockTests {
  @Test func oneThreadAtATimeHasTheValue() {
    let lock = Lock((inside: 0, most: 0, count: 0))
    let threads = (0..<4).map { _ in
      WorkerThread {
        for _ in 0..<20_000 {
          lock.withLock { value in
            value.inside += 1
            value.most = max(value.most, value.inside)
            value.count += 1
            value.inside -= 1
          }
        }
      }
    }
    for thread in threads { thread?.join() }
    #expect(lock.withLock { $0.count } == 80_000 && lock.withLock { $0.most } == 1)
  }

  /// Each waits for the one before; who is not ready looks again when it is told to.
  @Test func whoWaitsGoesOnWhenItIsReady() {
    let turns = Lock<[Int]>([])
    let threads = (0..<3).map { number in
      WorkerThread {
        for round in 0..<200 {
          turns.withLock(waitingUntil: { $0.count == round * 3 + number }) { $0.append(number) }
          turns.notifyAll()
        }
      }
    }
    for thread in threads { thread?.join() }
    #expect(turns.withLock { $0 } == (0..<600).map { $0 % 3 })
  }

  @Test func whoDoesNotWaitHasTheValueOnlyIfNobodyElseHas() {
    let lock = Lock(1)
    #expect(lock.withLockIfAvailable { $0 += 1 } != nil)
    lock.withLock { value in
      let isRefused = Handover<Bool>()
      WorkerThread { isRefused.give(lock.withLockIfAvailable { $0 += 10 } == nil) }?.join()
      #expect(isRefused.take() == true)
      value += 1
    }
    #expect(lock.withLockIfAvailable { $0 } == 3)
  }

  @Test func anErrorGivesTheLockBack() {
    struct Failure: Error {}
    let lock = Lock(1)
    for _ in 0..<3 { #expect(throws: Failure.self) { try lock.withLock { _ in throw Failure() } } }
    #expect(lock.withLock { $0 } == 1)
  }

  @Test func theValueGoesWithTheLock() {
    let population = Population()
    do {
      let lock = Lock([population.member(1)])
      lock.withLock { $0.append(population.member(2)) }
      #expect(population.count == 2)
    }
    #expect(population.count == 0)
  }
}
