/// A key with its modifiers.
package struct Key: Hashable, Sendable {
  package enum Base: Hashable, Sendable {
    /// The key of a character.
    case character(Character)
    case enter, tab, escape, backspace, delete, insert, up, down, left, right, home, end, pageUp, pageDown
    case function(Int)
  }

  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
  }

  package var base: Base
  package var modifiers: Modifiers

  package init(_ base: Base, _ modifiers: Modifiers = []) {
    self.base = base
    self.modifiers = modifiers
  }

  package static func character(_ character: Character) -> Key { Key(.character(character)) }
  package static func control(_ character: Character) -> Key { Key(.character(character), .control) }
  package static func alt(_ character: Character) -> Key { Key(.character(character), .alt) }
}

extension Key {
  private static let names: [String: Base] = [
    "enter": .enter, "return": .enter, "tab": .tab, "esc": .escape, "escape": .escape, "bspace": .backspace,
    "bs": .backspace, "backspace": .backspace, "del": .delete, "delete": .delete, "insert": .insert, "up": .up,
    "down": .down, "left": .left, "right": .right, "home": .home, "end": .end, "page-up": .pageUp, "pgup": .pageUp,
    "page-down": .pageDown, "pgdn": .pageDown, "space": .character(" "),
  ]

  private static let prefixes: [(String, Modifiers)] = [("ctrl-", .control), ("alt-", .alt), ("shift-", .shift)]

  /// - Parameter name: in fzf's form: `ctrl-a`, `alt-enter`, `f1`, `page-up`, `x`.
  package init?(named name: String) {
    if name.count == 1, let character = name.first {
      self = .character(character)
      return
    }
    var rest = name[...]
    var modifiers: Modifiers = []
    while let (prefix, modifier) = Key.prefixes.first(where: {
      rest.lowercased().hasPrefix($0.0) && rest.count > $0.0.count
    }) {
      modifiers.insert(modifier)
      rest = rest.dropFirst(prefix.count)
    }
    if rest.lowercased() == "btab" {
      self.init(.tab, modifiers.union(.shift))
    } else if let base = Key.names[rest.lowercased()] {
      self.init(base, modifiers)
    } else if rest.count == 1, !modifiers.isEmpty, let character = rest.first {
      let isControl = modifiers.contains(.control)
      self.init(.character(isControl ? Character(character.lowercased()) : character), modifiers)
    } else if rest.lowercased().hasPrefix("f"), let number = Int(rest.dropFirst()), 1...12 ~= number {
      self.init(.function(number), modifiers)
    } else {
      return nil
    }
    // Terminals send the same byte for these.
    if self == .control("m") { self = Key(.enter) }
    if self == .control("i") { self = Key(.tab) }
    if self == .control("[") { self = Key(.escape) }
    if self == .control("_") { self = .control("/") }
  }

  /// The name in fzf's form.
  package var name: String {
    var name = ""
    if modifiers.contains(.control) { name += "ctrl-" }
    if modifiers.contains(.alt) { name += "alt-" }
    if modifiers == .shift, base == .tab { return "btab" }
    if modifiers.contains(.shift) { name += "shift-" }
    switch base {
    case .character(" "): return name + "space"
    case .character(let character): return name + String(character)
    case .function(let number): return name + "f\(number)"
    default: return name + (Key.shortNames[base] ?? "")
    }
  }

  private static let shortNames: [Base: String] = [
    .enter: "enter", .tab: "tab", .escape: "esc", .backspace: "bspace", .delete: "del", .insert: "insert", .up: "up",
    .down: "down", .left: "left", .right: "right", .home: "home", .end: "end", .pageUp: "page-up",
    .pageDown: "page-down",
  ]
}

/// A mouse event at a cell, counted from 0 at the top left.
package struct MouseEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable { case left, right, release, drag, scrollUp, scrollDown }
  package var kind: Kind
  package var row: Int
  package var column: Int
  /// Whether shift is held.
  package var isShifted: Bool

  package init(_ kind: Kind, row: Int, column: Int, isShifted: Bool = false) {
    (self.kind, self.row, self.column, self.isShifted) = (kind, row, column, isShifted)
  }
}

/// An input from a terminal.
package enum TerminalInput: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  /// Pasted text, with any number of lines.
  case paste(String)
}
