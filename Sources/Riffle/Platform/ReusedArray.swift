/// An array that is emptied and filled again and again, which costs nothing but to set a count.
///
/// For what does not refer to anything: elements that were removed stay in memory until others take their places.
struct ReusedArray<Element: Sendable>: Sendable {
  private var elements: [Element] = []
  private(set) var count = 0

  var indices: Range<Int> { 0..<count }
  var isEmpty: Bool { count == 0 }

  @inline(__always)
  subscript(index: Int) -> Element {
    get { elements[index] }
    set { elements[index] = newValue }
    _modify { yield &elements[index] }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count < elements.count { elements[count] = element } else { elements.append(element) }
    count &+= 1
  }

  @inline(__always)
  mutating func removeAll() { count = 0 }

  /// Appends elements up to `count`, which `body` sets; before, they are any.
  @inline(__always)
  mutating func extend(
    to count: Int, with element: Element, _ body: (inout MutableSpan<Element>, _ added: Range<Int>) -> Void
  ) {
    while elements.count < count { elements.append(element) }
    let added = self.count..<max(count, self.count)
    self.count = added.upperBound
    var span = elements.mutableSpan
    body(&span, added)
  }
}
