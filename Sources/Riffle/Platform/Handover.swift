/// Takes a value from one thread to another; who takes it has it alone.
final class Handover<Value: Sendable>: Sendable {
  private let value: Lock<Value?>

  init(_ value: Value? = nil) { self.value = Lock(value) }

  func give(_ value: Value) { self.value.withLock { $0 = value } }
  func take() -> Value? { value.withLock { $0.take() } }
}
