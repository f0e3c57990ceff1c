import Synchronization

/// A value that is computed at its first use. If several threads use it at once, each may compute it, and the first result is kept.
package final class Lazy<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private let box = AtomicLazyReference<Box>()

  package init() {}

  /// - Parameter made: the value, if it is at hand.
  init(_ made: Value?) { if let made { _ = box.storeIfNil(Box(made)) } }

  /// `nil` before the first use.
  var made: Value? { box.load()?.value }

  package func value(_ make: () -> Value) -> Value {
    if let made { return made }
    return box.storeIfNil(Box(make())).value
  }
}
