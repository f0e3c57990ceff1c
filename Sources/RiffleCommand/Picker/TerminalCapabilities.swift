import CTerminal
import RifflePicker

/// The capabilities of a terminal: the strings that change its display, from terminfo.
struct TerminalCapabilities: Sendable {
  /// Begin and end the use of the whole screen.
  var enterScreen = ""
  var leaveScreen = ""
  var showCursor = ""
  var hideCursor = ""
  var clearToEnd = ""
  var attributesOff = ""
  var bold = ""
  var dim = ""
  var italic = ""
  var underline = ""
  var reverse = ""
  /// With parameters.
  var moveTo = ""
  var moveUp = ""
  var moveDown = ""
  var moveRight = ""
  var foreground = ""
  var background = ""
  var colorCount = 0
  /// Whether colours can be given as red, green and blue.
  var hasTrueColor = false

  /// - Returns: `nil` for a terminal that terminfo does not have, or whose cursor cannot be moved.
  init?(terminal: String, isTrueColor: Bool, descriptor: Int32) {
    guard cterminal_set_up(terminal, descriptor) else { return nil }
    func string(_ name: String) -> String { cterminal_string(name).map { String(cString: $0) } ?? "" }
    (enterScreen, leaveScreen) = (string("smcup"), string("rmcup"))
    (showCursor, hideCursor) = (string("cnorm"), string("civis"))
    clearToEnd = string("ed")
    attributesOff = string("sgr0")
    (bold, dim, italic, underline, reverse) =
      (string("bold"), string("dim"), string("sitm"), string("smul"), string("rev"))
    (moveTo, moveUp, moveDown, moveRight) = (string("cup"), string("cuu"), string("cud"), string("cuf"))
    (foreground, background) = (string("setaf"), string("setab"))
    colorCount = Int(cterminal_colors())
    hasTrueColor = isTrueColor && colorCount >= 256
    guard !moveTo.isEmpty, !clearToEnd.isEmpty, !moveUp.isEmpty, !moveRight.isEmpty else { return nil }
  }

  /// Inserts the parameters of a string, and removes the pauses that only very old terminals need.
  static func fill(_ string: String, _ first: Int, _ second: Int = 0) -> String {
    var result = [CChar](repeating: 0, count: 64)
    let length = Int(
      cterminal_fill(string, Int32(clamping: first), Int32(clamping: second), &result, Int32(result.count)))
    guard 0..<result.count ~= length else { return "" }
    return String(decoding: result.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
