import Riffle

/// Somebody wants something done with a row.
public struct ActionRequest: Sendable {
  public let row: AnyRow
  /// Where the row shows; `nil` if it does not.
  public let path: RowPath?
  /// Under which key, or of which control.
  public let selector: ActionSelector
  /// The name of the row's action, if it has one for the key.
  public let name: String?
  /// What the row's action hands over, unless whoever asks brings something else.
  public let arguments: JSONValue
}

/// Whose actions a handler is for.
public enum ActionScope: Sendable, Hashable {
  case list
  case section(SectionID)
  case kind(RowKind)
  case row(RowID)
}

/// Which actions a handler is for: of one key, of one control, or of one name whatever the key or control.
public enum ActionSelector: Sendable, Hashable {
  case key(ActionKey)
  case control(String)
  case name(String)
}

/// Who handles actions: any number of observers, and of each scope one responder for a key or name.
struct ActionHandlers {
  typealias Observer = @Sendable (ActionRequest) -> Void
  typealias Responder = @Sendable (ActionRequest) -> JSONValue

  struct Address: Hashable {
    let selector: ActionSelector
    let scope: ActionScope
  }

  private var observers: [(number: Int, address: Address, body: Observer)] = []
  private var responders: [Address: (number: Int, body: Responder)] = [:]
  private var count = 0

  mutating func add(_ body: @escaping Observer, _ address: Address) -> Int {
    count += 1
    observers.append((count, address, body))
    return count
  }

  mutating func set(_ body: @escaping Responder, _ address: Address) -> Int {
    count += 1
    responders[address] = (count, body)
    return count
  }

  mutating func remove(_ number: Int) {
    observers.removeAll { $0.number == number }
    responders = responders.filter { $0.value.number != number }
  }

  /// All observers in the order in which they came, and the responder of the narrowest scope, by key or control before by
  /// name.
  func handlers(of request: ActionRequest, in section: SectionID) -> (observers: [Observer], responder: Responder?) {
    let scopes: [ActionScope] =
      [.row(request.row.id), .kind(request.row.kind), .section(section), .list]
    let selectors: [ActionSelector] = [request.selector] + (request.name.map { [.name($0)] } ?? [])
    let addresses = scopes.flatMap { scope in selectors.map { Address(selector: $0, scope: scope) } }
    return (
      observers.filter { addresses.contains($0.address) }.map(\.body),
      addresses.lazy.compactMap { responders[$0]?.body }.first
    )
  }
}

extension ListModel {
  /// Calls `body` for every such action, as long as the observation is kept: on the thread that asks for it, before the
  /// responder, in the order in which observers came.
  public func onAction(
    _ selector: ActionSelector, of scope: ActionScope = .list, _ body: @escaping @Sendable (ActionRequest) -> Void
  ) -> Observation {
    let number = state.withLock { $0.handlers.add(body, .init(selector: selector, scope: scope)) }
    return Observation { [weak self] in self?.change { $0.handlers.remove(number) } }
  }

  /// Lets `body` answer such actions, in the place of whoever did so before for this scope, as long as the observation is
  /// kept: on the thread that asks. That of a row comes before that of its kind, its section and the list.
  public func respond(
    to selector: ActionSelector, of scope: ActionScope = .list,
    _ body: @escaping @Sendable (ActionRequest) -> JSONValue
  ) -> Observation {
    let number = change { $0.handlers.set(body, .init(selector: selector, scope: scope)) }
    return Observation { [weak self] in self?.change { $0.handlers.remove(number) } }
  }

  /// Does an action of a row.
  ///
  /// - Parameter arguments: in the place of those that the row has for it.
  /// - Returns: what the responder answers; `nil` if there is none.
  /// - Throws: ``Refusal/unknownRow``.
  @discardableResult
  public func perform(
    _ key: ActionKey, on id: RowID, arguments: JSONValue? = nil
  ) throws(Refusal) -> JSONValue? {
    guard let row = rendered(id) else { throw .unknownRow }
    let action = row.actions[key]
    return perform(.key(key), action, arguments, row)
  }

  func perform(_ selector: ActionSelector, _ action: Action?, _ arguments: JSONValue?, _ row: RenderedRow) -> JSONValue?
  {
    let request = ActionRequest(
      row: row.row, path: view.path(of: row.row.id), selector: selector, name: action?.name,
      arguments: arguments ?? action?.arguments ?? .null)
    let (observers, responder) = state.withLock { $0.handlers.handlers(of: request, in: row.section) }
    for observer in observers { observer(request) }
    let answer = responder?(request)
    tell(.didPerform(request))
    return answer
  }
}
