import Riffle

extension Picker {
  mutating func perform(_ actions: [Action], pressed key: Key? = nil, _ effects: inout [PickerEffect]) {
    for (index, action) in actions.enumerated() {
      if isOver { return }
      // The visible hits may not be those of the typed text.
      if !isSettled, action.isAboutHits {
        awaited = Array(actions[index...])
        return
      }
      switch action {
      case .simple(let simple): perform(simple, key, &effects)
      case .with(let argued, let text): perform(argued, text, &effects)
      }
    }
  }

  /// The selected items; the one under the cursor if there are none.
  var chosen: [UInt32] { selection.isEmpty ? current.map { [$0.id] } ?? [] : selection.ids }

  mutating func accept(with key: Key? = nil, _ effects: inout [PickerEffect]) {
    end(.accepted(printed: startOfOutput(key), ids: chosen), &effects)
  }

  private mutating func perform(_ action: Action.Simple, _ key: Key?, _ effects: inout [PickerEffect]) {
    if edit(action) {
      queryChanged(&effects)
      return
    }
    let isUpward = options.layout == .default
    let page = max(1, layout.list.rows - 1)
    switch action {
    case .abort: end(.aborted, &effects)
    case .accept: accept(&effects)
    case .acceptNonEmpty: if !chosen.isEmpty { accept(&effects) }
    case .acceptOrPrintQuery:
      if chosen.isEmpty {
        end(.printed(startOfOutput(nil) + (options.printsQuery ? [] : [editor.text])), &effects)
      } else {
        accept(&effects)
      }
    case .bell: effects.append(.bell)
    case .cancel:
      if editor.isEmpty {
        end(.aborted, &effects)
      } else {
        editor.clear()
        queryChanged(&effects)
      }
    case .close: if preview.isVisible { preview.isVisible = false } else { end(.aborted, &effects) }
    case .backwardChar: editor.moveBack()
    case .forwardChar: editor.moveForward()
    case .backwardWord: editor.moveWordBack()
    case .forwardWord: editor.moveWordForward()
    case .beginningOfLine: editor.moveToStart()
    case .endOfLine: editor.moveToEnd()
    case .backwardDeleteCharOrEOF, .deleteCharOrEOF:
      if editor.isEmpty { end(.aborted, &effects) }
    case .backwardDeleteChar:
      if editor.isEmpty { fire(.backwardEOF, &effects) }
    case .clearScreen: effects.append(.redraw)
    case .clearSelection: selection.removeAll()
    case .put: if let key { type(key, &effects) }
    case .up: move(isUpward ? 1 : -1)
    case .down: move(isUpward ? -1 : 1)
    case .pageUp: jump(isUpward ? page : -page)
    case .pageDown: jump(isUpward ? -page : page)
    case .halfPageUp: jump(isUpward ? (page + 1) / 2 : -(page + 1) / 2)
    case .halfPageDown: jump(isUpward ? -(page + 1) / 2 : (page + 1) / 2)
    case .first, .top: cursor = 0
    case .last: cursor = max(0, count - 1)
    case .offsetUp, .offsetDown:
      let step = (action == .offsetUp) == isUpward ? 1 : -1
      scroll = max(0, min(scroll + step, count - layout.list.rows))
      cursor = max(scroll, min(cursor, scroll + max(1, layout.list.rows) - 1))
    case .jumpToLetter: if letters == nil { effects.append(.bell) } else { isAwaitingLetter = true }
    case .letterUp, .letterDown:
      goToLetter(at: letters?.start(of: (action == .letterUp) == isUpward ? 1 : -1, fromPlace: cursor))
    case .toggle: toggle()
    case .toggleUp: if toggle() { move(isUpward ? 1 : -1) }
    case .toggleDown: if toggle() { move(isUpward ? -1 : 1) }
    case .toggleIn: if toggle() { move(-1) }
    case .toggleOut: if toggle() { move(1) }
    case .select: if let current { selection.insert(current.id) }
    case .deselect: if let current { selection.remove(current.id) }
    case .selectAll: collect(.select, &effects)
    case .deselectAll: collect(.deselect, &effects)
    case .toggleAll: collect(.toggle, &effects)
    case .toggleSort:
      isSorted.toggle()
      restart()
    case .toggleMode: setMode(Picker.modes[((Picker.modes.firstIndex(of: mode) ?? -1) + 1) % Picker.modes.count])
    case .toggleWhy: showsWhy.toggle()
    case .toggleHeader: showsHeader.toggle()
    case .toggleSearch: setSearchEnabled(!isSearchEnabled)
    case .enableSearch: setSearchEnabled(true)
    case .disableSearch: setSearchEnabled(false)
    case .previewUp: movePreview(by: -1)
    case .previewDown: movePreview(by: 1)
    case .previewPageUp: movePreview(by: -max(1, layout.previewText.rows))
    case .previewPageDown: movePreview(by: max(1, layout.previewText.rows))
    case .previewHalfPageUp: movePreview(by: -max(1, layout.previewText.rows / 2))
    case .previewHalfPageDown: movePreview(by: max(1, layout.previewText.rows / 2))
    case .previewTop: preview.move(to: 0, rows: layout.previewText.rows)
    case .previewBottom:
      preview.move(to: max(0, preview.lines.count - layout.previewText.rows), rows: layout.previewText.rows)
    case .showPreview: preview.isVisible = preview.command != nil
    case .hidePreview: preview.isVisible = false
    case .togglePreview: preview.isVisible = !preview.isVisible && preview.command != nil
    case .togglePreviewWrap: preview.wraps.toggle()
    case .refreshPreview: preview.isStale = true
    case .printQuery: end(.printed(startOfOutput(nil) + (options.printsQuery ? [] : [editor.text])), &effects)
    case .replaceQuery:
      if let current {
        editor.set(current.text)
        queryChanged(&effects)
      }
    case .suspend: effects.append(.suspend)
    case .nextHistory, .prevHistory, .previousHistory: break
    case .ignore, .clearQuery, .deleteChar, .killLine, .killWord, .backwardKillWord, .unixLineDiscard, .unixWordRubout,
      .yank:
      break
    }
  }

  /// Edits the query.
  /// - Returns: whether it has changed.
  private mutating func edit(_ action: Action.Simple) -> Bool {
    let before = editor.characters
    switch action {
    case .backwardDeleteChar, .backwardDeleteCharOrEOF: editor.deleteBack()
    case .deleteChar, .deleteCharOrEOF: editor.deleteForward()
    case .backwardKillWord: editor.killWordBack()
    case .killWord: editor.killWordForward()
    case .killLine: editor.killToEnd()
    case .unixLineDiscard: editor.killToStart()
    case .unixWordRubout: editor.killToBlank()
    case .clearQuery: editor.clear()
    case .yank: editor.yank()
    case .prevHistory, .previousHistory: if let text = history?.previous(editor.text) { editor.set(text) }
    case .nextHistory: if let text = history?.next(editor.text) { editor.set(text) }
    default: return false
    }
    return editor.characters != before
  }

  private mutating func perform(_ action: Action.Argued, _ text: String, _ effects: inout [PickerEffect]) {
    switch action {
    case .changeQuery:
      let before = editor.text
      editor.set(text)
      if before != text { queryChanged(&effects) }
    case .put:
      editor.insert(text)
      queryChanged(&effects)
    case .print: printed.append(text)
    case .pos:
      let place = Int(text) ?? 0
      cursor = place < 0 ? count + place : place - 1
    case .changePrompt: prompt = text
    case .changeHeader:
      header = text.isEmpty ? [] : text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    case .changeMode: if let mode = QueryMode(rawValue: text) { setMode(mode) }
    case .changePreview:
      preview.command = text.isEmpty ? options.preview : text
      preview.isVisible = preview.command != nil
    case .changePreviewWindow: changePreviewWindow(text)
    case .preview:
      preview.command = text
      preview.isVisible = true
      preview.isStale = true
    case .search:
      search(text)
    case .rebind, .unbind:
      for name in text.split(separator: ",") {
        guard let trigger = Trigger(named: String(name)) else { continue }
        if action == .rebind { bindings.rebind(trigger) } else { bindings.unbind(trigger) }
      }
    case .execute: effects.append(.execute(request(text), isSilent: false))
    case .executeSilent: effects.append(.execute(request(text), isSilent: true))
    case .become: effects.append(.become(request(text)))
    case .reload: effects.append(.reload(request(text), isSync: false))
    case .reloadSync: effects.append(.reload(request(text), isSync: true))
    case .transform: effects.append(.transform(request(text), .actions))
    case .transformQuery: effects.append(.transform(request(text), .query))
    case .transformPrompt: effects.append(.transform(request(text), .prompt))
    case .transformHeader: effects.append(.transform(request(text), .header))
    }
  }

  private func request(_ template: String) -> CommandRequest {
    CommandRequest(template: template, query: editor.text, selected: chosen, current: current?.id)
  }

  /// - Parameter text: several windows separated by bars are used one after the other.
  private mutating func changePreviewWindow(_ text: String) {
    let windows = text.split(separator: "|", omittingEmptySubsequences: false)
    guard !windows.isEmpty else {
      preview.window = options.previewWindow
      return
    }
    let made = windows.map { part in
      var window = options.previewWindow
      try? window.apply(String(part))
      return window
    }
    let next = made.firstIndex(of: preview.window).map { made[($0 + 1) % made.count] } ?? made[0]
    preview.window = next
    preview.wraps = next.wraps
    preview.isVisible = !next.isHidden && preview.command != nil
  }

  // MARK: - Moving

  private mutating func move(_ step: Int) {
    guard count > 0 else { return }
    let place = cursor + step
    cursor = options.isCyclic ? (place + count) % count : max(0, min(place, count - 1))
  }

  private mutating func jump(_ step: Int) {
    cursor = max(0, min(cursor + step, count - 1))
  }

  // MARK: - Choosing

  @discardableResult
  private mutating func toggle() -> Bool {
    guard let current, selection.limit > 0 else { return false }
    return selection.toggle(current.id)
  }

  private mutating func collect(_ purpose: Collecting, _ effects: inout [PickerEffect]) {
    guard selection.limit > 0 else { return }
    var wish = Wish()
    (wish.revision, wish.text, wish.mode, wish.isSorted) = (revision, searchedText, mode, isSorted)
    wish.limit = .max
    effects.append(.collect(wish, purpose))
  }

  // MARK: - Ways of matching

  /// The modes that `toggle-mode` cycles through.
  static let modes: [QueryMode] = [.smart, .words, .substring, .subsequence]

  private mutating func setMode(_ mode: QueryMode) {
    guard mode != self.mode else { return }
    self.mode = mode
    restart()
  }

  private mutating func setSearchEnabled(_ isEnabled: Bool) {
    isSearchEnabled = isEnabled
    if isEnabled { search(editor.text) }
  }
}

extension Action {
  /// Whether the action depends on the visible hits.
  fileprivate var isAboutHits: Bool {
    switch self {
    case .simple(let action):
      switch action {
      case .accept, .acceptNonEmpty, .acceptOrPrintQuery, .toggle, .toggleUp, .toggleDown, .toggleIn, .toggleOut,
        .select, .deselect, .replaceQuery:
        true
      default: false
      }
    case .with(let action, _): action == .become || action == .execute || action == .executeSilent
    }
  }
}
