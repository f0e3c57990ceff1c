import Synchronization

// Unsafe memory: `word` holds one retain of the object it points to, so the object lives while it is there. A reader
// that has counted itself in `word` but has not retained the object yet is covered by that; if the object is replaced
// meanwhile, whoever replaces it retains it once for every reader counted, before giving up its own retain, and each of
// those readers gives up one.

/// A reference that any number of threads read while others replace it. Nobody ever waits.
///
/// Split reference counting, as in folly's `AtomicSharedPtr` and in A. Williams, C++ Concurrency in Action, 7.2.4.
final class SharedReference<Object: AnyObject & Sendable>: Sendable {
  /// The address below, and above it how many readers are about to retain the object.
  private let word: Atomic<UInt>

  /// Addresses of a process have at most so many bits, on all systems that Swift runs on.
  private static var addressBits: UInt { 48 }
  private static var oneReader: UInt { 1 << addressBits }
  private static var addressMask: UInt { oneReader - 1 }

  init(_ object: Object) { word = Atomic(SharedReference.retained(object)) }

  deinit { SharedReference.object(at: word.load(ordering: .acquiring))?.release() }

  /// The object that is there now.
  func load() -> Object {
    while true {
      var seen = word.wrappingAdd(SharedReference.oneReader, ordering: .acquiring).newValue
      let address = seen & SharedReference.addressMask
      guard let object = SharedReference.object(at: address) else { continue }
      _ = object.retain()
      while true {
        guard seen & SharedReference.addressMask == address else {
          object.release()
          return object.takeRetainedValue()
        }
        let (isExchanged, original) = word.compareExchange(
          expected: seen, desired: seen - SharedReference.oneReader, ordering: .acquiringAndReleasing)
        if isExchanged { return object.takeRetainedValue() }
        seen = original
      }
    }
  }

  /// Replaces the object.
  /// - Precondition: it has not been here before.
  func store(_ object: Object) {
    let old = word.exchange(SharedReference.retained(object), ordering: .acquiringAndReleasing)
    guard let replaced = SharedReference.object(at: old & SharedReference.addressMask) else { return }
    for _ in 0..<(old >> SharedReference.addressBits) { _ = replaced.retain() }
    replaced.release()
  }

  private static func retained(_ object: Object) -> UInt {
    UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
  }

  private static func object(at address: UInt) -> Unmanaged<Object>? {
    UnsafeRawPointer(bitPattern: address).map(Unmanaged.fromOpaque)
  }
}
