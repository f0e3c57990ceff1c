import Synchronization

// Unsafe memory: `word` holds one retain of the slot it points to, and a slot lives until that is given up. While the
// slot is there, `word` counts the readers that are in it; when it is replaced, the count goes to the slot, and from then
// on readers leave there. Each leaves once, so the slot's count becomes 0 once, after it has been replaced and when all
// have left, and whoever makes it 0 gives up the retain. Before it is replaced its count is 0 or less, and no reader
// that leaves then makes it 0. (To have the replacer retain the object once for each reader instead would not do: a
// reader could give up such a retain before it was made.)

// An object is read as the type that it was stored as: nothing but `SharedReference` sees objects without theirs.

/// A reference that any number of threads read while others replace it. Nobody ever waits.
struct SharedReference<Object: AnyObject & Sendable>: Sendable {
  private let objects: SharedObject

  init(_ object: Object) { objects = SharedObject(object) }

  /// The object that is there now.
  func load() -> Object { unsafeDowncast(objects.load(), to: Object.self) }

  /// Replaces the object.
  func store(_ object: Object) { objects.store(object) }
}

/// What a ``SharedReference`` refers to, whatever its type: code for any type would take longer to find out what it is
/// to do than to do it.
///
/// Split reference counting, as in A. Williams, C++ Concurrency in Action, 7.2.4.
private final class SharedObject: Sendable {
  /// The address of a ``Slot`` below, and above it how many readers are in it.
  private let word: Atomic<UInt>

  /// An object as it has been stored once.
  private final class Slot: Sendable {
    let object: any AnyObject & Sendable
    /// How many readers were in the slot when it was replaced, less those that have left it since.
    let readers = Atomic(0)

    init(_ object: any AnyObject & Sendable) { self.object = object }
  }

  /// Addresses of a process have at most so many bits, on all systems that Swift runs on.
  private static var addressBits: UInt { 48 }
  private static var oneReader: UInt { 1 << addressBits }
  private static var addressMask: UInt { oneReader - 1 }

  init(_ object: any AnyObject & Sendable) { word = Atomic(SharedObject.newSlot(object)) }

  deinit { SharedObject.slot(word.load(ordering: .acquiring))?.release() }

  func load() -> any AnyObject & Sendable {
    while true {
      let seen = word.wrappingAdd(SharedObject.oneReader, ordering: .acquiring).newValue
      guard let slot = SharedObject.slot(seen) else { continue }
      let object = slot._withUnsafeGuaranteedRef { Unmanaged.passRetained($0.object) }
      leave(slot, seen)
      return object.takeRetainedValue()
    }
  }

  private func leave(_ slot: Unmanaged<Slot>, _ seen: UInt) {
    let address = seen & SharedObject.addressMask
    var seen = seen
    while seen & SharedObject.addressMask == address {
      let (isExchanged, original) = word.compareExchange(
        expected: seen, desired: seen - SharedObject.oneReader, ordering: .acquiringAndReleasing)
      if isExchanged { return }
      seen = original
    }
    SharedObject.add(-1, to: slot)
  }

  func store(_ object: any AnyObject & Sendable) {
    let old = word.exchange(SharedObject.newSlot(object), ordering: .acquiringAndReleasing)
    guard let slot = SharedObject.slot(old) else { return }
    SharedObject.add(Int(old >> SharedObject.addressBits), to: slot)
  }

  private static func add(_ count: Int, to slot: Unmanaged<Slot>) {
    let left = slot._withUnsafeGuaranteedRef {
      $0.readers.wrappingAdd(count, ordering: .acquiringAndReleasing).newValue
    }
    if left == 0 { slot.release() }
  }

  private static func newSlot(_ object: any AnyObject & Sendable) -> UInt {
    UInt(bitPattern: Unmanaged.passRetained(Slot(object)).toOpaque())
  }

  private static func slot(_ word: UInt) -> Unmanaged<Slot>? {
    UnsafeRawPointer(bitPattern: word & addressMask).map(Unmanaged.fromOpaque)
  }
}
