import RifflePicker

/// A converter of drawing steps to control sequences of a terminal.
struct TerminalWriter {
  let capabilities: TerminalCapabilities
  /// Whether the whole screen is used. Otherwise some rows from the cursor on are used, whose place is unknown.
  let isFullScreen: Bool
  private(set) var bytes: [UInt8] = []
  /// The row of the cursor, among those that are drawn on.
  private var row = 0
  private var style = Style.plain
  private var isCursorShown: Bool?

  init(_ capabilities: TerminalCapabilities, isFullScreen: Bool) {
    (self.capabilities, self.isFullScreen) = (capabilities, isFullScreen)
  }

  /// Returns the bytes written since the last call.
  mutating func takeBytes() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  private mutating func put(_ text: String) { bytes.append(contentsOf: text.utf8) }

  // The same for all terminals: sequences of xterm, which others ignore.
  private static let begin = "\u{1B}[?7l\u{1B}[?2004h"
  private static let beginMouse = "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h"
  private static let end = "\u{1B}[?2004l\u{1B}[?7h"
  private static let endMouse = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l"

  /// Switches to the whole screen, or makes room for rows below the cursor.
  mutating func enter(rows: Int, hasMouse: Bool) {
    if isFullScreen {
      put(capabilities.enterScreen)
      put(TerminalCapabilities.fill(capabilities.moveTo, 0))
      put(capabilities.clearToEnd)
    } else {
      put("\r")
      put(String(repeating: "\n", count: max(0, rows - 1)))
      if rows > 1 { put(TerminalCapabilities.fill(capabilities.moveUp, rows - 1)) }
      put(capabilities.clearToEnd)
    }
    put(TerminalWriter.begin)
    if hasMouse { put(TerminalWriter.beginMouse) }
    (row, style, isCursorShown) = (0, .plain, nil)
  }

  /// Restores the screen, except rows that have scrolled away.
  mutating func leave() {
    put(TerminalWriter.endMouse)
    put(TerminalWriter.end)
    put(capabilities.attributesOff)
    move(row: 0, column: 0)
    put(capabilities.clearToEnd)
    put(capabilities.showCursor)
    if isFullScreen { put(capabilities.leaveScreen) }
  }

  /// Clears the display.
  mutating func clear() {
    put(capabilities.attributesOff)
    style = .plain
    move(row: 0, column: 0)
    put(capabilities.clearToEnd)
  }

  mutating func bell() { put("\u{7}") }

  mutating func draw(_ steps: [DrawingStep]) {
    guard steps.count > 2 || isCursorShown == nil else {
      // Only the cursor moves.
      for step in steps { take(step) }
      return
    }
    if isCursorShown == true { put(capabilities.hideCursor) }
    isCursorShown = false
    for step in steps { take(step) }
  }

  private mutating func take(_ step: DrawingStep) {
    switch step {
    case .move(let row, let column): move(row: row, column: column)
    case .write(let text, let style):
      set(style)
      put(text)
    case .showCursor(let isShown):
      set(.plain)
      if isShown != isCursorShown { put(isShown ? capabilities.showCursor : capabilities.hideCursor) }
      isCursorShown = isShown
    }
  }

  private mutating func move(row: Int, column: Int) {
    if isFullScreen {
      put(TerminalCapabilities.fill(capabilities.moveTo, row, column))
    } else {
      put("\r")
      if row < self.row { put(TerminalCapabilities.fill(capabilities.moveUp, self.row - row)) }
      if row > self.row { put(TerminalCapabilities.fill(capabilities.moveDown, row - self.row)) }
      if column > 0 { put(TerminalCapabilities.fill(capabilities.moveRight, column)) }
    }
    self.row = row
  }

  private mutating func set(_ style: Style) {
    if style == self.style { return }
    self.style = style
    put(capabilities.attributesOff)
    let attributes: [(Style.Attributes, String)] = [
      (.bold, capabilities.bold), (.dim, capabilities.dim), (.italic, capabilities.italic),
      (.underline, capabilities.underline), (.reverse, capabilities.reverse),
    ]
    for (attribute, string) in attributes where style.attributes.contains(attribute) { put(string) }
    if let color = style.foreground { put(color, capabilities.foreground, direct: 38) }
    if let color = style.background { put(color, capabilities.background, direct: 48) }
  }

  private mutating func put(_ color: Color, _ string: String, direct: Int) {
    switch color {
    case .indexed(let number):
      if Int(number) < capabilities.colorCount {
        put(TerminalCapabilities.fill(string, Int(number)))
      } else if capabilities.colorCount >= 8 {
        // The nearest available colour.
        put(TerminalCapabilities.fill(string, TerminalWriter.basic(number)))
      }
    case .rgb(let red, let green, let blue):
      if capabilities.hasTrueColor {
        put("\u{1B}[\(direct);2;\(red);\(green);\(blue)m")
      } else {
        put(.indexed(TerminalWriter.cube(red, green, blue)), string, direct: direct)
      }
    }
  }

  /// Returns one of 256 colours for one of sixteen million.
  private static func cube(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
    func level(_ value: UInt8) -> UInt8 { value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40 }
    return 16 + 36 * level(red) + 6 * level(green) + level(blue)
  }

  /// Returns one of eight colours for one of 256.
  private static func basic(_ number: UInt8) -> Int {
    if number < 16 { return Int(number) % 8 }
    if number >= 232 { return number >= 244 ? 7 : 0 }
    let place = Int(number) - 16
    let (red, green, blue) = (place / 36, place / 6 % 6, place % 6)
    return (red > 2 ? 1 : 0) + (green > 2 ? 2 : 0) + (blue > 2 ? 4 : 0)
  }
}
