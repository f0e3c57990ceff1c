import RiffleList
import RiffleTestSupport
import Testing

@testable import Riffle

@Suite(.timeLimit(.minutes(15))) struct CallbackPageSourceTests {
  @Test func theFirstAnswerCounts() async throws {
    let taken = Lock<[Bool]>([])
    let source = CallbackPageSource { request, reply in
      let answers = [
        reply.succeed(.rows(0..<request.size)), reply.fail(SourceError(number: 1)), reply.succeed(.rows(0..<1)),
      ]
      taken.withLock { $0 = answers }
    }
    #expect(try await source.page(PageRequest(.refresh, size: 3)).content.rowIDs == ids(0..<3))
    #expect(taken.withLock { $0 } == [true, false, false])
  }

  @Test func oneAnswerOfManyThreadsCounts() async throws {
    let taken = Lock(0)
    let threads = Lock<[WorkerThread?]>([])
    let source = CallbackPageSource { _, reply in
      for number in 0..<4 {
        let thread = WorkerThread { if reply.succeed(.rows(number..<number + 1)) { taken.withLock { $0 += 1 } } }
        threads.withLock { $0.append(thread) }
      }
    }
    #expect(try await source.page(PageRequest(.refresh, size: 1)).content.rowIDs.count == 1)
    for thread in threads.withLock({ $0 }) { thread?.join() }
    #expect(taken.withLock { $0 } == 1)
  }

  @Test func aForgottenAnswerIsAnError() async {
    let source = CallbackPageSource { _, _ in }
    await #expect(throws: PagingError.noAnswer) { try await source.page(PageRequest(.refresh, size: 1)) }
    #expect(PagingError.noAnswer.description.contains("answer"))
    #expect(PagingError.onlyEmptyPages(count: 3).description.contains("3 pages"))
  }
}
