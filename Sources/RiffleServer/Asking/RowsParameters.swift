#if Service
  import Riffle

  /// The parameters of a window in list order.
  struct RowsParameters: Sendable {
    let offset, limit: Int
    let around: ItemID?
    let before: Int?
    let include: Set<Inclusion>
    let part: PartParameters
    /// `new`, or a token.
    let snapshot: String?

    static let names = PartParameters.names.union(["offset", "limit", "around", "before", "include", "snapshot"])

    /// - Throws: ``Problem``.
    init(_ parameters: Parameters, _ list: ServedList, _ limits: Limits) throws(Problem) {
      limit = try parameters.integer("limit", in: 0...limits.window) ?? min(50, limits.window)
      let offset = try parameters.integer("offset", in: 0...SearchParameters.mostOffset)
      include = try SearchParameters.include(parameters)
      part = try PartParameters(parameters, list)
      snapshot = try parameters.text("snapshot")
      before = try parameters.integer("before", in: 0...limits.window)
      if before != nil, !parameters.has("around") {
        throw Problem.invalid("before", "“before” belongs to “around”: give the id of a row with it")
      }
      var around: ItemID?
      if let text = try parameters.text("around") {
        if parameters.has("offset") {
          throw Problem.invalid("offset", "“offset” and “around” cannot be had together: leave one out")
        }
        around = try ItemID(text: text, parameter: "around")
      }
      (self.offset, self.around) = (offset ?? 0, around)
    }
  }

  /// The parameters of a jumplist.
  struct JumplistParameters: Sendable {
    let query: Query
    let reach: Reach
    let showsEmpty: Bool
    let part: PartParameters
    /// `new`, or a token.
    let snapshot: String?

    static let names = PartParameters.names.union(["q", "mode", "syntax", "reach", "showsEmpty", "snapshot"])

    /// - Throws: ``Problem``.
    init(_ parameters: Parameters, _ list: ServedList) throws(Problem) {
      query = try SearchParameters.query(parameters)
      reach = try SearchParameters.reach(parameters)
      showsEmpty = try parameters.boolean("showsEmpty") ?? true
      snapshot = try parameters.text("snapshot")
      part = try PartParameters(parameters, list)
    }

    /// Returns the request for all hits.
    func request(workLimit: Int) -> SearchRequest {
      SearchRequest(query, order: .list, limit: 0, reach: reach, workLimit: workLimit)
    }
  }
#endif
