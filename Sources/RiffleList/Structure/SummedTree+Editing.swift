internal import HashTreeCollections

/// Edits: each copies the nodes on the path to one element, and shares all others.
extension SummedTree {
  /// Replaces an element.
  /// - Complexity: O(log *n*), like all edits.
  mutating func replace(at index: Int, with element: Element) {
    let old = self[index]
    if old.id != element.id {
      let leaf = leaves[old.id]
      leaves[old.id] = nil
      leaves[element.id] = leaf
    }
    root = edited(root, at: index) { elements, index in elements[index] = element }[0]
  }

  mutating func remove(at index: Int) {
    leaves[self[index].id] = nil
    let nodes = edited(root, at: index) { elements, index in elements.remove(at: index) }
    root = nodes.first ?? Node([], number: root.number)
    while root.height > 0, root.children.count == 1 {
      root = root.children[0]
      parents[root.number] = nil
    }
    if root.height == 0 { (leaves, parents) = ([:], [:]) }
  }

  /// - Parameter index: the new index of the element.
  mutating func insert(_ element: Element, at index: Int) {
    if root.height > 0 {
      // An element at the end goes into the leaf of the last one.
      leaves[element.id] = leaf(at: min(index, count - 1)).number
    }
    let nodes = edited(root, at: index) { elements, index in elements.insert(element, at: index) }
    root = nodes[0]
    guard nodes.count > 1 else { return }
    if root.height == 0 { for element in root.elements { leaves[element.id] = root.number } }
    let parent = Node(nodes, height: root.height + 1, number: Node.newNumber())
    for node in nodes { parents[node.number] = parent.number }
    root = parent
  }

  private func leaf(at index: Int) -> Node {
    var (node, index) = (root, index)
    while node.height > 0 {
      var number = 0
      while index >= node.children[number].count {
        index -= node.children[number].count
        number += 1
      }
      node = node.children[number]
    }
    return node
  }

  /// Returns the nodes that replace a node after an edit: one, two if it was full, or none if it is empty.
  /// - Parameter index: at most the node's count, which is the place after its last element.
  private mutating func edited(
    _ node: Node, at index: Int, _ edit: (inout [Element], Int) -> Void
  ) -> [Node] {
    if node.height == 0 {
      var elements = node.elements
      edit(&elements, index)
      if elements.isEmpty { return [] }
      guard elements.count > Self.mostChildren else { return [Node(elements, number: node.number)] }
      let middle = elements.count / 2
      let second = Node(Array(elements[middle...]), number: Node.newNumber())
      for element in second.elements { leaves[element.id] = second.number }
      return [Node(Array(elements[..<middle]), number: node.number), second]
    }
    var (place, index) = (0, index)
    while place + 1 < node.children.count, index >= node.children[place].count {
      index -= node.children[place].count
      place += 1
    }
    var children = node.children
    let new = edited(children[place], at: index, edit)
    if new.isEmpty { parents[children[place].number] = nil }
    for child in new { parents[child.number] = node.number }
    children.replaceSubrange(place...place, with: new)
    if children.isEmpty { return [] }
    guard children.count > Self.mostChildren else {
      return [Node(children, height: node.height, number: node.number)]
    }
    let middle = children.count / 2
    let second = Node(Array(children[middle...]), height: node.height, number: Node.newNumber())
    for child in second.children { parents[child.number] = second.number }
    return [Node(Array(children[..<middle]), height: node.height, number: node.number), second]
  }
}
