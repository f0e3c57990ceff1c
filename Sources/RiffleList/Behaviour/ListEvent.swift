internal import DequeModule
import Riffle

/// An event of a list, delivered to its observers.
public enum ListEvent: Sendable {
  /// The list, or what shows of it, has changed.
  case updated(ListUpdate)
  /// Visible rows must be redrawn, though the list has not changed: see ``ListModel/reconfigure(_:)``.
  case reconfigured([RowID])
  /// The user enters or leaves the search field. Each is sent once, before the search shows in the list.
  case searchWillBegin, searchWillEnd
  case didSelect(AnyRow)
  case didDeselect(AnyRow)
  /// A row has been moved by ``ListModel/move(_:to:)``. The paths are those before and after; `nil` where it does not show.
  case didMove(AnyRow, from: RowPath?, to: RowPath?)
  /// Rows have been deleted by ``ListModel/delete(_:)``.
  case didDelete([AnyRow])
  /// An action has been performed; sent after all handlers have been called.
  case didPerform(ActionRequest)
  case didSetControl(row: AnyRow, key: String, value: JSONValue)
  case didSetEditing(Bool)
  /// Rows and section headers have come into view, or gone out of it; see ``ListModel/viewport(_:)``.
  case willDisplay(rows: [RowID], sections: [SectionID])
  case didEndDisplaying(rows: [RowID], sections: [SectionID])
  /// The front end shows these positions now: other rows than before, or more space around them.
  case didScroll(to: Range<Int>)
}

/// A registration that lasts until it is cancelled or released.
public final class Observation: Sendable {
  private let cancellation: @Sendable () -> Void
  init(_ cancellation: @escaping @Sendable () -> Void) { self.cancellation = cancellation }

  /// Ends the registration. A call that is in progress may still finish.
  public func cancel() { cancellation() }

  deinit { cancellation() }
}

/// The events to deliver, and their observers.
struct EventQueue {
  /// The events of a transaction whose paths need a view are made of its notes on delivery, outside the transaction.
  enum Waiting {
    case event(ListEvent)
    case notes([Draft.Note], of: ListUpdate)

    var events: [ListEvent] {
      switch self {
      case .event(let event): [event]
      case .notes(let notes, let update): update.events(of: notes)
      }
    }
  }

  private var waiting: Deque<Waiting> = []
  typealias Observers = [(number: Int, body: @Sendable (ListEvent) -> Void)]
  private(set) var observers: Observers = []
  private var count = 0
  private var isTelling = false

  mutating func append(_ event: ListEvent) { if !observers.isEmpty { waiting.append(.event(event)) } }

  mutating func append(_ notes: [Draft.Note], of update: ListUpdate) {
    if !observers.isEmpty, !notes.isEmpty { waiting.append(.notes(notes, of: update)) }
  }

  mutating func add(_ body: @escaping @Sendable (ListEvent) -> Void) -> Int {
    count += 1
    observers.append((count, body))
    return count
  }

  mutating func remove(_ number: Int) { observers.removeAll { $0.number == number } }

  /// Returns the next event and its observers. Only the thread that is delivering gets another one.
  mutating func next(isTelling wasTelling: Bool) -> (next: Waiting, to: [@Sendable (ListEvent) -> Void])? {
    if isTelling && !wasTelling { return nil }
    isTelling = !waiting.isEmpty
    return waiting.isEmpty ? nil : (waiting.removeFirst(), observers.map(\.body))
  }
}

extension ListModel {
  /// Calls `body` for every event from now on, as long as the observation is kept.
  ///
  /// - Parameter body: called without a lock, one event after the other, in the order in which they happened. It is called on the
  ///   thread that made the change, or on another one then delivering events.
  public func observe(_ body: @escaping @Sendable (ListEvent) -> Void) -> Observation {
    let number = state.withLock { $0.events.add(body) }
    return Observation { [weak self] in self?.change { $0.events.remove(number) } }
  }

  /// Delivers the waiting events, unless another thread is delivering them. If this thread is editing, they are delivered when
  /// its transaction has ended.
  func tell() {
    let thread = WorkerThread.current
    if state.withLock({ $0.open?.thread == thread }) { return }
    var isTelling = false
    while let (next, observers) = state.withLock({ $0.events.next(isTelling: isTelling) }) {
      isTelling = true
      for event in next.events {
        for observer in observers { observer(event) }
      }
    }
  }

  /// Sends an event to all observers. In a transaction it is sent when that has ended, in the order of the edits; if the
  /// transaction throws, it is dropped.
  func tell(_ event: ListEvent) {
    if let editor = openEditor, (try? editor.note(.event(event))) != nil { return }
    state.withLock { $0.events.append(event) }
    tell()
  }
}
