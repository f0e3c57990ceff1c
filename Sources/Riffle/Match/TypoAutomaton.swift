/// Reads words letter by letter and knows at every letter how many typos away from the term it is.
///
/// Bit *i* of `levels[k]` says that the first *i* letters of the term can be the letters read so far
/// with *k* typos: the bit-parallel automaton of S. Wu and U. Manber (Fast text searching allowing
/// errors, CACM 35, 1992), with transposition as in H. Hyyrö (A bit-vector algorithm for computing
/// Levenshtein and Damerau edit distances, Nordic J. of Computing 10, 2003). It agrees with
/// ``typoDistance(_:_:budget:scratch:)``: no letter is edited twice, no digit at all.
struct TypoAutomaton {
  /// The longest term that fits.
  static let longestTerm = 63

  private let budget: Int
  private let end: UInt64
  /// The letters of the term that may be edited, one bit each.
  private let editable: UInt64
  private var asciiMasks: InlineArray<128, UInt64> = .init(repeating: 0)
  private var otherMasks: [(scalar: UInt32, mask: UInt64)] = []

  struct State {
    fileprivate var levels: InlineArray<3, UInt64> = .init(repeating: 0)
    /// The levels before the last letter, without the last level: what a transposition goes back to.
    fileprivate var previous: InlineArray<2, UInt64> = .init(repeating: 0)
    /// Where the last letter stands in the term, if it may be edited.
    fileprivate var previousLetter: UInt64 = 0
  }

  /// - Parameter budget: at most 2.
  init?(_ term: [UInt32], budget: Int) {
    guard (1...TypoAutomaton.longestTerm).contains(term.count), (1...2).contains(budget) else { return nil }
    self.budget = budget
    end = 1 << UInt64(term.count)
    var editable: UInt64 = 0
    for (index, scalar) in term.enumerated() {
      let bit: UInt64 = 1 << UInt64(index)
      if !isDigit(scalar) { editable |= bit }
      if scalar < 128 {
        asciiMasks[Int(scalar)] |= bit
      } else if let known = otherMasks.firstIndex(where: { $0.scalar == scalar }) {
        otherMasks[known].mask |= bit
      } else {
        otherMasks.append((scalar, bit))
      }
    }
    self.editable = editable
  }

  /// Nothing read yet.
  var start: State {
    var state = State()
    state.levels[0] = 1
    for level in 1...budget {
      state.levels[level] = state.levels[level - 1] | (state.levels[level - 1] & editable) << 1
    }
    return state
  }

  private func mask(_ scalar: UInt32) -> UInt64 {
    if scalar < 128 { return asciiMasks[Int(scalar)] }
    for other in otherMasks where other.scalar == scalar { return other.mask }
    return 0
  }

  /// The state after one more letter.
  @inline(__always)
  func next(_ state: State, _ scalar: UInt32) -> State {
    let letter = mask(scalar)
    let isEditable = !isDigit(scalar)
    var next = State()
    next.levels[0] = (state.levels[0] & letter) << 1
    var level = 1
    while level <= budget {
      let fewer = state.levels[level - 1]
      var bits = (state.levels[level] & letter) << 1
      if isEditable {
        bits |= fewer | (fewer & editable) << 1
        // The last two letters read are the term's next two, the other way round.
        bits |= (state.previous[level - 1] & letter & editable & state.previousLetter >> 1) << 2
      }
      bits |= (next.levels[level - 1] & editable) << 1
      next.levels[level] = bits
      level += 1
    }
    next.previous[0] = state.levels[0]
    next.previous[1] = state.levels[1]
    next.previousLetter = isEditable ? letter & editable : 0
    return next
  }

  /// Whether more letters can still lead to the term.
  @inline(__always)
  func isAlive(_ state: State) -> Bool {
    // Levels hold each other, and a transposition begun is held by its substitution.
    state.levels[budget] != 0
  }

  /// How many typos the letters read are away from the whole term; `nil` if beyond the budget.
  @inline(__always)
  func typos(_ state: State) -> Int? {
    var level = 0
    while level <= budget {
      if state.levels[level] & end != 0 { return level }
      level += 1
    }
    return nil
  }
}
