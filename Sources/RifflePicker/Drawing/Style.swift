/// A colour of a terminal.
package enum Color: Hashable, Sendable {
  /// One of 256 colours: the user defines the first sixteen.
  case indexed(UInt8)
  case rgb(UInt8, UInt8, UInt8)
}

/// The style of a cell. Values of `nil` are those of the terminal.
package struct Style: Hashable, Sendable {
  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let bold = Attributes(rawValue: 1)
    package static let dim = Attributes(rawValue: 2)
    package static let italic = Attributes(rawValue: 4)
    package static let underline = Attributes(rawValue: 8)
    package static let reverse = Attributes(rawValue: 16)
    package static let strikethrough = Attributes(rawValue: 32)
  }

  package var foreground: Color?
  package var background: Color?
  package var attributes: Attributes

  package init(_ foreground: Color? = nil, on background: Color? = nil, _ attributes: Attributes = []) {
    (self.foreground, self.background, self.attributes) = (foreground, background, attributes)
  }

  package static let plain = Style()

  /// Returns this style, with the values of another one in place of `nil`.
  package func over(_ other: Style) -> Style {
    Style(foreground ?? other.foreground, on: background ?? other.background, attributes.union(other.attributes))
  }
}
