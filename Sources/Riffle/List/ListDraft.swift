/// A list in its own order while it is edited: a value, of which a copy is kept to go back to.
///
/// Each edit is applied at once, so the next sees its result. Other threads see none of them before the index publishes them
/// together. New elements wait unread in the tail, as many as there is room for in order; more of them become segments. Small
/// segments are merged on the way as in the list itself.
package struct ListDraft<Element: Sendable, ID: Hashable & Sendable>: Sendable {
  private(set) var state: ListState<Element, ID>
  /// Whether anything has been edited.
  private(set) var hasChanged = false

  init(_ state: ListState<Element, ID>) { self.state = state }

  // MARK: - Reading

  package var count: Int { state.count }

  /// Returns the position of the element with an id; `nil` if there is none.
  /// - Complexity: O(log *n*) on average, for each segment, and the length of the tail.
  package func position(of id: ID) -> Int? {
    state.place(of: id).map { state.rows.position(of: $0, among: state.rows.liveRows) }
  }

  package func contains(_ id: ID) -> Bool { state.place(of: id) != nil }

  package func element(withID id: ID) -> Element? { state.place(of: id).map { state.element($0) } }

  /// The elements of a window, in order.
  /// - Complexity: O(log² *n*), and O(segments) for each element.
  package func elements(_ positions: Range<Int>) -> [Element] { state.elements(places(positions)) }

  private func places(_ positions: Range<Int>) -> [ListRow] {
    state.rows.window(of: state.rows.liveRows, offset: positions.lowerBound, limit: positions.count)
  }

  // MARK: - Editing

  /// Puts new elements before the one at a position, or at the end.
  ///
  /// - Precondition: the list has none of their ids, and no two of them share one.
  /// - Complexity: O(log² *n*), and what it takes to read them; for each of them while they are few.
  /// - Throws: ``IndexError/tooLarge(what:limit:)``.
  package mutating func insert(_ elements: [Element], at position: Int) throws(IndexError) {
    if elements.isEmpty { return }
    hasChanged = true
    let neighbours = state.rows.neighbours(at: position, without: nil)
    guard let labels = state.rows.labels(in: [ListRows.Gap(neighbours: neighbours, count: elements.count)]) else {
      throw .tooLarge(what: "labels between two rows", limit: elements.count)
    }
    if elements.count > state.reader.options.upkeep.mostTailItems {
      try state.append(elements, elements.map { state.reader.id($0) }, labels)
      return try merge()
    }
    for (element, label) in zip(elements, labels) {
      add(element, label)
      try tidy()
    }
  }

  /// Puts another element in the place of the one with its id, if there is one.
  /// - Throws: ``IndexError/tooLarge(what:limit:)``.
  package mutating func replace(_ element: Element) throws(IndexError) {
    guard let place = state.place(of: state.reader.id(element)) else { return }
    hasChanged = true
    let label = state.rows.label(place)
    state.remove(place)
    add(element, label)
    try tidy()
  }

  /// Takes elements out of the list.
  /// - Complexity: O(log² *n*), and O(segments) for each element.
  package mutating func remove(_ positions: Range<Int>) {
    if positions.isEmpty { return }
    hasChanged = true
    state.remove(places(positions))
  }

  /// Takes elements elsewhere: the first of them then has this position.
  ///
  /// Where those that they pass are fewer, these are moved in their place.
  /// - Throws: ``IndexError/tooLarge(what:limit:)``.
  package mutating func move(_ positions: Range<Int>, to position: Int) throws(IndexError) {
    if positions.isEmpty || position == positions.lowerBound { return }
    let passed =
      position < positions.lowerBound
      ? position..<positions.lowerBound : positions.upperBound..<position + positions.count
    if passed.count < positions.count {
      let place = position < positions.lowerBound ? positions.upperBound - passed.count : positions.lowerBound
      return try moveItself(passed, to: place)
    }
    try moveItself(positions, to: position)
  }

  private mutating func moveItself(_ positions: Range<Int>, to position: Int) throws(IndexError) {
    let elements = elements(positions)
    remove(positions)
    try insert(elements, at: position)
  }

  private mutating func add(_ element: Element, _ label: OrderLabel) {
    let fields = state.reader.fields(of: element)
    state.add(TailItem(fields), element, state.reader.id(element), bucket: 0, label)
  }

  /// Keeps the tail and the number of segments small, so that no edit takes longer for those before it.
  private mutating func tidy() throws(IndexError) {
    guard state.tail.count >= state.reader.options.upkeep.mostOrderedItems else { return }
    try state.indexTail()
    try merge()
  }

  private mutating func merge() throws(IndexError) {
    let upkeep = state.reader.options.upkeep
    while state.contents.count > upkeep.mostSegments / 4 {
      let parts = MergePolicy(upkeep).merge(state.sizes { $0.isDamaged })
      guard parts.count > 1 else { return }
      let merge = ListMerge(parts, of: state)
      guard let outcome = try merge.run(isCancelled: { false }) else { return }
      merge.apply(outcome, to: &state)
    }
  }

  // MARK: - Publishing

  /// The list with all edits, ready to be searched.
  /// - Throws: ``IndexError/tooLarge(what:limit:)``.
  func finished(_ items: inout TailItemReader) throws(IndexError) -> ListState<Element, ID> {
    var state = state
    if state.tail.count > state.reader.options.upkeep.mostTailItems {
      try state.indexTail()
    } else {
      state.tail.read(&items)
    }
    state.generation += 1
    return state
  }
}
