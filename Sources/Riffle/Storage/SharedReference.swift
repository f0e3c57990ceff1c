import Synchronization

// Unsafe memory: `word` holds one retain of the slot it points to, and a slot lives until that is given up. While the
// slot is there, `word` counts the readers that are in it; when it is replaced, the count goes to the slot, and from then
// on readers leave there. Each leaves once, so the slot's count becomes 0 once, after it has been replaced and when all
// have left, and whoever makes it 0 gives up the retain. Before it is replaced its count is 0 or less, and no reader
// that leaves then makes it 0. (To have the replacer retain the object once for each reader instead would not do: a
// reader could give up such a retain before it was made.)

/// A reference that any number of threads read while others replace it. Nobody ever waits.
///
/// Split reference counting, as in A. Williams, C++ Concurrency in Action, 7.2.4.
final class SharedReference<Object: AnyObject & Sendable>: Sendable {
  /// The address of a ``Slot`` below, and above it how many readers are in it.
  private let word: Atomic<UInt>

  /// An object as it has been stored once.
  private final class Slot: Sendable {
    let object: Object
    /// How many readers were in the slot when it was replaced, less those that have left it since.
    let readers = Atomic(0)

    init(_ object: Object) { self.object = object }
  }

  /// Addresses of a process have at most so many bits, on all systems that Swift runs on.
  private static var addressBits: UInt { 48 }
  private static var oneReader: UInt { 1 << addressBits }
  private static var addressMask: UInt { oneReader - 1 }

  init(_ object: Object) { word = Atomic(SharedReference.newSlot(object)) }

  deinit { SharedReference.slot(word.load(ordering: .acquiring))?.release() }

  /// The object that is there now.
  func load() -> Object {
    while true {
      let seen = word.wrappingAdd(SharedReference.oneReader, ordering: .acquiring).newValue
      guard let slot = SharedReference.slot(seen) else { continue }
      let object = slot._withUnsafeGuaranteedRef { Unmanaged.passRetained($0.object) }
      leave(slot, seen)
      return object.takeRetainedValue()
    }
  }

  private func leave(_ slot: Unmanaged<Slot>, _ seen: UInt) {
    let address = seen & SharedReference.addressMask
    var seen = seen
    while seen & SharedReference.addressMask == address {
      let (isExchanged, original) = word.compareExchange(
        expected: seen, desired: seen - SharedReference.oneReader, ordering: .acquiringAndReleasing)
      if isExchanged { return }
      seen = original
    }
    SharedReference.add(-1, to: slot)
  }

  /// Replaces the object.
  func store(_ object: Object) {
    let old = word.exchange(SharedReference.newSlot(object), ordering: .acquiringAndReleasing)
    guard let slot = SharedReference.slot(old) else { return }
    SharedReference.add(Int(old >> SharedReference.addressBits), to: slot)
  }

  private static func add(_ count: Int, to slot: Unmanaged<Slot>) {
    let left = slot._withUnsafeGuaranteedRef {
      $0.readers.wrappingAdd(count, ordering: .acquiringAndReleasing).newValue
    }
    if left == 0 { slot.release() }
  }

  private static func newSlot(_ object: Object) -> UInt {
    UInt(bitPattern: Unmanaged.passRetained(Slot(object)).toOpaque())
  }

  private static func slot(_ word: UInt) -> Unmanaged<Slot>? {
    UnsafeRawPointer(bitPattern: word & addressMask).map(Unmanaged.fromOpaque)
  }
}
