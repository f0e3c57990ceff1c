import Riffle

// The printed forms of a list and its parts.

extension ListModel: CustomStringConvertible {
  /// Such as `12 rows in 3 sections, generation 4`.
  public var description: String {
    let base = base
    return "\(counted(base.snapshot.count, "row")) in \(counted(base.sections.count, "section")), "
      + "generation \(base.generation)"
  }
}

extension ListView: CustomStringConvertible, CustomDebugStringConvertible {
  /// Such as `2 rows of 12 in 1 section, generation 4, filtered by “or”`.
  public var description: String {
    let all = base.snapshot.count
    let rows = count == all ? counted(count, "row") : "\(count) of \(counted(all, "row"))"
    var text = "\(rows) in \(counted(sectionCount, "section")), generation \(generation)"
    if isFiltering { text += filter.text.map { ", filtered by “\($0)”" } ?? ", filtered" }
    return isPartial ? text + ", partial" : text
  }

  /// The description, and below it the sections with their first rows, each on a line.
  public var debugDescription: String {
    let limit = 50
    var lines = [description]
    for section in sections.prefix(limit) {
      lines.append(section.description)
      lines += section.prefix(limit).map { "  \($0)" }
      if section.count > limit { lines.append("  … and \(section.count - limit) more") }
    }
    if sectionCount > limit { lines.append("… and \(sectionCount - limit) more sections") }
    return lines.joined(separator: "\n")
  }
}

extension ListView.Section: CustomStringConvertible {
  /// Such as `west (Northwest States): 2 rows`.
  public var description: String {
    "\(id)\(traits.title.map { " (\($0))" } ?? ""): \(counted(rowCount, "row"))"
  }
}

extension Row: CustomStringConvertible {
  /// The same as that of ``AnyRow``.
  public var description: String { AnyRow(self).description }
}

extension RenderedRow: CustomStringConvertible {
  public var description: String { "\(row) in \(section)\(isSelected ? ", selected" : "")" }
}

extension DeletionReport: CustomStringConvertible {
  /// Such as `2 rows deleted; or: it cannot be done with this row`.
  public var description: String {
    let refusals = refused.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return (["\(counted(deleted.count, "row")) deleted"] + refusals).joined(separator: "; ")
  }
}

extension Refusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownRow: "the list has no such row"
    case .notAble: "it cannot be done with this row: see its abilities"
    case .notEditing: "it takes edit mode: set isEditing first"
    case .denied(let reason): "a hook denies it\(reason.map { ": \($0)" } ?? "")"
    case .failed(let error): error.description
    }
  }
}

private func counted(_ count: Int, _ name: String) -> String { "\(count) \(name)\(count == 1 ? "" : "s")" }
