import Glibc
import RiffleCommandLine
import RifflePicker

/// The terminal that a picker is drawn on, with its writer.
struct PickerScreen {
  let device: TerminalDevice
  var writer: TerminalWriter

  /// - Throws: the reason why drawing is impossible.
  init(isFullScreen: Bool) throws(CommandError) {
    do throws(PickerOptionError) {
      device = try TerminalDevice()
    } catch {
      throw .usage(error.description)
    }
    let name = getenv("TERM").map { String(cString: $0) } ?? ""
    let colors = getenv("COLORTERM").map { String(cString: $0) } ?? ""
    guard
      let capabilities = TerminalCapabilities(
        terminal: name, isTrueColor: colors == "truecolor" || colors == "24bit", descriptor: device.descriptor)
    else {
      throw .usage(
        "TERM=\(name): this terminal cannot show a picker: set TERM to what it is, as in TERM=xterm-256color")
    }
    writer = TerminalWriter(capabilities, isFullScreen: isFullScreen)
  }

  mutating func enter(rows: Int, hasMouse: Bool) {
    device.makeRaw()
    writer.enter(rows: rows, hasMouse: hasMouse)
  }

  mutating func leave() {
    writer.leave()
    flush()
    device.restore()
  }

  /// Writes the pending output.
  mutating func flush() { device.write(writer.takeBytes()) }
}
