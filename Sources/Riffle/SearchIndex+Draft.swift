extension SearchIndex {
  /// Edits a list in its own order, one edit after the other, and publishes them together, or, if `body` throws, none.
  ///
  /// - Parameter body: called on this thread while other writers and merges wait, without a lock. It gives back what is to
  ///   be published, a later state of the draft that it has got; `nil` for nothing.
  /// - Returns: the list as it then is.
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

  /// The list as edits have left it. It can be looked at, but not searched.
  package var snapshot: Snapshot<Element, ID> { Snapshot(ListContent(state)) }
}
