import Riffle

extension KeyBindings {
  /// Parses bindings, as in fzf's `--bind`: `key:action+action(text),key:action:text`.
  package mutating func bind(_ text: String) throws(PickerOptionError) {
    var rest = text[...]
    while !rest.isEmpty {
      let (triggers, body) = try KeyBindings.triggers(of: rest, in: text)
      rest = body
      var bound: [Action] = []
      // `+action` adds to the actions already bound.
      let isAddition = rest.first == "+"
      if isAddition { rest = rest.dropFirst() }
      while true {
        bound += try KeyBindings.action(&rest, in: text)
        guard rest.first == "+" else { break }
        rest = rest.dropFirst()
      }
      for trigger in triggers { self[trigger] = (isAddition ? self[trigger] ?? [] : []) + bound }
      if rest.isEmpty { break }
      guard rest.first == "," else { throw PickerOptionError("--bind \(text): a comma is missing before '\(rest)'") }
      rest = rest.dropFirst()
    }
  }

  /// Parses several actions, separated by plus signs, as a command prints them.
  package static func actions(_ text: String) throws(PickerOptionError) -> [Action] {
    var rest = text[...]
    var actions = try action(&rest, in: text)
    while rest.first == "+" {
      rest = rest.dropFirst()
      actions += try action(&rest, in: text)
    }
    guard rest.isEmpty else { throw PickerOptionError("\(text): a plus sign is missing before '\(rest)'") }
    return actions
  }

  /// Parses the keys before a colon, separated by commas.
  private static func triggers(
    of rest: Substring, in text: String
  ) throws(PickerOptionError) -> ([Trigger], Substring) {
    // A key may itself be a colon or a comma.
    var names: [Substring] = []
    var body = rest
    while true {
      guard let first = body.first else {
        throw PickerOptionError("--bind \(text): an action is missing: say key:action")
      }
      let end = body.dropFirst().firstIndex { $0 == ":" || $0 == "," } ?? body.endIndex
      if first == ":" || first == ",", end != body.index(after: body.startIndex) {
        throw PickerOptionError("--bind \(text): a key is missing before '\(body)'")
      }
      names.append(body[..<end])
      guard end < body.endIndex else {
        throw PickerOptionError("--bind \(text): '\(names.last ?? "")' has no action: say key:action")
      }
      let isLast = body[end] == ":"
      body = body[body.index(after: end)...]
      if isLast { break }
    }
    var triggers: [Trigger] = []
    for name in names {
      guard let trigger = Trigger(named: String(name)) else {
        throw PickerOptionError("--bind \(text): there is no key '\(name)'")
      }
      triggers.append(trigger)
    }
    return (triggers, body)
  }

  private static let brackets: [Character: Character] = [
    "(": ")", "[": "]", "{": "}", "<": ">", "~": "~", "!": "!", "@": "@", "#": "#", "$": "$", "%": "%", "^": "^",
    "&": "&", "*": "*", ";": ";", "/": "/", "|": "|",
  ]

  /// Parses one action, with its argument in brackets or, after a colon, in all of the remaining text.
  private static func action(_ rest: inout Substring, in text: String) throws(PickerOptionError) -> [Action] {
    var name = rest.prefix { $0.isLetter || $0 == "-" }
    // A name may itself contain a slash.
    for suffix in ["/eof"] where rest.dropFirst(name.count).hasPrefix(suffix) {
      name = rest.prefix(name.count + suffix.count)
    }
    rest = rest.dropFirst(name.count)
    if let argued = Action.Argued(rawValue: String(name)), let open = rest.first, open == ":" || brackets[open] != nil {
      rest = rest.dropFirst()
      if open == ":" {
        let argument = String(rest)
        rest = ""
        return [try checked(argued, argument, in: text)]
      }
      // The closing bracket is the one before another action, another key or the end.
      guard let close = brackets[open], let end = end(of: rest, close) else {
        throw PickerOptionError("--bind \(text): '\(open)' behind \(name) is not closed")
      }
      let argument = String(rest[..<end])
      rest = rest[rest.index(after: end)...]
      return [try checked(argued, argument, in: text)]
    }
    if name == "toggle-preview-page" || name.isEmpty { throw PickerOptionError("--bind \(text): an action is missing") }
    if let simple = Action.Simple(rawValue: String(name)) { return [.simple(simple)] }
    if Action.Argued(rawValue: String(name)) != nil {
      if name == "change-preview-window" || name == "change-prompt" || name == "change-query"
        || name == "change-preview"
      {
        return [.with(Action.Argued(rawValue: String(name)) ?? .print, "")]
      }
      throw PickerOptionError("--bind \(text): \(name) needs a text: \(name)(…)")
    }
    throw PickerOptionError("--bind \(text): there is no action '\(name)'")
  }

  private static func end(of rest: Substring, _ close: Character) -> Substring.Index? {
    var place = rest.startIndex
    while place < rest.endIndex {
      if rest[place] == close {
        let next = rest.index(after: place)
        if next == rest.endIndex || rest[next] == "+" || rest[next] == "," { return place }
      }
      place = rest.index(after: place)
    }
    return nil
  }

  private static func checked(
    _ argued: Action.Argued, _ argument: String, in text: String
  ) throws(PickerOptionError) -> Action {
    switch argued {
    case .pos:
      if Int(argument) == nil { throw PickerOptionError("--bind \(text): pos(\(argument)): a place is a number") }
    case .rebind, .unbind:
      for name in argument.split(separator: ",") where Trigger(named: String(name)) == nil {
        throw PickerOptionError("--bind \(text): there is no key '\(name)'")
      }
    case .changeMode:
      if QueryMode(rawValue: argument) == nil {
        throw PickerOptionError("--bind \(text): there is no mode '\(argument)'")
      }
    default: break
    }
    return .with(argued, argument)
  }
}
