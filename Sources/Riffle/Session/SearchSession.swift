/// A search field over a list: it answers what is typed, keystroke by keystroke, each more quickly for what the one
/// before has learnt, and goes along with all changes of the list.
///
///     let session = index.session()
///     for hit in try session.search("göt", limit: 10) { print(hit.element.name) }
///
/// Its answers are those of ``Snapshot/search(_:applying:options:)``, whatever was typed, deleted or pasted before. A front
/// end that draws what the field shows can leave it to the session when to search:
///
///     Task { for await page in session.pages { render(page) } }
///     session.type("göt")
///
/// One session is for one search field. Any thread may use it; searches of one session wait for one another.
public final class SearchSession<Element: Sendable, ID: Hashable & Sendable>: Sendable {
  private let source: Source
  private let engine = Lock(SessionEngine<Element, ID>())
  private let field: Lock<Field>
  private let wakeups = Wakeups()
  private let onWillBegin, onWillEnd: (@Sendable () -> Void)?

  enum Source: Sendable {
    case snapshot(Snapshot<Element, ID>)
    case list(IndexCore<Element, ID>)
  }

  /// What stands in the search field.
  private struct Field {
    var search = SearchFieldText()
    var request: SearchRequest
    var scope: Scope?
    var filter: Filter?
    /// Counts what is typed and set.
    private(set) var revision = 0
    /// Ends the search for a page of this revision.
    private(set) var cancellation = Cancellation()

    /// Something has been typed or set: what is being searched for is overtaken.
    mutating func overtake() {
      revision += 1
      cancellation.cancel()
      cancellation = Cancellation()
    }
  }

  init(
    _ source: Source, _ request: SearchRequest, _ scope: Scope?, onWillBegin: (@Sendable () -> Void)?,
    onWillEnd: (@Sendable () -> Void)?
  ) {
    self.source = source
    self.onWillBegin = onWillBegin
    self.onWillEnd = onWillEnd
    field = Lock(Field(request: request, scope: scope))
    if case .list(let core) = source { core.addObserver(wakeups) }
  }

  /// The list that the next search is asked of: as it is now, or the snapshot that the session was made of.
  public var snapshot: Snapshot<Element, ID> {
    switch source {
    case .snapshot(let snapshot): snapshot
    case .list(let core): Snapshot(core.content())
    }
  }

  // MARK: - Asking

  /// Searches for what stands in the search field now; further windows of the same request are mostly at hand.
  ///
  /// - Parameter cancellation: ends the search soon; see ``SearchResults/ending``.
  public func search(_ request: SearchRequest, cancellation: Cancellation? = nil) -> SearchResults<Element, ID> {
    let snapshot = snapshot
    return withEngine { $0.search(request, in: snapshot, cancellation) }
  }

  /// Searches for the text that stands in the search field now.
  /// - Throws: ``QueryError``.
  public func search(_ text: String, limit: Int = .max) throws(QueryError) -> SearchResults<Element, ID> {
    search(SearchRequest(try Query(text), limit: limit))
  }

  /// Searches the items that meet a filter.
  /// - Throws: ``FilterError``.
  public func search(
    _ request: SearchRequest, filteredBy filter: Filter, cancellation: Cancellation? = nil
  ) throws(FilterError) -> SearchResults<Element, ID> {
    let snapshot = snapshot
    return try withEngine { engine throws(FilterError) in
      engine.search(request, in: try engine.part(filter, of: snapshot), filter: filter, cancellation)
    }
  }

  /// What is left of one snapshot of the list, whatever has become of the list since.
  /// - Parameter request: for hits in list order.
  /// - Throws: ``PartError``.
  package func part(
    of snapshot: Snapshot<Element, ID>, matching request: SearchRequest, in scope: Scope?, filteredBy filter: Filter?
  ) throws(PartError) -> Snapshot<Element, ID>? {
    try withEngine { engine throws(PartError) in
      let part: Snapshot<Element, ID>
      do throws(ScopeError) { part = try engine.part(scope, of: snapshot) } catch { throw .scope(error) }
      let left: Snapshot<Element, ID>
      do throws(FilterError) { left = try engine.part(filter, of: part) } catch { throw .filter(error) }
      return engine.search(request, in: left, scope: scope, filter: filter, nil)
    }.part
  }

  /// The reason why a part of a list cannot be searched.
  package enum PartError: Error {
    case scope(ScopeError)
    case filter(FilterError)
  }

  /// Calls `body` while others wait. The list that was searched before is let go when they need not any more: elements may
  /// have deinitialisers that search.
  private func withEngine<Result, Failure: Error>(
    _ body: (SessionEngine<Element, ID>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var before: SessionEngine<Element, ID>.Held?
    defer { withExtendedLifetime(before) {} }
    return try engine.withLock { engine throws(Failure) in
      before = engine.held
      return try body(engine)
    }
  }

  // MARK: - The field

  /// Somebody enters the search field. Nothing happens if somebody is in it.
  public func begin() { setText { $0 ?? "" } }

  /// The text in the search field is now this; whoever was not in it enters it.
  public func type(_ text: String) { setText { _ in text } }

  /// Somebody leaves the search field, which is then empty. Nothing happens if nobody is in it.
  public func end() { setText { _ in nil } }

  /// How ``pages`` are searched for: with what is typed in the place of the query's text. A change shows in the next page.
  public var request: SearchRequest {
    get { field.withLock { $0.request } }
    set { set { $0.request = newValue } }
  }

  /// The part of the list that ``pages`` search; `nil` for all of it. A change shows in the next page.
  public var scope: Scope? {
    get { field.withLock { $0.scope } }
    set { set { $0.scope = newValue } }
  }

  /// The filter of ``pages``, within ``scope``; `nil` for none. A change takes effect with the next page.
  public var filter: Filter? {
    get { field.withLock { $0.filter } }
    set { set { $0.filter = newValue } }
  }

  private func set(_ change: (inout Field) -> Void) {
    field.withLock { field in
      change(&field)
      field.overtake()
    }
    wakeups.wake()
  }

  /// Whether somebody is in the search field.
  public var isSearching: Bool { field.withLock { $0.search.text != nil } }

  public var phase: SearchPhase {
    let (text, mode) = field.withLock { ($0.search.text, $0.request.query.mode) }
    return phase(text, mode)
  }

  /// The text in the search field as it was typed; `nil` if nobody is in it.
  public var originalSearchString: String? { field.withLock { $0.search.text } }

  /// The text in the search field as it is searched for: folded, and without blanks around it; `nil` if nobody is in it.
  public var searchString: String? {
    let (text, mode) = field.withLock { ($0.search.text, $0.request.query.mode) }
    return text.map { searched($0, mode) }
  }

  /// A text as it would be searched for in a mode, whose folding may be its own.
  package func searched(_ text: String, _ mode: QueryMode) -> String {
    let analyzer = TextAnalyzer(snapshot.state.reader.options.folding)
    switch mode {
    case .lowercasedSubstring: return String(decoding: trimmed(LowercasedHaystack.lowercased(text)), as: UTF8.self)
    case .subsequence:
      let terms = text.split(whereSeparator: \.isWhitespace).map { term in
        String(String.UnicodeScalarView(scalarLetters(of: String(term), analyzer).compactMap(Unicode.Scalar.init)))
      }
      return terms.filter { !$0.isEmpty }.joined(separator: " ")
    case .smart, .words, .substring: return shown(trimmed(analyzer.fold(text)))
    }
  }

  private func phase(_ text: String?, _ mode: QueryMode) -> SearchPhase {
    guard let text else { return .inactive }
    return searched(text, mode).isEmpty ? .empty : .filtering
  }

  /// Tells once that a search begins or ends: before anything shows it. Who is told may use the session, and others may
  /// meanwhile; then the last one to enter or leave the field decides.
  private func setText(_ text: (String?) -> String?) {
    let announcement = field.withLock { field in
      let announcement = field.search.set(text)
      if announcement == nil { field.overtake() }
      return announcement
    }
    if let announcement {
      if announcement.isBeginning { onWillBegin?() } else { onWillEnd?() }
      field.withLock { field in if field.search.set(text, after: announcement) { field.overtake() } }
    }
    wakeups.wake()
  }

  // MARK: - Pages

  /// What the field shows: a page now, and a new one whenever something is typed, set, or changed in the list.
  ///
  /// The newest wins: whoever is slow to ask gets the latest page and none of those before, and a search that is
  /// overtaken while it runs is given up within a millisecond. Pages are made by a task of
  /// their own, which ends with the sequence or the session.
  public var pages: AsyncStream<SearchPage<Element, ID>> {
    let signals = wakeups.stream()
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task.detached { [weak self] in
        var shown: (revision: Int, generation: UInt64)?
        // Whatever overtakes a search wakes this once more. A list that changes all the while must not keep the session.
        for await _ in signals {
          guard let session = self else { break }
          if let (page, revision) = session.page(unless: shown) {
            shown = (revision, page.generation)
            continuation.yield(page)
          }
          if Task.isCancelled { break }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// The page of this moment; `nil` if it has been shown, or has been overtaken while it was made.
  private func page(
    unless shown: (revision: Int, generation: UInt64)?
  ) -> (SearchPage<Element, ID>, revision: Int)? {
    let field = field.withLock { $0 }
    let snapshot = snapshot
    if let shown, shown == (field.revision, snapshot.generation) { return nil }
    let phase = phase(field.search.text, field.request.query.mode)
    let text = phase == .filtering ? field.search.text ?? "" : ""
    let results = results(text, field, snapshot)
    if field.cancellation.isCancelled { return nil }
    let page = SearchPage(
      phase: phase, originalSearchString: field.search.text, generation: snapshot.generation, results: results)
    return (page, field.revision)
  }

  private func results(
    _ text: String, _ field: Field, _ snapshot: Snapshot<Element, ID>
  ) -> Result<SearchResults<Element, ID>, SearchError> {
    let request: SearchRequest
    do { request = try field.request.with(text: text) } catch { return .failure(.query(error)) }
    return withEngine { engine in
      var part: Snapshot<Element, ID>
      do throws(ScopeError) {
        part = try engine.part(field.scope, of: snapshot)
      } catch {
        return .failure(.scope(error))
      }
      do throws(FilterError) {
        part = try engine.part(field.filter, of: part)
      } catch {
        return .failure(.filter(error))
      }
      return .success(
        engine.search(request, in: part, scope: field.scope, filter: field.filter, field.cancellation))
    }
  }

  deinit {
    if case .list(let core) = source { core.removeObserver(wakeups) }
    wakeups.end()
  }
}

extension Snapshot {
  /// Begins to answer queries as they are typed.
  ///
  /// - Parameters:
  ///   - request: how ``SearchSession/pages`` are searched for; see ``SearchSession/request``.
  ///   - scope: the part of the list that they search; `nil` for all of it.
  ///   - onWillBegin: called when somebody enters the search field, on the thread that says so.
  ///   - onWillEnd: called when somebody leaves it.
  public func session(
    _ request: SearchRequest = SearchRequest(limit: 50), scope: Scope? = nil,
    onWillBegin: (@Sendable () -> Void)? = nil, onWillEnd: (@Sendable () -> Void)? = nil
  ) -> SearchSession<Element, ID> {
    SearchSession(.snapshot(self), request, scope, onWillBegin: onWillBegin, onWillEnd: onWillEnd)
  }
}

extension SearchIndex {
  /// Begins to answer queries as they are typed, each on the list as it then is.
  ///
  /// - Parameters:
  ///   - request: how ``SearchSession/pages`` are searched for; see ``SearchSession/request``.
  ///   - scope: the part of the list that they search; `nil` for all of it.
  ///   - onWillBegin: called when somebody enters the search field, on the thread that says so.
  ///   - onWillEnd: called when somebody leaves it.
  public func session(
    _ request: SearchRequest = SearchRequest(limit: 50), scope: Scope? = nil,
    onWillBegin: (@Sendable () -> Void)? = nil, onWillEnd: (@Sendable () -> Void)? = nil
  ) -> SearchSession<Element, ID> {
    SearchSession(.list(core), request, scope, onWillBegin: onWillBegin, onWillEnd: onWillEnd)
  }
}
