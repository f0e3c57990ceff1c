/// The styles of the parts of a picker, by fzf's names.
package struct Theme: Hashable, Sendable {
  package var text = Style.plain
  package var current = Style(nil, on: .indexed(236), .bold)
  package var matched = Style(.indexed(108))
  package var currentMatched = Style(.indexed(151))
  package var query = Style.plain
  package var prompt = Style(.indexed(110))
  package var info = Style(.indexed(144))
  package var pointer = Style(.indexed(161), .bold)
  package var marker = Style(.indexed(168), .bold)
  package var spinner = Style(.indexed(148))
  package var header = Style(.indexed(109))
  package var border = Style(.indexed(59))
  package var gutter = Style(nil, on: .indexed(236))
  package var preview = Style.plain
  package var note = Style(nil, on: nil, .dim)

  package static let standard = Theme()

  /// A theme without colours.
  package static let blackAndWhite: Theme = {
    var theme = Theme()
    theme.current = Style(nil, on: nil, .reverse)
    theme.matched = Style(nil, on: nil, .underline)
    theme.currentMatched = Style(nil, on: nil, [.underline, .reverse])
    theme.pointer = Style(nil, on: nil, .bold)
    theme.marker = Style(nil, on: nil, .bold)
    for part: WritableKeyPath<Theme, Style> in [\.prompt, \.info, \.spinner, \.header, \.border, \.gutter] {
      theme[keyPath: part] = .plain
    }
    return theme
  }()

  package static let light: Theme = {
    var theme = Theme()
    theme.current = Style(.indexed(237), on: .indexed(251), .bold)
    theme.matched = Style(.indexed(66))
    theme.currentMatched = Style(.indexed(23))
    theme.prompt = Style(.indexed(25))
    theme.info = Style(.indexed(101))
    theme.header = Style(.indexed(31))
    theme.gutter = Style(nil, on: .indexed(251))
    theme.border = Style(.indexed(145))
    return theme
  }()

  /// A theme for terminals with sixteen colours.
  package static let basic: Theme = {
    var theme = Theme()
    theme.current = Style(nil, on: .indexed(0), .bold)
    theme.matched = Style(.indexed(2))
    theme.currentMatched = Style(.indexed(10))
    theme.prompt = Style(.indexed(4))
    theme.info = Style(.indexed(3))
    theme.pointer = Style(.indexed(1), .bold)
    theme.marker = Style(.indexed(5), .bold)
    theme.spinner = Style(.indexed(2))
    theme.header = Style(.indexed(6))
    theme.border = Style(.indexed(8))
    theme.gutter = Style(nil, on: .indexed(0))
    return theme
  }()

  /// Changes the theme, as fzf's `--color` does: `light,hl:32,fg+:bold:#ffffff`.
  package mutating func apply(_ text: String) throws(PickerOptionError) {
    for part in text.split(separator: ",") {
      switch part {
      case "dark": self = .standard
      case "light": self = .light
      case "16": self = .basic
      case "bw": self = .blackAndWhite
      default:
        let pieces = part.split(separator: ":", omittingEmptySubsequences: false)
        guard pieces.count >= 2 else { throw Theme.error(text, part) }
        for piece in pieces.dropFirst() { try apply(String(pieces[0]), String(piece), text) }
      }
    }
  }

  private static func error(_ text: String, _ part: some StringProtocol) -> PickerOptionError {
    PickerOptionError("--color \(text): '\(part)' is no theme and no name:colour")
  }

  private mutating func apply(_ name: String, _ value: String, _ text: String) throws(PickerOptionError) {
    // Colours of parts that do not exist here have no effect.
    let known = [
      "gutter", "preview-border", "scrollbar", "separator", "label", "preview-label", "disabled", "selected-fg",
      "selected-bg", "selected-hl",
    ]
    let (part, isBackground): (WritableKeyPath<Theme, Style>?, Bool) =
      switch name {
      case "fg": (\.text, false)
      case "bg": (\.text, true)
      case "fg+": (\.current, false)
      case "bg+": (\.current, true)
      case "hl": (\.matched, false)
      case "hl+": (\.currentMatched, false)
      case "query": (\.query, false)
      case "prompt": (\.prompt, false)
      case "info": (\.info, false)
      case "pointer": (\.pointer, false)
      case "marker": (\.marker, false)
      case "spinner": (\.spinner, false)
      case "header": (\.header, false)
      case "border": (\.border, false)
      case "gutter": (\.gutter, true)
      case "preview-fg": (\.preview, false)
      case "preview-bg": (\.preview, true)
      default: (nil, false)
      }
    guard let part else {
      if known.contains(name) { return }
      throw Theme.error(text, name)
    }
    let attributes: [String: Style.Attributes] = [
      "bold": .bold, "dim": .dim, "italic": .italic, "underline": .underline, "reverse": .reverse,
      "strikethrough": .strikethrough,
    ]
    if let attribute = attributes[value] {
      self[keyPath: part].attributes.insert(attribute)
    } else if value == "regular" {
      self[keyPath: part].attributes = []
    } else {
      let color = try Theme.color(value, text)
      if isBackground { self[keyPath: part].background = color } else { self[keyPath: part].foreground = color }
    }
  }

  private static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "bright-black", "bright-red",
    "bright-green", "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan", "bright-white",
  ]

  private static func color(_ value: String, _ text: String) throws(PickerOptionError) -> Color? {
    if value == "-1" || value == "default" { return nil }
    if let number = UInt8(value) { return .indexed(number) }
    if let number = names.firstIndex(of: value) { return .indexed(UInt8(number)) }
    if value.hasPrefix("#"), value.utf8.count == 7, let number = Int(value.dropFirst(), radix: 16) {
      return .rgb(UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255))
    }
    throw error(text, value)
  }
}

extension Style {
  fileprivate init(_ foreground: Color, _ attributes: Attributes) { self.init(foreground, on: nil, attributes) }
}
