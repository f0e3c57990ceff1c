internal import HashTreeCollections
import Synchronization

/// An element of a ``SummedTree``: immutable, replaced by another one of the same id.
protocol Summed: AnyObject, Sendable, Identifiable where ID: Sendable {
  associatedtype Sum: AdditiveArithmetic & Sendable
  /// The value that the tree adds up.
  var sum: Sum { get }
}

/// A sequence of elements with prefix sums, and with the index of each element by id.
///
/// A value: copies share all nodes that have not been changed since. So a copy costs nothing, and the differences between two
/// copies are found without reading their common part (``differences(from:)``).
///
/// Nodes have up to 64 children, as in a B-tree (R. Bayer and E. McCreight, Organization and Maintenance of Large Ordered
/// Indexes, 1972). An element's index is found upwards: nodes have numbers that stay the same while their content changes, and
/// two maps give the leaf of an element and the parent of a node.
struct SummedTree<Element: Summed>: Sendable {
  /// An immutable node.
  final class Node: Sendable {
    let number: Int
    let height: Int
    /// The elements of a leaf; otherwise none.
    let elements: [Element]
    let children: [Node]
    /// The sum of each element or child, so that skipped ones need not be read.
    let sums: [Element.Sum]
    let count: Int
    let sum: Element.Sum

    init(_ elements: [Element], number: Int) {
      (self.number, height, self.elements, children) = (number, 0, elements, [])
      count = elements.count
      sums = elements.map(\.sum)
      sum = sums.reduce(.zero, +)
    }

    init(_ children: [Node], height: Int, number: Int) {
      (self.number, self.height, elements, self.children) = (number, height, [], children)
      count = children.reduce(0) { $0 + $1.count }
      sums = children.map(\.sum)
      sum = sums.reduce(.zero, +)
    }

    static func newNumber() -> Int { numbers.wrappingAdd(1, ordering: .relaxed).newValue }
  }

  var root: Node
  /// The leaf of each element; empty as long as there is only one leaf.
  var leaves: TreeDictionary<Element.ID, Int> = [:]
  /// The parent of each node.
  var parents: TreeDictionary<Int, Int> = [:]

  static var mostChildren: Int { 64 }

  init() { root = Node([], number: Node.newNumber()) }

  /// - Parameter elements: with unique ids.
  /// - Complexity: O(*n*).
  init(_ elements: [Element]) {
    self.init()
    guard elements.count > Self.mostChildren else {
      root = Node(elements, number: root.number)
      return
    }
    // Half full, so that the next edits need not split them.
    let size = Self.mostChildren / 2
    var nodes = stride(from: 0, to: elements.count, by: size).map { start in
      Node(Array(elements[start..<min(elements.count, start + size)]), number: Node.newNumber())
    }
    for leaf in nodes { for element in leaf.elements { leaves[element.id] = leaf.number } }
    var height = 0
    while nodes.count > 1 {
      height += 1
      nodes = stride(from: 0, to: nodes.count, by: size).map { start in
        let node = Node(
          Array(nodes[start..<min(nodes.count, start + size)]), height: height, number: Node.newNumber())
        for child in node.children { parents[child.number] = node.number }
        return node
      }
    }
    root = nodes[0]
  }

  // MARK: - Reading

  var count: Int { root.count }
  var sum: Element.Sum { root.sum }

  /// - Complexity: O(log *n*), like all lookups.
  subscript(index: Int) -> Element { found(at: index).element }

  var first: Element? { count > 0 ? self[0] : nil }
  var last: Element? { count > 0 ? self[count - 1] : nil }

  /// Returns the element at an index, and the sum of all before it.
  func found(at index: Int) -> (element: Element, before: Element.Sum) {
    precondition(0..<count ~= index, "no element \(index) of \(count)")
    var (node, index, before) = (root, index, Element.Sum.zero)
    while node.height > 0 {
      var number = 0
      while index >= node.children[number].count {
        index -= node.children[number].count
        before += node.sums[number]
        number += 1
      }
      node = node.children[number]
    }
    for sum in node.sums[..<index] { before += sum }
    return (node.elements[index], before)
  }

  /// Returns the sum of the first `index` elements.
  func sum(before index: Int) -> Element.Sum { index >= count ? sum : found(at: index).before }

  /// Returns the index of the element with an id; `nil` if there is none.
  func index(of id: Element.ID) -> Int? {
    var number = root.number
    var path: [Int] = []
    if root.height > 0 {
      guard let leaf = leaves[id] else { return nil }
      number = leaf
      while number != root.number, let parent = parents[number] {
        path.append(number)
        number = parent
      }
    }
    var (node, index) = (root, 0)
    for number in path.reversed() {
      guard let place = node.children.firstIndex(where: { $0.number == number }) else { return nil }
      for child in node.children[..<place] { index += child.count }
      node = node.children[place]
    }
    return node.elements.firstIndex { $0.id == id }.map { index + $0 }
  }

  /// Returns the first element at which the sum of a measure, including it, exceeds `position`.
  func first(where measure: (Element.Sum) -> Int, exceeds position: Int) -> (
    element: Element, index: Int, before: Element.Sum
  )? {
    guard measure(root.sum) > position else { return nil }
    var (node, index, before) = (root, 0, Element.Sum.zero)
    func place(in node: Node) -> Int {
      for (place, sum) in node.sums.enumerated() {
        let after = before + sum
        if measure(after) > position { return place }
        before = after
      }
      return node.sums.count - 1
    }
    while node.height > 0 {
      let next = place(in: node)
      for child in node.children[..<next] { index += child.count }
      node = node.children[next]
    }
    let place = place(in: node)
    return place < 0 ? nil : (node.elements[place], index + place, before)
  }

  /// Calls `body` for elements in order, with the sum of all before each.
  ///
  /// - Parameters:
  ///   - index: the first element to visit.
  ///   - measure: elements for which it is 0 are skipped.
  ///   - body: returns whether to continue.
  func visit(
    from index: Int = 0, having measure: (Element.Sum) -> Int = { _ in 1 },
    _ body: (_ element: Element, _ index: Int, _ before: Element.Sum) -> Bool
  ) {
    var (place, before) = (0, Element.Sum.zero)
    func visitNode(_ node: Node) -> Bool {
      if place + node.count <= index || measure(node.sum) <= 0 {
        place += node.count
        before += node.sum
        return true
      }
      for child in node.children where !visitNode(child) { return false }
      if node.height > 0 { return true }
      for (offset, sum) in node.sums.enumerated() {
        if place >= index, measure(sum) > 0, !body(node.elements[offset], place, before) { return false }
        place += 1
        before += sum
      }
      return true
    }
    _ = visitNode(root)
  }

  /// Calls `body` in order for elements with a measure above 0, from the first on at which its sum exceeds `position`.
  /// - Complexity: O(log *n*), and O(1) for each call.
  func visit(
    having measure: (Element.Sum) -> Int, exceeding position: Int,
    _ body: (_ element: Element, _ index: Int, _ before: Element.Sum) -> Bool
  ) {
    guard let first = first(where: measure, exceeds: position) else { return }
    visit(from: first.index, having: measure, body)
  }

  /// Calls `body` with the sums of all elements, in order.
  func forEachSum(_ body: (Element.Sum) -> Void) {
    func visit(_ node: Node) {
      for child in node.children { visit(child) }
      if node.height == 0 { for sum in node.sums { body(sum) } }
    }
    visit(root)
  }

  /// All elements, in order.
  var elements: [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(count)
    visit { element, _, _ in
      elements.append(element)
      return true
    }
    return elements
  }
}

/// The last number given to a node, of all trees.
private let numbers = Atomic<Int>(0)
