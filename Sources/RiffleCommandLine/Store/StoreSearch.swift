#if Store
  package import Riffle
  import RiffleInput
  import RiffleStore

  /// A search in a store, which another process may be writing.
  package struct StoreSearch {
    private let path: String
    private let table: String?
    private let scope: Scope?

    package init(_ path: String, _ list: StoreListOptions) {
      (self.path, table) = (path, list.table)
      scope = list.scope.isEmpty ? nil : .and(list.scope.map { .scope($0) })
    }

    /// The number of hits whose payloads are read at once.
    private static let hitsAtOnce = 500

    /// Prints the hits, or counts them.
    /// - Returns: whether there are any.
    package func run(_ request: SearchRequest, _ options: OutputOptions) throws(CommandError) -> Bool {
      let started = monotonicSeconds()
      let store = try openStore(path, table: table, StoreOptions(access: .reading))
      let opened = monotonicSeconds()
      let results = try search(store, request)
      let found = monotonicSeconds()
      let writer = ByteWriter()
      if let output = options.output {
        try print(results, of: store, options, output, to: writer)
      } else {
        try writer.write("\(results.total)\n")
      }
      try writer.flush()
      if options.verbose {
        Program.note("\(store.snapshot().count) items, \(results.total)\(results.isTotalExact ? "" : " or more") found")
        Program.note(
          "opened in \(((opened - started) * 1000).inThousandths) ms, searched in \(((found - opened) * 1000).inThousandths) ms"
        )
      }
      return results.total > 0
    }

    /// Returns the present list, or the part of it to search.
    package func snapshot() throws(CommandError) -> Snapshot<Item<ItemID>, ItemID> {
      let store = try openStore(path, table: table, StoreOptions(access: .reading))
      do throws(ScopeError) {
        if let scope { return try store.snapshot().restricted(to: scope) }
        return store.snapshot()
      } catch {
        throw .usage("\(path): \(error)")
      }
    }

    private func search(
      _ store: ListStore, _ request: SearchRequest
    ) throws(CommandError) -> SearchResults<Item<ItemID>, ItemID> {
      func once() throws(CommandError) -> SearchResults<Item<ItemID>, ItemID> {
        var list = store.snapshot()
        do throws(ScopeError) {
          if let scope { list = try list.restricted(to: scope) }
        } catch {
          throw .usage("\(path): \(error)")
        }
        return list.search(request)
      }
      note(store.snapshot().truncatedFields)
      var results = try once()
      if results.isPartial, store.snapshot().isDamaged {
        Program.note("\(path): part of the index is damaged: riffle-store rebuild makes it anew; searched without it")
        try buildIndex(of: store)
        results = try once()
      }
      if results.isPartial { Program.note("\(path): the answer is partial, because the list is still being read") }
      return results
    }

    /// The most texts named that are not searched to their ends.
    private static let mostNamed = 20

    /// Reports the texts that are not searched to their ends.
    private func note(_ truncated: [TruncatedField<ItemID>]) {
      for text in truncated.prefix(StoreSearch.mostNamed) {
        Program.note(
          "\(path): item \(text.id): of \(text.utf8Count) bytes of its \(text.field.name) the first \(ItemText.indexedFieldLength) are searched"
        )
      }
      let others = truncated.count - StoreSearch.mostNamed
      if others > 0 { Program.note("\(path): \(others) more texts are not searched to their ends") }
    }

    private func print(
      _ results: SearchResults<Item<ItemID>, ItemID>, of store: ListStore, _ options: OutputOptions,
      _ output: any HitOutput, to writer: ByteWriter
    ) throws(CommandError) {
      var start = 0
      while start < results.count {
        let hits = results[start..<min(start + StoreSearch.hitsAtOnce, results.count)]
        let items =
          options.format == .json
          ? try storing { () throws(StoreError) in try store.items(hits.map(\.id)) } : hits.map { _ in nil }
        for (hit, item) in zip(hits, items) {
          try output.write(
            StoreHit(hit: hit, item: item), explanation: options.explain ? hit.explanation : nil, to: writer)
        }
        start = hits.endIndex
      }
    }
  }

  /// A hit in a store.
  private struct StoreHit: PrintedHit {
    let hit: Hit<Item<ItemID>, ItemID>
    /// The item with its payload, if it is needed and the item still exists.
    let item: StoreItem?

    var id: ItemID { hit.id }
    var position: Int { hit.position }
    var score: Score { hit.score }
    var matchedFields: [Field] { hit.matchedFields }
    var missingTerms: [String] { hit.missingTerms }
    var layout: KeyboardLayout? { hit.layout }
    var fields: [Field] { [.title] + [.reading, .searchText].filter { !text(of: $0).isEmpty } }

    func text(of field: Field) -> String {
      switch field {
      case .title: hit.element.title
      case .reading: hit.element.reading
      case .searchText: hit.element.searchText
      }
    }

    func utf8Highlights(in field: Field) -> [Range<Int>] { hit.utf8Highlights(in: field) }

    /// Passes id and title.
    func withBytes(
      isMarked: Bool, _ body: (UnsafeBufferPointer<UInt8>, [Range<Int>]) throws(CommandError) -> Void
    ) throws(CommandError) {
      let id = Array("\(hit.id)\t".utf8)
      let marked =
        isMarked ? utf8Highlights(in: .title).map { $0.lowerBound + id.count..<$0.upperBound + id.count } : []
      let bytes = id + hit.element.title.utf8
      try bytes.withUnsafeBufferPointer { bytes throws(CommandError) in try body(bytes, marked) }
    }

    func writeMembers(to json: inout JSONWriter) {
      guard let item else { return }
      if !item.section.isEmpty { json.member("section", item.section) }
      if let payload = item.payload { json.member(payload) }
    }
  }
#endif
