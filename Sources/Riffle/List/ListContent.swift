/// What a snapshot and its answers share.
final class ListContent<Element: Sendable, ID: Hashable & Sendable>: Sendable {
  let state: ListState<Element, ID>
  init(_ state: ListState<Element, ID>) { self.state = state }
}
