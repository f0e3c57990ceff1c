extension SummedTree {
  /// An element of one of two trees that the other one does not have.
  struct Loose {
    let element: Element
    let index: Int
    /// The sum of all elements before it.
    let before: Element.Sum
  }

  /// Returns the elements only of the earlier tree, and the elements only of this one, each in order.
  ///
  /// Elements that both have, the same objects, must be in the same order in both; so an element that moves must be replaced by a
  /// new object.
  /// - Complexity: O(*c* log *n*) for *c* edits between the two; O(*n*) if they have nothing in common.
  func differences(from earlier: Self) -> (gone: [Loose], come: [Loose]) {
    var (before, after) = ([Subtree(earlier.root)], [Subtree(root)])
    for height in stride(from: max(earlier.root.height, root.height), through: 0, by: -1) {
      let known = Set(before.lazy.filter { $0.node.height == height }.map { ObjectIdentifier($0.node) })
      let shared = Set(
        after.lazy.filter { $0.node.height == height }.map { ObjectIdentifier($0.node) }.filter(known.contains))
      before = before.flatMap { $0.divided(ifHigherThan: height, unless: shared) }
      after = after.flatMap { $0.divided(ifHigherThan: height, unless: shared) }
    }
    let (gone, come) = (before.flatMap(\.elements), after.flatMap(\.elements))
    let known = Set(gone.lazy.map { ObjectIdentifier($0.element) })
    let shared = Set(come.lazy.map { ObjectIdentifier($0.element) }.filter(known.contains))
    return (
      gone.filter { !shared.contains(ObjectIdentifier($0.element)) },
      come.filter { !shared.contains(ObjectIdentifier($0.element)) }
    )
  }

  private struct Subtree {
    let node: Node
    var index = 0
    var before = Element.Sum.zero

    init(_ node: Node) { self.node = node }

    /// Returns, for a node of this height, nothing if it is shared, otherwise its children. A lower or higher node is returned
    /// unchanged.
    func divided(ifHigherThan height: Int, unless shared: Set<ObjectIdentifier>) -> [Subtree] {
      guard node.height == height else { return [self] }
      if shared.contains(ObjectIdentifier(node)) { return [] }
      if height == 0 { return [self] }
      var next = self
      return node.children.map { child in
        var subtree = Subtree(child)
        (subtree.index, subtree.before) = (next.index, next.before)
        next.index += child.count
        next.before += child.sum
        return subtree
      }
    }

    var elements: [Loose] {
      var (index, before) = (index, before)
      return node.elements.map { element in
        defer {
          index += 1
          before += element.sum
        }
        return Loose(element: element, index: index, before: before)
      }
    }
  }
}
