/// An action of the picker, bound to a key or an event. Names are those of fzf for the same actions.
package enum Action: Hashable, Sendable {
  case simple(Simple)
  /// An action with a text.
  case with(Argued, String)

  package enum Simple: String, CaseIterable, Hashable, Sendable {
    case abort, accept, bell, cancel, deselect, down, first, ignore, last, put, select, top, toggle, up, yank
    case acceptNonEmpty = "accept-non-empty"
    case acceptOrPrintQuery = "accept-or-print-query"
    case backwardChar = "backward-char"
    case backwardDeleteChar = "backward-delete-char"
    case backwardDeleteCharOrEOF = "backward-delete-char/eof"
    case backwardKillWord = "backward-kill-word"
    case backwardWord = "backward-word"
    case beginningOfLine = "beginning-of-line"
    case clearQuery = "clear-query"
    case clearScreen = "clear-screen"
    case clearSelection = "clear-selection"
    case close
    case deleteChar = "delete-char"
    case deleteCharOrEOF = "delete-char/eof"
    case deselectAll = "deselect-all"
    case disableSearch = "disable-search"
    case enableSearch = "enable-search"
    case endOfLine = "end-of-line"
    case forwardChar = "forward-char"
    case forwardWord = "forward-word"
    case halfPageDown = "half-page-down"
    case halfPageUp = "half-page-up"
    case hidePreview = "hide-preview"
    case killLine = "kill-line"
    case killWord = "kill-word"
    case nextHistory = "next-history"
    case offsetDown = "offset-down"
    case offsetUp = "offset-up"
    case pageDown = "page-down"
    case pageUp = "page-up"
    case previewBottom = "preview-bottom"
    case previewDown = "preview-down"
    case previewHalfPageDown = "preview-half-page-down"
    case previewHalfPageUp = "preview-half-page-up"
    case previewPageDown = "preview-page-down"
    case previewPageUp = "preview-page-up"
    case previewTop = "preview-top"
    case previewUp = "preview-up"
    case prevHistory = "prev-history"
    case previousHistory = "previous-history"
    case printQuery = "print-query"
    case refreshPreview = "refresh-preview"
    case replaceQuery = "replace-query"
    case selectAll = "select-all"
    case showPreview = "show-preview"
    case suspend = "sigstop"
    case toggleAll = "toggle-all"
    case toggleDown = "toggle-down"
    case toggleHeader = "toggle-header"
    case toggleIn = "toggle-in"
    case toggleOut = "toggle-out"
    case togglePreview = "toggle-preview"
    case togglePreviewWrap = "toggle-preview-wrap"
    case toggleSearch = "toggle-search"
    case toggleSort = "toggle-sort"
    case toggleUp = "toggle-up"
    case unixLineDiscard = "unix-line-discard"
    case unixWordRubout = "unix-word-rubout"
    /// Not in fzf: the next match mode, costs and reasons of hits, and the letters of an alphabetical list.
    case toggleMode = "toggle-mode"
    case toggleWhy = "toggle-why"
    case jumpToLetter = "jump-to-letter"
    case letterUp = "letter-up"
    case letterDown = "letter-down"
  }

  package enum Argued: String, CaseIterable, Hashable, Sendable {
    case become, execute, pos, preview, print, put, rebind, reload, search, transform, unbind
    case changeHeader = "change-header"
    case changeMode = "change-mode"
    case changePreview = "change-preview"
    case changePreviewWindow = "change-preview-window"
    case changePrompt = "change-prompt"
    case changeQuery = "change-query"
    case executeSilent = "execute-silent"
    case reloadSync = "reload-sync"
    case transformHeader = "transform-header"
    case transformPrompt = "transform-prompt"
    case transformQuery = "transform-query"
  }
}

/// A key, a mouse button or an event, which actions can be bound to.
package enum Trigger: Hashable, Sendable {
  case key(Key)
  case event(Event)

  package enum Event: String, CaseIterable, Hashable, Sendable {
    case start, load, change, focus, one, zero, result, resize
    case backwardEOF = "backward-eof"
    case doubleClick = "double-click"
    case leftClick = "left-click"
    case rightClick = "right-click"
    case scrollUp = "scroll-up"
    case scrollDown = "scroll-down"
  }

  package init?(named name: String) {
    if let event = Event(rawValue: name.lowercased()) {
      self = .event(event)
    } else if let key = Key(named: name) {
      self = .key(key)
    } else {
      return nil
    }
  }

  package var name: String {
    switch self {
    case .key(let key): key.name
    case .event(let event): event.rawValue
    }
  }
}

/// The actions that are bound to keys and events.
package struct KeyBindings: Hashable, Sendable {
  private var actions: [Trigger: [Action]]
  /// Actions that have been unbound, and may be bound again.
  private var unbound: [Trigger: [Action]] = [:]

  package subscript(trigger: Trigger) -> [Action]? {
    get { actions[trigger] }
    set { actions[trigger] = newValue }
  }

  package mutating func unbind(_ trigger: Trigger) {
    if let bound = actions.removeValue(forKey: trigger) { unbound[trigger] = bound }
  }

  package mutating func rebind(_ trigger: Trigger) {
    if let bound = unbound.removeValue(forKey: trigger) { actions[trigger] = bound }
  }

  private init(_ simple: [String: Action.Simple]) {
    actions = [:]
    for (name, action) in simple {
      if let trigger = Trigger(named: name) { actions[trigger] = [.simple(action)] }
    }
  }

  package static let standard = KeyBindings([
    "ctrl-a": .beginningOfLine, "ctrl-b": .backwardChar, "ctrl-c": .abort, "ctrl-d": .deleteCharOrEOF,
    "ctrl-e": .endOfLine, "ctrl-f": .forwardChar, "ctrl-g": .abort, "ctrl-h": .backwardDeleteChar, "ctrl-j": .down,
    "ctrl-k": .up, "ctrl-l": .clearScreen, "ctrl-n": .down, "ctrl-p": .up, "ctrl-q": .abort, "ctrl-r": .toggleMode,
    "ctrl-u": .unixLineDiscard, "ctrl-w": .unixWordRubout, "ctrl-y": .yank, "ctrl-z": .suspend, "esc": .abort,
    "enter": .accept, "tab": .toggleDown, "btab": .toggleUp, "bspace": .backwardDeleteChar, "up": .up, "down": .down,
    "left": .backwardChar, "right": .forwardChar, "home": .beginningOfLine, "end": .endOfLine, "del": .deleteChar,
    "page-up": .pageUp, "page-down": .pageDown, "alt-b": .backwardWord, "alt-f": .forwardWord, "alt-d": .killWord,
    "alt-k": .killLine, "alt-bspace": .backwardKillWord, "alt-w": .toggleWhy, "alt-j": .jumpToLetter,
    "alt-up": .letterUp, "alt-down": .letterDown, "ctrl-/": .togglePreviewWrap,
    "shift-left": .backwardWord, "shift-right": .forwardWord, "ctrl-left": .backwardWord, "ctrl-right": .forwardWord,
    "shift-up": .previewUp, "shift-down": .previewDown, "double-click": .accept, "right-click": .toggle,
    "scroll-up": .up, "scroll-down": .down,
  ])
}
