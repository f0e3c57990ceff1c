import MadeUpLists

/// A small random generator whose whole course follows from its seed, for the standard library to draw with.
package struct SeededGenerator: RandomNumberGenerator {
  private var random: SeededRandom

  package init(seed: UInt64) { random = SeededRandom(seed: seed) }

  package mutating func next() -> UInt64 { random.next() }
}
