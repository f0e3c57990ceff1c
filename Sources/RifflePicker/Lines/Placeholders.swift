/// The placeholders for items in a command, as in fzf: `{}`, `{+}`, `{q}`, `{n}`, `{2}`, `{-1}`, `{1..3}`, and with the flags `+`
/// (all selected), `f` (in a file), `s` (with blanks) and `r` (not quoted).
package struct Placeholders {
  /// An item to insert.
  package struct Item {
    package var text: String
    /// Its position in the list, from 0.
    package var number: Int

    package init(text: String, number: Int) { (self.text, self.number) = (text, number) }
  }

  private enum Part {
    case text(String)
    case item(Field, isAll: Bool, inFile: Bool, isRaw: Bool, keepsBlanks: Bool)
    case query(isRaw: Bool)
  }

  private enum Field {
    case whole, number
    case fields([FieldRange])
  }

  private let parts: [Part]

  package init(_ template: String) {
    var parts: [Part] = []
    var text = ""
    var rest = template[...]
    while let character = rest.first {
      if character == "\\", rest.dropFirst().first == "{", let end = rest.firstIndex(of: "}"),
        Placeholders.part(rest[rest.index(rest.startIndex, offsetBy: 2)..<end]) != nil
      {
        text += rest[rest.index(after: rest.startIndex)...end]
        rest = rest[rest.index(after: end)...]
      } else if character == "{", let end = rest.firstIndex(of: "}"),
        let part = Placeholders.part(rest[rest.index(after: rest.startIndex)..<end])
      {
        if !text.isEmpty { parts.append(.text(text)) }
        text = ""
        parts.append(part)
        rest = rest[rest.index(after: end)...]
      } else {
        text.append(character)
        rest = rest.dropFirst()
      }
    }
    if !text.isEmpty { parts.append(.text(text)) }
    self.parts = parts
  }

  private static func part(_ body: Substring) -> Part? {
    var flags: Set<Character> = []
    var rest = body
    while let flag = rest.first, "+fsr".contains(flag) {
      flags.insert(flag)
      rest = rest.dropFirst()
    }
    let isRaw = flags.contains("r")
    if rest == "q" { return .query(isRaw: isRaw) }
    let field: Field
    if rest.isEmpty {
      field = .whole
    } else if rest == "n" {
      field = .number
    } else {
      let ranges = rest.split(separator: ",", omittingEmptySubsequences: false).map { FieldRange($0) }
      if ranges.contains(where: { $0 == nil }) { return nil }
      field = .fields(ranges.compactMap { $0 })
    }
    return .item(
      field, isAll: flags.contains("+"), inFile: flags.contains("f"), isRaw: isRaw, keepsBlanks: flags.contains("s"))
  }

  package static func usesQuery(_ template: String) -> Bool {
    Placeholders(template).parts.contains { if case .query = $0 { true } else { false } }
  }

  package static func usesSelection(_ template: String) -> Bool {
    Placeholders(template).parts.contains { if case .item(_, true, _, _, _) = $0 { true } else { false } }
  }

  /// Returns the command for some items.
  /// - Parameter file: writes texts to a file, and returns its path.
  package func command(
    query: String, current: Item?, selected: [Item], shape: LineShape, file: ([String]) -> String
  ) -> String {
    parts.map { part in
      switch part {
      case .text(let text): return text
      case .query(let isRaw): return isRaw ? query : Placeholders.quoted(query)
      case .item(let field, let isAll, let inFile, let isRaw, let keepsBlanks):
        let items = isAll ? selected : current.map { [$0] } ?? []
        let texts = items.map { Placeholders.text(of: $0, field, shape, keepsBlanks: keepsBlanks) }
        if inFile { return file(texts) }
        if texts.isEmpty, !isRaw { return isAll ? "" : "''" }
        return texts.map { isRaw ? $0 : Placeholders.quoted($0) }.joined(separator: " ")
      }
    }.joined()
  }

  private static func text(of item: Item, _ field: Field, _ shape: LineShape, keepsBlanks: Bool) -> String {
    switch field {
    case .whole: return item.text
    case .number: return "\(item.number)"
    case .fields(let ranges):
      let fields = shape.delimiter.fields(of: item.text)
      let bytes = Array(item.text.utf8)
      let text = ranges.map { range in
        let places = range.places(of: fields.count)
        guard let first = places.first, let last = places.last else { return "" }
        return String(decoding: bytes[fields[first].lowerBound..<fields[last].upperBound], as: UTF8.self)
      }.joined()
      return keepsBlanks ? text : shape.delimiter.trimmed(text)
    }
  }

  /// Returns a text quoted as one word of a shell.
  package static func quoted(_ text: String) -> String {
    "'" + text.replacing("\0", with: "").replacing("'", with: "'\\''") + "'"
  }
}
