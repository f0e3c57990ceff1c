/// A one-shot channel of a value between threads; `take()` transfers ownership to the caller.
final class Handover<Value: Sendable>: Sendable {
  private let value: Lock<Value?>

  init(_ value: Value? = nil) { self.value = Lock(value) }

  func give(_ value: Value) { self.value.withLock { $0 = value } }
  func take() -> Value? { value.withLock { $0.take() } }
}
