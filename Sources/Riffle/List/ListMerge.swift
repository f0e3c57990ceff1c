/// One segment made of several of a list, while the list goes on changing.
struct ListMerge<Element: Sendable, ID: Hashable & Sendable>: Sendable {
  /// The segments as they were when the merge began.
  private let contents: [ListSegment<Element, ID>]
  private let sources: [ListRows.Segment]
  private let relabellings: Int
  private let reader: ElementReader<Element, ID>

  /// - Parameter parts: which segments of the list to merge.
  init(_ parts: [Int], of state: ListState<Element, ID>) {
    contents = parts.map { state.contents[$0] }
    sources = parts.map { state.rows.segments[$0] }
    relabellings = state.rows.relabellings
    reader = state.reader
  }

  /// How many rows the new segment will have at most.
  var count: Int { sources.reduce(0) { $0 + $1.live.count } }

  var sourceIDs: Set<ObjectIdentifier> { Set(contents.map { ObjectIdentifier($0) }) }

  /// What a merge has made, to be put into the list.
  struct Outcome: Sendable {
    let content: ListSegment<Element, ID>
    let labels: OrderLabels
    let order: [MergeRow]
  }

  /// Makes the segment: what takes long, and needs nobody to wait.
  /// - Returns: `nil` if it was cancelled, or if a segment is damaged: what would be made of it would look sound.
  /// - Throws: ``IndexError/tooLarge(what:limit:)``.
  func run(isCancelled: () -> Bool) throws(IndexError) -> Outcome? {
    for content in contents where !content.isSoundThroughout(isCancelled: isCancelled) { return nil }
    let order = mergedOrder()
    let segments = contents.map(\.segment)
    guard let segment = try SegmentMerge(segments, order: order).run(isCancelled: isCancelled) else { return nil }
    var ids: [ID] = []
    ids.reserveCapacity(order.count)
    let sourceIDs = contents.map(\.ids.ids)
    for row in order { ids.append(sourceIDs[Int(row.source)][Int(row.row)]) }
    let table = try reader.idTable(of: ids)
    if isCancelled() { return nil }
    let scopes = scopes(order)
    let fields = try fields(order)
    if isCancelled() { return nil }
    let content = ListSegment(
      segment: segment, elements: elements(order, segment, table, scopes, fields), ids: table, scopes: scopes,
      fields: fields, bucketStarts: bucketStarts(order), truncated: truncated(order))
    return Outcome(content: content, labels: labels(order, of: sources.map(\.labels)), order: order)
  }

  private func elements(
    _ order: [MergeRow], _ segment: Segment, _ ids: IDTable<ID>, _ scopes: ScopeColumns, _ fields: FieldColumns
  ) -> ElementColumn<Element> {
    if let storage = reader.storage { return storage.column(of: segment, ids, scopes, fields) }
    var elements: [Element] = []
    elements.reserveCapacity(order.count)
    let sources = contents.map(\.elements)
    for row in order { elements.append(sources[Int(row.source)][Int(row.row)]) }
    return .array(elements)
  }

  /// Puts the outcome into the list as it is now, in place of the segments that it was made of.
  func apply(_ outcome: Outcome, to state: inout ListState<Element, ID>) {
    var merged = ListRows.Segment(labels: outcome.labels)
    var labels = [OrderLabels?](repeating: nil, count: sources.count)
    for (source, old) in sources.enumerated() {
      let part = state.contents.firstIndex { $0 === contents[source] }
      let gone = old.live.rows(goneIn: part.map { state.rows.segments[$0].live })
      merged.live.remove(
        contentsOf: gone.map { UInt32(truncatingIfNeeded: newRow(source, $0, outcome.order)) })
      if let part {
        labels[source] = state.rows.segments[part].labels
        state.removeSegment(part)
      }
    }
    guard merged.live.count > 0 else { return }
    if state.rows.relabellings != relabellings { merged.labels = self.labels(outcome.order, of: labels) }
    state.append(outcome.content, merged)
  }

  /// The live rows of all sources in list order.
  private func mergedOrder() -> [MergeRow] {
    var next = sources.map { _ in 0 }
    var heads = sources.indices.map { head(&next[$0], of: sources[$0]) }
    var order: [MergeRow] = []
    order.reserveCapacity(count)
    while true {
      // Mostly many rows of the largest source come one after another.
      var best: Int?
      var second: OrderLabel?
      for source in heads.indices {
        guard let label = heads[source] else { continue }
        if let known = best.flatMap({ heads[$0] }) {
          if known <= label {
            second = second.map { min($0, label) } ?? label
            continue
          }
          second = second.map { min($0, known) } ?? known
        }
        best = source
      }
      guard let best else { return order }
      while let label = heads[best], second.map({ label <= $0 }) ?? true {
        order.append(MergeRow(source: best, row: next[best]))
        next[best] += 1
        heads[best] = head(&next[best], of: sources[best])
      }
    }
  }

  private func head(_ row: inout Int, of source: ListRows.Segment) -> OrderLabel? {
    while row < source.labels.count, !source.live.contains(row) { row += 1 }
    return row < source.labels.count ? source.labels[row] : nil
  }

  /// - Parameter labels: of each source; `nil` if all its rows have gone, so that nobody has kept them in order.
  private func labels(_ order: [MergeRow], of labels: [OrderLabels?]) -> OrderLabels {
    var found: [OrderLabel] = []
    found.reserveCapacity(order.count)
    for row in order {
      found.append(labels[Int(row.source)]?[Int(row.row)] ?? found.last ?? OrderLabel(rawValue: 0))
    }
    return OrderLabels(found)
  }

  /// Where a row has gone.
  private func newRow(_ source: Int, _ row: Int, _ order: [MergeRow]) -> Int {
    let label = sources[source].labels[row]
    return order.partitioningIndex { sources[Int($0.source)].labels[Int($0.row)] >= label }
  }

  private func scopes(_ order: [MergeRow]) -> ScopeColumns {
    ScopeColumns(
      reader.scopeNames, of: order.lazy.map { contents[Int($0.source)].scopes.membership(Int($0.row)) })
  }

  private func fields(_ order: [MergeRow]) throws(IndexError) -> FieldColumns {
    var rows = reader.fieldRows
    rows.append(
      contentsOf: order.lazy.map { (source: Int($0.source), row: Int($0.row)) }, of: contents.map(\.fields))
    return try rows.columns(rowCount: order.count)
  }

  private func bucketStarts(_ order: [MergeRow]) -> [Int] {
    guard !reader.order.labels.isEmpty else { return [] }
    var starts = [Int](repeating: 0, count: reader.order.labels.count + 1)
    for (content, source) in zip(contents, sources) {
      for bucket in starts.indices { starts[bucket] += source.live.rank(content.bucketStarts[bucket]) }
    }
    return starts
  }

  private func truncated(_ order: [MergeRow]) -> [(row: Int, field: Field, bytes: Int)] {
    var found: [(row: Int, field: Field, bytes: Int)] = []
    for source in sources.indices {
      for field in contents[source].truncated where sources[source].live.contains(field.row) {
        found.append((newRow(source, field.row, order), field.field, field.bytes))
      }
    }
    return found.sorted { $0.row < $1.row }
  }
}
