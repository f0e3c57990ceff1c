internal import HashTreeCollections
import Riffle

/// A request to perform an action of a row.
public struct ActionRequest: Sendable {
  public let row: AnyRow
  /// The path of the row; `nil` if it does not show.
  public let path: RowPath?
  /// The key of the action, or the control that it belongs to.
  public let selector: ActionSelector
  /// The name of the row's action, if it has one for the key.
  public let name: String?
  /// The arguments of the row's action, unless the caller passes others.
  public let arguments: JSONValue
}

/// The rows that a handler of actions applies to.
public enum ActionScope: Sendable, Hashable {
  case list
  case section(SectionID)
  case kind(RowKind)
  case row(RowID)
}

/// The actions that a handler applies to: those of a key, of a control, or of a name under any key or control.
public enum ActionSelector: Sendable, Hashable {
  case key(ActionKey)
  case control(String)
  case name(String)
}

/// The handlers of actions: any number of observers, and at most one responder for each selector and scope.
struct ActionHandlers {
  typealias Observer = @Sendable (ActionRequest) -> Void
  typealias Responder = @Sendable (ActionRequest) -> JSONValue

  struct Address: Hashable {
    let selector: ActionSelector
    let scope: ActionScope
  }

  // Trees, because a changed copy shares its other parts: a caller keeps a copy until the lock is released, and only then
  // releases the handlers.
  private var observers: TreeDictionary<Address, TreeDictionary<Int, Observer>> = [:]
  private var responders: TreeDictionary<Address, NumberedResponder> = [:]
  /// The address of each handler, by its number.
  private var addresses: TreeDictionary<Int, Address> = [:]
  private var count = 0

  private struct NumberedResponder {
    let number: Int
    let body: Responder
  }

  /// - Complexity: O(1) on average, as of ``set(_:_:)`` and ``remove(_:)``.
  mutating func add(_ body: @escaping Observer, _ address: Address) -> Int {
    count += 1
    addresses[count] = address
    observers[address, default: [:]][count] = body
    return count
  }

  mutating func set(_ body: @escaping Responder, _ address: Address) -> Int {
    count += 1
    if let replaced = responders[address] { addresses[replaced.number] = nil }
    addresses[count] = address
    responders[address] = NumberedResponder(number: count, body: body)
    return count
  }

  mutating func remove(_ number: Int) {
    guard let address = addresses.removeValue(forKey: number) else { return }
    if responders[address]?.number == number { responders[address] = nil }
    observers[address]?[number] = nil
    if observers[address]?.isEmpty == true { observers[address] = nil }
  }

  /// Returns all observers in the order in which they were added, and the responder of the narrowest scope. A responder for the
  /// key or control takes precedence over one for the name.
  /// - Complexity: O(*k* log *k*) for *k* observers.
  func handlers(of request: ActionRequest, in section: SectionID) -> (observers: [Observer], responder: Responder?) {
    let scopes: [ActionScope] =
      [.row(request.row.id), .kind(request.row.kind), .section(section), .list]
    let selectors: [ActionSelector] = [request.selector] + (request.name.map { [.name($0)] } ?? [])
    let addresses = scopes.flatMap { scope in selectors.map { Address(selector: $0, scope: scope) } }
    return (
      addresses.compactMap { observers[$0] }.joined().sorted { $0.key < $1.key }.map(\.value),
      addresses.lazy.compactMap { responders[$0]?.body }.first
    )
  }
}

extension ListModel {
  /// Calls `body` for every such action, as long as the observation is kept. It is called on the performing thread, before the
  /// responder, in the order of the observers' addition.
  public func onAction(
    _ selector: ActionSelector, of scope: ActionScope = .list, _ body: @escaping @Sendable (ActionRequest) -> Void
  ) -> Observation {
    let number = state.withLock { $0.handlers.add(body, .init(selector: selector, scope: scope)) }
    return Observation { [weak self] in self?.change { $0.handlers.remove(number) } }
  }

  /// Makes `body` the responder to such actions, as long as the observation is kept. It replaces an earlier responder for the
  /// same selector and scope.
  ///
  /// It is called on the thread that performs the action. A responder for a row takes precedence over one for its kind, its
  /// section and the list, in this order.
  public func respond(
    to selector: ActionSelector, of scope: ActionScope = .list,
    _ body: @escaping @Sendable (ActionRequest) -> JSONValue
  ) -> Observation {
    let number = change { $0.handlers.set(body, .init(selector: selector, scope: scope)) }
    return Observation { [weak self] in self?.change { $0.handlers.remove(number) } }
  }

  /// Performs an action of a row.
  ///
  /// - Parameter arguments: the arguments of the action; `nil` for those that the row has for it.
  /// - Returns: the value that the responder returns; `nil` if there is none.
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
