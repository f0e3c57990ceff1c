internal import Glibc
internal import Synchronization

/// Counts which of its members are still in memory.
package final class Population: Sendable {
  private let living = Atomic(0)

  package init() {}

  package var count: Int { living.load(ordering: .sequentiallyConsistent) }

  /// Waits until no more than so many are left: the last thread that is done with one may be a moment late.
  package func wait(untilAtMost count: Int) {
    while self.count > count { usleep(200) }
  }

  package func member(_ number: Int, of family: Int = 0) -> Member { Member(number, family, self) }

  package final class Member: Sendable {
    package let number, family: Int
    private let complement: Int
    private let population: Population

    fileprivate init(_ number: Int, _ family: Int, _ population: Population) {
      self.number = number
      self.family = family
      self.population = population
      complement = ~number
      population.living.add(1, ordering: .sequentiallyConsistent)
    }

    deinit { population.living.subtract(1, ordering: .sequentiallyConsistent) }

    /// Whether its memory is what it was when it was made.
    package var isSound: Bool { complement == ~number && population.count > 0 }
  }
}
