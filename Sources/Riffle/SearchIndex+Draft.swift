extension SearchIndex {
  /// Edits a list in its own order, one edit after the other, and publishes all of them together; none if `body` throws.
  ///
  /// - Parameter body: called on the caller's thread without a lock, while other writers and merges block. Returns the draft to
  ///   publish, a later state of its argument; `nil` for nothing.
  /// - Returns: the edited list and the result of `body`.
  /// - Throws: what `body` throws, and ``IndexError``.
  package func edit<Result>(
    _ body: (ListDraft<Element, ID>) throws -> (draft: ListDraft<Element, ID>?, result: Result)
  ) throws -> (snapshot: Snapshot<Element, ID>, result: Result) {
    let result = try core.change(try core.beginTurn()) { state, items in
      let (draft, result) = try body(ListDraft(state))
      if let draft, draft.hasChanged { state = try draft.finished(&items) }
      return result
    }
    return (snapshot(), result)
  }
}

extension ListDraft {
  /// - Parameter snapshot: of all of a list.
  package init(_ snapshot: Snapshot<Element, ID>) { self.init(snapshot.state) }

  /// The edited list. It can be read, but not searched.
  package var snapshot: Snapshot<Element, ID> { Snapshot(ListContent(state)) }
}
