internal import HashTreeCollections
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

  // Trees, because a changed copy shares its other parts: a caller keeps a copy until the lock is released, and only then lets
  // the handlers go.
  private var observers: TreeDictionary<Address, TreeDictionary<Int, Observer>> = [:]
  private var responders: TreeDictionary<Address, NumberedResponder> = [:]
  /// Where each handler is, by its number.
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

  /// All observers in the order in which they came, and the responder of the narrowest scope, by key or control before by
  /// name.
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
