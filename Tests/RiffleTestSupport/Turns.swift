internal import Synchronization

/// Lets so many go on at once. Others wait, in the order they came.
///
/// All tests that wait for something begin at once. Hundreds of servers would be open, and Foundation's `Process` reads past
/// the end of its buffer where a process has more than about 1,300 open files (seen with Swift 6.3.1).
package final class Turns: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  package init(_ count: Int) { state = Mutex(State(free: count)) }

  package func take() async {
    await withCheckedContinuation { turn in
      let isFree = state.withLock { state in
        if state.free > 0 {
          state.free -= 1
          return true
        }
        state.waiting.append(turn)
        return false
      }
      if isFree { turn.resume() }
    }
  }

  package func giveBack() {
    let next = state.withLock { state in
      if state.waiting.isEmpty {
        state.free += 1
        return nil as CheckedContinuation<Void, Never>?
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
