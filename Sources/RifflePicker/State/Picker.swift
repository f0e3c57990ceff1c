package import Riffle

/// The state of a picker: a value that events change and that returns effects.
///
/// It is independent of terminal and list: hits arrive as answers to wishes. So its result does not depend on the timing of
/// threads, except for answers already received.
package struct Picker: Sendable {
  package let options: PickerOptions
  package internal(set) var bindings: KeyBindings
  package internal(set) var editor: QueryEditor
  package internal(set) var mode: QueryMode
  package internal(set) var isSorted: Bool
  package internal(set) var isSearchEnabled: Bool
  package internal(set) var showsWhy = false
  package internal(set) var showsHeader = true
  package internal(set) var prompt: String
  package internal(set) var header: [String]
  package internal(set) var size = GridSize(rows: 24, columns: 80)
  package internal(set) var list = ListProgress()
  package internal(set) var answer = Answer()
  package internal(set) var selection: Selection
  package internal(set) var preview: PreviewState
  /// The place of the cursor among the hits, from 0 for the best.
  package internal(set) var cursor = 0
  /// The place of the first visible hit.
  package internal(set) var scroll = 0
  /// The item under the cursor before the query changed, if the cursor follows it.
  private var tracked: UInt32?
  /// The last error.
  package internal(set) var problem: String?
  /// The frame of the spinner.
  package internal(set) var ticks = 0
  /// Whether the next key is a letter to jump to.
  package internal(set) var isAwaitingLetter = false
  package internal(set) var isOver = false

  /// The query in effect; it differs from the typed text if searching is switched off.
  var searchedText: String
  var revision = 0
  package internal(set) var lastWish: Wish?
  var history: QueryHistory?
  /// The actions to perform as soon as the typed text has been answered.
  var awaited: [Action]?
  var lastClick: (row: Int, milliseconds: Int)?
  var printed: [String] = []
  var triggered = Triggered()

  /// The events that have been fired.
  struct Triggered: Sendable {
    var start = false
    var load = false
    var focus: UInt32?
    var count: Int?
    var revision = -1
    var depth = 0
  }

  package init(_ options: PickerOptions) {
    self.options = options
    bindings = options.bindings
    editor = QueryEditor(options.query)
    answer.wish.revision = -1
    searchedText = editor.text
    mode = options.mode
    isSorted = options.isSorted
    isSearchEnabled = options.isSearchEnabled
    prompt = options.prompt
    header = options.header
    selection = Selection(limit: options.multiLimit)
    preview = PreviewState(options)
    history = options.history.map { QueryHistory($0) }
  }

  // MARK: - Visible state

  /// The number of hits to move among.
  package var count: Int { answer.total }

  /// Whether the typed text is still being searched for.
  package var isSearching: Bool { answer.wish.revision != revision || answer.list != list.list }

  /// Whether the visible hits are those of the typed text: lines not searched yet may have better ones.
  var isSettled: Bool { !isSearching && answer.isOfAllRead }

  /// Whether the visible hits may differ from those of the whole list.
  package var isPartial: Bool { list.isReading || !answer.isOfWholeList }

  /// Returns the hit at a place; `nil` if it is not loaded.
  package func hit(at place: Int) -> PickerHit? {
    let index = place - answer.wish.offset
    return answer.hits.indices.contains(index) ? answer.hits[index] : nil
  }

  package var current: PickerHit? { hit(at: cursor) }

  package var layout: PickerLayout { PickerLayout(self) }

  /// Whether a spinner shows.
  package var isBusy: Bool { isPartial || isSearching || awaited != nil }

  // MARK: - Events

  /// Handles an event, and returns the effects to perform.
  package mutating func handle(_ event: PickerEvent) -> [PickerEffect] {
    if isOver { return [] }
    var effects: [PickerEffect] = []
    switch event {
    case .input(let input, let milliseconds): take(input, milliseconds, &effects)
    case .resize(let size):
      self.size = size
      preview.clamp(rows: layout.previewText.rows)
      fire(.resize, &effects)
    case .list(let progress):
      if progress.list != list.list { begin(progress.list) }
      if progress.firstID > list.firstID { selection.removeAll(before: progress.firstID) }
      list = progress
    case .answer(let answer): take(answer, &effects)
    case .collected(let ids, let purpose, let revision):
      if revision == self.revision { collect(ids, purpose) }
    case .preview(let text): preview.take(text, rows: layout.previewText.rows)
    case .transformed(let part, let text): transform(part, text, &effects)
    case .failed(let problem): self.problem = problem
    case .tick: ticks &+= 1
    }
    settle(&effects)
    return effects
  }

  /// Begins with another list.
  private mutating func begin(_ list: Int) {
    self.list.list = list
    answer = Answer()
    answer.wish.revision = -1
    answer.list = list
    selection.removeAll()
    (cursor, scroll) = (0, 0)
    tracked = nil
    revision += 1
    triggered.load = false
  }

  private mutating func take(_ answer: Answer, _ effects: inout [PickerEffect]) {
    // An older answer never replaces a newer one.
    guard answer.list == list.list, answer.wish.revision >= self.answer.wish.revision,
      answer.wish.revision <= revision
    else { return }
    let tracked = options.tracksCurrent ? tracked ?? current?.id : nil
    if answer.wish.revision == revision { self.tracked = nil }
    self.answer = answer
    if let tracked, let index = answer.hits.firstIndex(where: { $0.id == tracked }) {
      cursor = answer.wish.offset + index
    }
    if answer.problem != nil { self.answer.total = 0 }
    problem = answer.problem
    clamp()
    if isSettled, let actions = awaited {
      awaited = nil
      perform(actions, &effects)
    }
  }

  private mutating func collect(_ ids: [UInt32], _ purpose: Collecting) {
    for id in ids {
      switch purpose {
      case .select: selection.insert(id)
      case .deselect: selection.remove(id)
      case .toggle: selection.toggle(id)
      }
    }
  }

  private mutating func transform(_ part: Transforming, _ text: String, _ effects: inout [PickerEffect]) {
    switch part {
    case .actions:
      do throws(PickerOptionError) {
        if !text.isEmpty { perform(try KeyBindings.actions(text), &effects) }
      } catch {
        problem = error.description
      }
    case .query: setQuery(text)
    case .prompt: prompt = text
    case .header:
      header = text.isEmpty ? [] : text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }

  // MARK: - After each event

  /// Updates dependent state, and adds further effects.
  private mutating func settle(_ effects: inout [PickerEffect]) {
    clamp()
    if isOver { return }
    fireEvents(&effects)
    clamp()
    if isOver { return }
    let wish = wish()
    if wish != lastWish {
      lastWish = wish
      effects.append(.search(wish))
    }
    if let request = preview.wanted(self) { effects.append(.preview(request)) }
    endByItself(&effects)
  }

  private mutating func fireEvents(_ effects: inout [PickerEffect]) {
    guard triggered.depth == 0 else { return }
    if !triggered.start {
      triggered.start = true
      fire(.start, &effects)
    }
    let isLoaded = !list.isReading && answer.isOfWholeList && !isSearching
    if isLoaded, !triggered.load {
      triggered.load = true
      fire(.load, &effects)
    }
    if !isSearching, answer.isTotalExact {
      let isNew = triggered.revision != answer.wish.revision
      if isNew || triggered.count != answer.total {
        triggered.revision = answer.wish.revision
        triggered.count = answer.total
        fire(.result, &effects)
        if answer.total == 0, isLoaded { fire(.zero, &effects) }
        if answer.total == 1, isLoaded { fire(.one, &effects) }
      }
    }
    if let id = current?.id, triggered.focus != id {
      triggered.focus = id
      fire(.focus, &effects)
    }
  }

  private mutating func endByItself(_ effects: inout [PickerEffect]) {
    guard options.selectsOne || options.endsWithoutHits, !isOver, revision == 0 || triggered.load else { return }
    guard !list.isReading, answer.isOfWholeList, answer.isTotalExact, !isSearching, !hasStarted else { return }
    hasStarted = true
    if options.endsWithoutHits, answer.total == 0 { end(.accepted(printed: startOfOutput(nil), ids: []), &effects) }
    if options.selectsOne, answer.total == 1, let id = hit(at: 0)?.id {
      end(.accepted(printed: startOfOutput(nil), ids: [id]), &effects)
    }
  }

  /// Whether the picker is known not to end by itself.
  private var hasStarted = false

  /// Whether nothing should be drawn yet, because the picker may end by itself.
  package var isWaitingToShow: Bool {
    (options.selectsOne || options.endsWithoutHits) && !hasStarted && !isOver || options.waitsForAll && list.isReading
  }

  mutating func fire(_ event: Trigger.Event, _ effects: inout [PickerEffect]) {
    // The actions of an event may fire others.
    guard triggered.depth < 4, let actions = bindings[.event(event)] else { return }
    triggered.depth += 1
    perform(actions, &effects)
    triggered.depth -= 1
  }

  /// Returns the wish for the visible part of the hits, and a page before and after it.
  private func wish() -> Wish {
    var wish = Wish()
    wish.revision = revision
    wish.text = searchedText
    wish.mode = mode
    wish.isSorted = isSorted
    wish.explains = showsWhy
    let rows = max(1, layout.list.rows)
    let page = max(rows, 16)
    wish.offset = max(0, scroll - page)
    wish.limit = scroll - wish.offset + 2 * page
    if let last = lastWish, last.revision == wish.revision, last.explains == wish.explains {
      // The loaded window is sufficient.
      let needed = scroll..<min(scroll + rows, max(count, scroll))
      if last.offset <= needed.lowerBound, last.offset + last.limit >= max(needed.upperBound, scroll + 1) {
        return last
      }
    }
    return wish
  }

  mutating func clamp() {
    cursor = max(0, min(cursor, count - 1))
    let rows = max(1, layout.list.rows)
    let off = min(options.scrollOff, (rows - 1) / 2)
    scroll = max(min(scroll, cursor - off), cursor - rows + 1 + off)
    scroll = max(0, min(scroll, count - rows))
  }

  mutating func end(_ outcome: PickerOutcome, _ effects: inout [PickerEffect]) {
    isOver = true
    effects.append(.end(outcome))
  }

  func startOfOutput(_ key: Key?) -> [String] {
    var lines: [String] = []
    if options.printsQuery { lines.append(editor.text) }
    if !options.expectedKeys.isEmpty { lines.append(key?.name ?? "") }
    return lines + printed
  }

  // MARK: - The query

  /// Reacts to a change of the typed text.
  mutating func queryChanged(_ effects: inout [PickerEffect]) {
    if isSearchEnabled { search(editor.text) }
    fire(.change, &effects)
  }

  mutating func setQuery(_ text: String) {
    editor.set(text)
    if isSearchEnabled { search(text) }
  }

  /// Searches for another text.
  mutating func search(_ text: String) {
    guard text != searchedText else { return }
    searchedText = text
    restart()
  }

  /// Restarts the search.
  mutating func restart() {
    // Until it is answered, the cursor is on the best of the former hits.
    if options.tracksCurrent { tracked = tracked ?? current?.id }
    revision += 1
    (cursor, scroll) = (0, 0)
    problem = nil
  }
}
