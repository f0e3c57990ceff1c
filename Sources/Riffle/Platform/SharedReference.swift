/// A reference that any number of threads read while others replace it.
///
/// The lock is held only to copy the reference, so threads block each other only briefly.
struct SharedReference<Object: AnyObject & Sendable>: Sendable {
  private let object: Lock<Object>

  init(_ object: Object) { self.object = Lock(object) }

  /// The object that is there now.
  func load() -> Object { object.withLock { $0 } }

  /// Replaces the object.
  func store(_ object: Object) {
    var object = object
    self.object.withLock { swap(&$0, &object) }
    // What was there before is given up only here: to free it may take long.
  }
}
