/// A keyed hash, the same in every process with its key and unpredictable without it: no input can be chosen so that all ids
/// fall into one bucket.
///
/// SipHash (J.-P. Aumasson and D. J. Bernstein, SipHash: a fast short-input PRF, 2012), with one round for every eight bytes
/// and three at the end.
package struct SipHash: Sendable, Hashable {
  private let first, second: UInt64
  private let rounds: Int
  private let lastRounds: Int

  /// - Parameters:
  ///   - first: the first half of the key, the low byte first.
  ///   - second: the second half.
  package init(first: UInt64, second: UInt64) { self.init(first: first, second: second, rounds: 1, lastRounds: 3) }

  init(first: UInt64, second: UInt64, rounds: Int, lastRounds: Int) {
    (self.first, self.second, self.rounds, self.lastRounds) = (first, second, rounds, lastRounds)
  }

  private struct State {
    var a, b, c, d: UInt64

    mutating func mix(_ rounds: Int) {
      for _ in 0..<rounds {
        a &+= b
        b = b << 13 | b >> 51
        b ^= a
        a = a << 32 | a >> 32
        c &+= d
        d = d << 16 | d >> 48
        d ^= c
        a &+= d
        d = d << 21 | d >> 43
        d ^= a
        c &+= b
        b = b << 17 | b >> 47
        b ^= c
        c = c << 32 | c >> 32
      }
    }

    mutating func add(_ word: UInt64, _ rounds: Int) {
      d ^= word
      mix(rounds)
      a ^= word
    }
  }

  private var start: State {
    State(
      a: first ^ 0x736F_6D65_7073_6575, b: second ^ 0x646F_7261_6E64_6F6D, c: first ^ 0x6C79_6765_6E65_7261,
      d: second ^ 0x7465_6462_7974_6573)
  }

  private func end(_ state: State) -> UInt64 {
    var state = state
    state.c ^= 0xFF
    state.mix(lastRounds)
    return state.a ^ state.b ^ state.c ^ state.d
  }

  /// - Complexity: O(*n*).
  package func hash(_ bytes: Span<UInt8>) -> UInt64 {
    var state = start
    var word: UInt64 = 0
    for index in bytes.indices {
      word |= UInt64(bytes[index]) << UInt64((index & 7) << 3)
      if index & 7 == 7 {
        state.add(word, rounds)
        word = 0
      }
    }
    state.add(word | UInt64(truncatingIfNeeded: bytes.count) << 56, rounds)
    return end(state)
  }

  /// That of the number's eight bytes, the low one first.
  package func hash(_ number: UInt64) -> UInt64 {
    var state = start
    state.add(number, rounds)
    state.add(8 << 56, rounds)
    return end(state)
  }
}
