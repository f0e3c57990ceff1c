#if Store
  package import Riffle
  import RiffleInput
  import RiffleStore

  /// A search in a store, which another process may be writing.
  package struct StoreSearch {
    private let path: String
    private let table: String?
    private let scope: Scope?
    private let fields: Fields

    /// A filter, an order and counts by fields.
    package struct Fields: Sendable {
      package var filter: Filter?
      package var order = FieldOrder()
      package var facets: [Facet] = []

      package init() {}

      /// - Parameters: the options `--where`, `--sort`, `--facets` and `--facet-limit`.
      /// - Throws: an error if the filter or the order has a fault.
      package init(
        where filter: String?, sort: [String], facets: [String], facetLimit: Int
      ) throws(CommandError) {
        self.filter = try FieldTexts.filter(filter)
        order = try FieldTexts.order(sort)
        self.facets = FieldTexts.names(facets).map { Facet($0, limit: facetLimit) }
      }
    }

    package init(_ path: String, _ list: StoreListOptions, _ fields: Fields = Fields()) {
      (self.path, table) = (path, list.table)
      self.fields = fields
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
      let answer = try search(store, request)
      let found = monotonicSeconds()
      let writer = ByteWriter()
      if let output = options.output {
        try print(answer.hits, of: store, options, output, to: writer)
      } else {
        try writer.write("\(answer.total)\n")
      }
      if !answer.counts.isEmpty {
        try options.format.write(answer.counts, endingWith: options.endsWithNUL ? 0 : 10, to: writer)
      }
      try writer.flush()
      if options.verbose {
        Program.note("\(store.snapshot().count) items, \(answer.total)\(answer.isTotalExact ? "" : " or more") found")
        Program.note(
          "opened in \(((opened - started) * 1000).inThousandths) ms, searched in \(((found - opened) * 1000).inThousandths) ms"
        )
      }
      return answer.total > 0
    }

    /// The hits in the window, and the counts of facets.
    private struct Answer {
      let hits: [Hit<Item<ItemID>, ItemID>]
      let total: Int
      let isTotalExact, isPartial: Bool
      var counts: [FacetCounts] = []

      init(_ results: SearchResults<Item<ItemID>, ItemID>) {
        hits = Array(results)
        (total, isTotalExact, isPartial) = (results.total, results.isTotalExact, results.isPartial)
      }

      init(_ answer: SortedAnswer<Item<ItemID>, ItemID>, _ request: SearchRequest, isPartial: Bool) {
        hits = answer.hits(offset: request.offset, limit: request.limit)
        (total, isTotalExact, self.isPartial) = (answer.count, answer.isComplete, isPartial)
      }
    }

    private func answer(
      _ request: SearchRequest, in list: Snapshot<Item<ItemID>, ItemID>
    ) throws(CommandError) -> Answer {
      let left = try filtered(list)
      do throws(FilterError) {
        var answer: Answer
        let order = fields.order
        if order.isThatOfRequest {
          answer = Answer(left.search(request))
        } else {
          answer = Answer(
            try left.sorted(request, by: order.keys, ties: order.ties), request, isPartial: left.isPartial)
        }
        if !fields.facets.isEmpty { answer.counts = try left.facets(fields.facets, of: request) }
        return answer
      } catch {
        throw .usage("\(path): \(error)")
      }
    }

    /// Returns the present list, or the part of it to search.
    package func snapshot() throws(CommandError) -> Snapshot<Item<ItemID>, ItemID> {
      let store = try openStore(path, table: table, StoreOptions(access: .reading))
      return try filtered(try scoped(store.snapshot()))
    }

    private func scoped(
      _ list: Snapshot<Item<ItemID>, ItemID>
    ) throws(CommandError) -> Snapshot<Item<ItemID>, ItemID> {
      do throws(ScopeError) {
        return try scope.map { scope throws(ScopeError) in try list.restricted(to: scope) } ?? list
      } catch {
        throw .usage("\(path): \(error)")
      }
    }

    private func filtered(
      _ list: Snapshot<Item<ItemID>, ItemID>
    ) throws(CommandError) -> Snapshot<Item<ItemID>, ItemID> {
      do throws(FilterError) {
        return try fields.filter.map { filter throws(FilterError) in try list.filtered(by: filter) } ?? list
      } catch {
        throw .usage("\(path): \(error)")
      }
    }

    private func search(
      _ store: ListStore, _ request: SearchRequest
    ) throws(CommandError) -> Answer {
      func once() throws(CommandError) -> Answer { try answer(request, in: try scoped(store.snapshot())) }
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
      _ results: [Hit<Item<ItemID>, ItemID>], of store: ListStore, _ options: OutputOptions,
      _ output: any HitOutput, to writer: ByteWriter
    ) throws(CommandError) {
      let fields = try storing { () throws(StoreError) in try store.list }.settings.fields
      var start = 0
      while start < results.count {
        let hits = results[start..<min(start + StoreSearch.hitsAtOnce, results.count)]
        let items =
          options.format == .json
          ? try storing { () throws(StoreError) in try store.items(hits.map(\.id)) } : hits.map { _ in nil }
        for (hit, item) in zip(hits, items) {
          try output.write(
            StoreHit(hit: hit, item: item, definitions: fields), explanation: options.explain ? hit.explanation : nil,
            to: writer)
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
    /// The fields of the list.
    let definitions: [FieldDefinition]

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
      // `fields` are the fields of texts that match.
      json.member("values", item.fields, of: definitions)
    }
  }
#endif
