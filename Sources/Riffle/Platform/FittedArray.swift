extension Array {
  /// The same elements without the room that growing has left over, if that is worth a copy.
  ///
  /// - Complexity: O(*n*), or O(1) if there is next to no room.
  consuming func fitted() -> [Element] {
    guard capacity - count > count / 64 + 64 else { return self }
    var fitted: [Element] = []
    fitted.reserveCapacity(count)
    fitted.append(contentsOf: self)
    return fitted
  }
}

/// Moves the array out, so that it can be changed while its owner is.
func take<Element>(_ array: inout [Element]) -> [Element] {
  var taken: [Element] = []
  swap(&taken, &array)
  return taken
}
