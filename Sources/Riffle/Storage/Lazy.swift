import Synchronization

/// What is made when somebody first asks for it. Several threads that ask at once may all make it; the first one made is kept.
final class Lazy<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private let box = AtomicLazyReference<Box>()

  init() {}

  /// - Parameter made: what need not be made.
  init(_ made: Value?) { if let made { _ = box.storeIfNil(Box(made)) } }

  /// `nil` if nobody has asked for it.
  var made: Value? { box.load()?.value }

  func value(_ make: () -> Value) -> Value {
    if let made { return made }
    return box.storeIfNil(Box(make())).value
  }
}
