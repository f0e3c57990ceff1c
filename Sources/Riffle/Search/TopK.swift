internal import HeapModule

/// A collector of the best elements, which are the least.
struct TopK<Element: Comparable> {
  private var heap = Heap<Element>()
  /// The last of the best, once there are enough: the heap would have to compare for it.
  private var last: Element?
  private var all: [Element] = []
  private let capacity: Int
  /// Elements that are not better are rejected in any case.
  private let turnedDown: Element?
  /// Whether all elements are kept until the end, so that none is turned down because others are better.
  let keepsAll: Bool

  /// - Parameters:
  ///   - worst: the element that others must be better than; `nil` for none.
  ///   - worst: what elements have to be better than; `nil` for nothing.
  ///   - largestHeap: above this many elements, all are kept and sorted in the end, because that costs less than to keep
  ///     them in order as they come.
  init(capacity: Int, worst: Element? = nil, largestHeap: Int = 4096) {
    self.capacity = max(0, capacity)
    turnedDown = worst
    keepsAll = capacity > largestHeap
  }

  /// What an element has to be better than to be among the best; `nil` if any would be.
  var worst: Element? {
    guard let last else { return turnedDown }
    return turnedDown.map { min($0, last) } ?? last
  }

  /// Whether the element would be among the best of those inserted so far.
  @inline(__always)
  func admits(_ element: Element) -> Bool {
    if let turnedDown, !(element < turnedDown) { return false }
    guard let last else { return capacity > 0 }
    return element < last
  }

  /// Keeps the element if it is among the best of those inserted so far, and returns whether it is.
  @discardableResult
  mutating func insert(_ element: Element) -> Bool {
    guard admits(element) else { return false }
    if keepsAll {
      all.append(element)
    } else if heap.count < capacity {
      heap.insert(element)
    } else {
      heap.replaceMax(with: element)
    }
    if !keepsAll, heap.count == capacity { last = heap.max }
    return true
  }

  /// The kept elements, in the order in which they came if none has been turned down because others are better.
  consuming func unsorted() -> [Element] { keepsAll ? all : heap.unordered }

  /// The kept elements, best first.
  consuming func sorted() -> [Element] {
    keepsAll ? Array(all.sorted().prefix(capacity)) : heap.unordered.sorted()
  }
}

extension TopK: Sendable where Element: Sendable {}
