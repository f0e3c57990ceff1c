#if Service
  import Riffle

  /// The hits of a search of a shard, with the keys that they are merged by.
  struct ShardHits: Sendable {
    let found: Found
    /// The cost of the best hit, in units of the cost table; `UInt32.max` if there is none, or no limit.
    let least: UInt32
    /// For each hit, its key, and the number of bytes before the key of its place in the list.
    let keys: [(key: MergeKey, placeStart: Int)]
    let samples: [(index: Int, key: MergeKey)]
    /// For each section of the hits, the key of its first one, and the number of bytes before what follows its value.
    let sections: [(key: MergeKey, valueEnd: Int)]
    /// As ``ShardAnswer/isWhole``.
    let isWhole: Bool
  }

  extension SearchPool {
    /// Searches the part of a shard. Takes long: for search threads.
    /// - Parameter samples: the range of hits to return keys of, and their number; `nil` for none.
    /// - Throws: ``Problem``, also if it is cancelled.
    func hits(
      _ parameters: SearchParameters, _ samples: (range: Range<Int>, count: Int)?, in view: View, _ keys: OrderKeys,
      _ caller: Caller, _ cancellation: Cancellation
    ) throws(Problem) -> ShardHits {
      let (request, sort) = (parameters.request, parameters.sort)
      guard sort.isThatOfRequest else {
        let answer: SortedAnswer<Item<ItemID>, ItemID>
        do throws(FilterError) {
          answer = try view.part.sorted(request, by: sort.keys, ties: sort.ties, cancellation: cancellation)
        } catch {
          throw .invalid("sort", "\(error)")
        }
        return try hits(of: answer, parameters, samples, in: view, keys, caller, cancellation)
      }
      let results = view.part.search(request, cancellation: cancellation)
      let part = results.part
      return ShardHits(
        found: Found(results), least: results.least,
        keys: results.map { hit -> (key: MergeKey, placeStart: Int) in
          let order = keys.key(of: hit.element)
          if part != nil { return (MergeKey(order), 0) }
          let key = MergeKey(ranked: hit, order: order)
          return (key, key.bytes.count - order.count)
        },
        samples: try part.map { part throws(Problem) in
          try self.samples(samples, of: part, keys, caller, cancellation)
        } ?? [], sections: [], isWhole: part != nil)
    }

    private func hits(
      of answer: SortedAnswer<Item<ItemID>, ItemID>, _ parameters: SearchParameters,
      _ samples: (range: Range<Int>, count: Int)?, in view: View, _ keys: OrderKeys, _ caller: Caller,
      _ cancellation: Cancellation
    ) throws(Problem) -> ShardHits {
      typealias Keyed = SortedAnswer<Item<ItemID>, ItemID>.KeyedHit
      func key(_ keyed: Keyed) -> (key: MergeKey, placeStart: Int) {
        (MergeKey(keyed.key + keys.key(of: keyed.hit.element)), keyed.key.count)
      }
      let window = answer.keyedHits(offset: parameters.request.offset, limit: parameters.request.limit)
      var sampled: [(index: Int, key: MergeKey)] = []
      if let samples {
        let places = SearchPool.sampled(samples.range.clamped(to: 0..<answer.count), samples.count)
        caller.allowance.spend(work: places.count * keys.work)
        if cancellation.isCancelled { try checkEnding(.cancelled) }
        sampled = zip(places, answer.keyedHits(at: places)).map { ($0, key($1).key) }
      }
      let found = try Found(
        answer, hits: window.map(\.hit), isPartial: view.part.isPartial, parameters.sections)
      let starts = (found.sections ?? []).map(\.start)
      caller.allowance.spend(work: starts.count * keys.work)
      let sections = answer.keyedHits(at: starts).map { (key($0).key, $0.valueByteCount) }
      return ShardHits(
        found: found, least: answer.least, keys: window.map(key), samples: sampled, sections: sections, isWhole: true)
    }
  }
#endif
