/// An automaton that reads words letter by letter and computes at every letter the number of typos from the term.
///
/// Bit *i* of level *k* is set if the first *i* letters of the term can be the letters read so far with at most *k* typos: the
/// bit-parallel automaton of S. Wu and U. Manber (Fast text searching allowing errors, CACM 35, 1992). Transposition is as in
/// H. Hyyrö (A bit-vector algorithm for computing Levenshtein and Damerau edit distances, Nordic J. of Computing 10, 2003).
/// Substitution, insertion, deletion and transposition of neighbours each cost 1 (optimal string alignment): no letter is
/// edited twice, no digit at all.
///
/// An automaton can be held to make the last typo of its budget only from some letter of the term on:
/// then it takes fewer words, and dies sooner on the others.
struct TypoAutomaton {
  /// The longest term that fits.
  static let longestTerm = 63
  /// The most typos of a budget.
  static let mostTypos = 2

  let steps: Steps
  /// Where each letter of ASCII stands in the term.
  let asciiMasks: [UInt64]
  private let otherMasks: [(scalar: UInt32, mask: UInt64)]

  var budget: Int { steps.budget }

  /// Each level holds those below it.
  struct State {
    fileprivate(set) var none: UInt64 = 0
    fileprivate(set) var one: UInt64 = 0
    fileprivate(set) var two: UInt64 = 0
    /// The levels before the last letter: what a transposition goes back to.
    fileprivate var previousNone: UInt64 = 0
    fileprivate var previousOne: UInt64 = 0
    /// Where the last letter stands in the term, if it may be edited.
    fileprivate var previousLetter: UInt64 = 0
  }

  /// - Parameters:
  ///   - budget: at most ``mostTypos``.
  ///   - sparing: in how many of the first letters, and before them, the last typo of the budget may not be.
  init?(_ term: [UInt32], budget: Int, sparing: Int = 0) {
    guard (1...TypoAutomaton.longestTerm).contains(term.count), (1...TypoAutomaton.mostTypos).contains(budget) else {
      return nil
    }
    var editable: UInt64 = 0
    var asciiMasks = [UInt64](repeating: 0, count: 128)
    var otherMasks: [(scalar: UInt32, mask: UInt64)] = []
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
    self.asciiMasks = asciiMasks
    self.otherMasks = otherMasks
    let last = UInt64.max << UInt64(sparing)
    steps = Steps(
      budget: budget, end: 1 << UInt64(term.count), editable: editable, firstTypo: budget == 1 ? last : .max,
      secondTypo: last)
  }

  /// Where a letter stands in the term.
  @inline(__always)
  func mask(_ scalar: UInt32) -> UInt64 {
    if scalar < 128 { return asciiMasks[Int(scalar)] }
    for other in otherMasks where other.scalar == scalar { return other.mask }
    return 0
  }

  var start: State { steps.start }

  /// The state after one more letter.
  @inline(__always)
  func next(_ state: State, _ scalar: UInt32) -> State {
    steps.next(state, mask: mask(scalar), isEditable: !isDigit(scalar))
  }

  /// Whether more letters can still lead to the term.
  func isAlive(_ state: State) -> Bool { steps.isAlive(state, within: budget) }

  /// Returns the number of typos between the letters read and the whole term; `nil` if beyond the budget.
  func typos(_ state: State) -> Int? {
    let number = steps.typoCount(state)
    return number <= budget ? number : nil
  }

  /// All that a step takes besides where its letter stands in the term.
  struct Steps {
    let budget: Int
    fileprivate let end: UInt64
    /// The letters of the term that may be edited, one bit each.
    fileprivate let editable: UInt64
    /// Where a first and a second typo may be made.
    fileprivate let firstTypo, secondTypo: UInt64
  }
}

extension TypoAutomaton.Steps {
  typealias State = TypoAutomaton.State

  /// All places of the term.
  var places: UInt64 { end &- 1 }

  /// Nothing read yet.
  var start: State {
    var state = State()
    state.none = 1
    state.one = 1 | (1 & firstTypo & editable) << 1
    state.two = state.one | (state.one & secondTypo & editable) << 1
    return state
  }

  /// The state after one more letter.
  /// - Parameter letter: where the letter stands in the term.
  @inline(__always)
  func next(_ state: State, mask letter: UInt64, isEditable: Bool) -> State {
    var next = State()
    let edits = isEditable ? editable : 0
    let inserts: UInt64 = isEditable ? .max : 0
    // The last two letters read are the term's next two, the other way round.
    let swapped = letter & edits & state.previousLetter >> 1
    next.none = (state.none & letter) << 1
    var fewer = state.none & firstTypo
    next.one =
      (state.one & letter) << 1 | fewer & inserts | (fewer & edits) << 1
      | (state.previousNone & firstTypo & swapped) << 2 | (next.none & firstTypo & editable) << 1
    next.previousNone = state.none
    next.previousLetter = letter & edits
    guard budget > 1 else { return next }
    fewer = state.one & secondTypo
    next.two =
      next.one | (state.two & letter) << 1 | fewer & inserts | (fewer & edits) << 1
      | (state.previousOne & secondTypo & swapped) << 2 | (next.one & secondTypo & editable) << 1
    next.previousOne = state.one
    return next
  }

  /// The letters that make a difference as the next one, by their places in the term: all others lead to
  /// the same state, if they may be edited.
  @inline(__always)
  func window(_ state: State) -> UInt64 {
    let reached = budget > 1 ? state.two : state.one
    return reached | reached << 1 | state.previousOne | state.previousNone
  }

  /// Whether more letters can still lead to the term with at most `typos`.
  @inline(__always)
  func isAlive(_ state: State, within typos: Int) -> Bool {
    // Levels hold each other, and a transposition begun is held by its substitution.
    (typos > 1 ? state.two : state.one) != 0
  }

  /// Returns the number of typos between the letters read and the whole term; 3 if beyond the budget.
  @inline(__always)
  func typoCount(_ state: State) -> Int {
    if (budget > 1 ? state.two : state.one) & end == 0 { return 3 }
    return state.none & end != 0 ? 0 : state.one & end != 0 ? 1 : 2
  }
}
