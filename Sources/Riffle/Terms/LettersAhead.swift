/// A prefilter on the letters of a word, or of many together: whether a state of the automaton can still lead to the term. Each
/// letter of the rest of the term that no word has costs a typo.
struct LettersAhead {
  /// The signatures of the rests of the term, by how many letters are left out.
  private let rests: [UInt32]
  private let budget: Int

  init(_ term: Term, budget: Int) {
    var rests: [UInt32] = [0]
    var bits: UInt32 = 0
    for scalar in term.scalars.reversed() {
      bits |= LetterSignature.bits(of: scalar)
      rests.append(bits)
    }
    self.rests = rests.reversed()
    self.budget = budget
  }

  /// What is needed after a state: at least the rest of the term after the furthest place reached with so many typos.
  @inline(__always)
  func needs(_ state: TypoAutomaton.State) -> LetterNeeds {
    budget > 1
      ? LetterNeeds(exact: rest(state.two), one: rest(state.one, spare: true), two: rest(state.none, spare: true))
      : LetterNeeds(exact: rest(state.one), one: rest(state.none, spare: true))
  }

  @inline(__always)
  private func rest(_ level: UInt64, spare: Bool = false) -> UInt32 {
    // What no state of this level needs must not be taken for nothing.
    guard level != 0 else { return LetterNeeds.unmet }
    let rest = rests[63 - level.leadingZeroBitCount]
    // One letter would count as two missing bits.
    return spare ? rest & ~LetterSignature.ascii : rest
  }
}
