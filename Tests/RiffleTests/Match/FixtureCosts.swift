@testable import Riffle

extension CostTable {
  /// The prices that fixtures are told in: those of the ranking contract, however the standard ones are
  /// tuned, without what it costs that only a part of a compound is found.
  static let ofFixtures: CostTable = {
    var costs = CostTable()
    costs.prefix = steps(1)
    costs.initialsOfTitle = steps(3)
    costs.initialsOfPart = steps(6)
    costs.twoInitials = steps(11)
    costs.joined = steps(3)
    costs.split = steps(3)
    costs.splitPrefix = steps(4)
    costs.chunks = steps(5)
    costs.laterOneLetterChunk = steps(2)
    costs.infix = steps(7)
    costs.skeleton = steps(7)
    costs.typo = steps(8)
    costs.typoInPrefix = steps(1)
    costs.typoInPrefixOfFinishedTerm = steps(4)
    costs.wrongFirstLetter = steps(4)
    costs.typoInShortTerm = steps(4)
    costs.inReading = steps(0.5)
    costs.inSearchText = steps(2)
    costs.takenWord = steps(12)
    costs.gap = steps(0.75)
    costs.stepBack = steps(0.75)
    costs.notAtStart = steps(0.5)
    costs.partOfCompound = 0
    return costs
  }()
}
