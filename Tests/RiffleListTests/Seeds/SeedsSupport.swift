import Riffle
import RiffleList

/// What a list tells, written down.
final class Told: Sendable {
  private let lines = Lock<[String]>([])

  func add(_ line: String) { lines.withLock { $0.append(line) } }

  /// All that has been told since somebody last asked.
  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}

extension ListEvent {
  /// What has happened, in few words.
  var text: String {
    switch self {
    case .updated: "updated"
    case .reconfigured(let rows): "reconfigured \(rows.map(\.name))"
    case .searchWillBegin: "search will begin"
    case .searchWillEnd: "search will end"
    case .didSelect(let row): "did select \(row.id)"
    case .didDeselect(let row): "did deselect \(row.id)"
    case .didMove(let row, _, _): "did move \(row.id)"
    case .didDelete(let rows): "did delete \(rows.map(\.id.name).joined(separator: " "))"
    case .didPerform(let request): "did perform \(request.selector.text) on \(request.row.id)"
    case .didSetControl(let row, let key, _): "did set \(key) of \(row.id)"
    case .didSetEditing(let isEditing): "did set editing \(isEditing)"
    case .willDisplay(let rows, let sections): "will display \(rows.map(\.name)) of \(sections.map(\.name))"
    case .didEndDisplaying(let rows, let sections): "did end displaying \(rows.map(\.name)) of \(sections.map(\.name))"
    case .didScroll(let positions): "did scroll to \(positions)"
    }
  }
}

extension ActionSelector {
  fileprivate var text: String {
    switch self {
    case .key(let key): key.name
    case .control(let name), .name(let name): name
    }
  }
}

extension ListModel {
  /// Writes down all that happens, as long as the observation is kept.
  func tell(_ told: Told) -> Observation { observe { told.add($0.text) } }

  /// What shows, as `"section: row row"`.
  var text: [String] { view.snapshot().text }

  /// Where a row stands, as `"section group index"`.
  func placeText(_ id: RowID) -> String? { place(of: id).map { "\($0.section) \($0.group) \($0.index)" } }
}

extension ListUpdate {
  /// What a table view shows that showed what was before and makes the changes.
  func performedByTableView() throws -> ListSnapshot {
    var table = TableViewSimulator(before.snapshot())
    try table.perform(TableViewUpdates(changes()), source: after.snapshot())
    return table.shown
  }
}

/// Rows named by their ids.
func rows(_ ids: String) -> [AnyRow] {
  ids.split(separator: " ").map { AnyRow(Row(id: RowID(String($0)), title: "row \($0)")) }
}
