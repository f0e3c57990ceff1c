internal import DequeModule
import Riffle

/// What has happened to a list, for whoever observes it.
public enum ListEvent: Sendable {
  /// The list, or what shows of it, has changed.
  case updated(ListUpdate)
  /// Rows that show are to be drawn anew, though the list has not changed: see ``ListModel/reconfigure(_:)``.
  case reconfigured([RowID])
  /// Somebody enters the search field, or leaves it: told once each, before anything shows it.
  case searchWillBegin, searchWillEnd
  case didSelect(AnyRow)
  case didDeselect(AnyRow)
  /// A row has been moved by ``ListModel/move(_:to:)``; paths are those before and after, `nil` where it does not show.
  case didMove(AnyRow, from: RowPath?, to: RowPath?)
  /// Rows have been deleted by ``ListModel/delete(_:)``.
  case didDelete([AnyRow])
  /// Somebody has asked for an action, after all handlers.
  case didPerform(ActionRequest)
  case didSetControl(row: AnyRow, key: String, value: JSONValue)
  case didSetEditing(Bool)
  /// Rows and section headers have come into what a front end shows, or gone; see ``ListModel/viewport(_:)``.
  case willDisplay(rows: [RowID], sections: [SectionID])
  case didEndDisplaying(rows: [RowID], sections: [SectionID])
  /// A front end shows these positions now, and so other rows than before, or more room around them.
  case didScroll(to: Range<Int>)
}

/// Goes on as long as somebody keeps it.
public final class Observation: Sendable {
  private let cancellation: @Sendable () -> Void
  init(_ cancellation: @escaping @Sendable () -> Void) { self.cancellation = cancellation }

  /// Nothing is told any more; what is being told at the moment may still be.
  public func cancel() { cancellation() }

  deinit { cancellation() }
}

/// What is still to be told, and to whom.
struct EventQueue {
  /// What of a transaction takes a view to be told is made of its notes when it is told: nobody waits for that.
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

  /// What to tell next, and to whom. Whoever has got something comes back for more, and is the only one who does.
  mutating func next(isTelling wasTelling: Bool) -> (next: Waiting, to: [@Sendable (ListEvent) -> Void])? {
    if isTelling && !wasTelling { return nil }
    isTelling = !waiting.isEmpty
    return waiting.isEmpty ? nil : (waiting.removeFirst(), observers.map(\.body))
  }
}

extension ListModel {
  /// Tells of everything that happens from now on, as long as the observation is kept.
  ///
  /// - Parameter body: called without a lock, one event after the other, in the order in which they happened: on the thread
  ///   that made the change, or on one that is telling at that moment.
  public func observe(_ body: @escaping @Sendable (ListEvent) -> Void) -> Observation {
    let number = state.withLock { $0.events.add(body) }
    return Observation { [weak self] in self?.change { $0.events.remove(number) } }
  }

  /// Tells what there is to tell, unless somebody is telling, or this thread is editing: then it does so afterwards.
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

  /// Sends an event to all observers. In a transaction it is sent when that has ended, in the order of the edits, unless it throws.
  func tell(_ event: ListEvent) {
    if let editor = openEditor, (try? editor.note(.event(event))) != nil { return }
    state.withLock { $0.events.append(event) }
    tell()
  }
}
