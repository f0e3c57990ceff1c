import Glibc
import RiffleInput
import RifflePicker

/// The controlling terminal, independent of standard input and output.
final class TerminalDevice {
  let descriptor: Int32
  private var original: termios

  /// - Throws: a message about what is missing.
  init() throws(PickerOptionError) {
    descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    original = termios()
    guard descriptor >= 0 else {
      throw PickerOptionError("/dev/tty: \(systemMessage(errno)): picking needs a terminal")
    }
    guard tcgetattr(descriptor, &original) == 0 else {
      throw PickerOptionError("/dev/tty: \(systemMessage(errno)): picking needs a terminal")
    }
  }

  deinit { close(descriptor) }

  /// Makes the terminal send each key as it is pressed.
  func makeRaw() {
    var raw = original
    cfmakeraw(&raw)
    // Line feeds still return to the start of the line: commands may write.
    raw.c_oflag |= tcflag_t(OPOST) | tcflag_t(ONLCR)
    tcsetattr(descriptor, TCSADRAIN, &raw)
  }

  /// Restores the terminal's former mode.
  func restore() { tcsetattr(descriptor, TCSADRAIN, &original) }

  var size: GridSize {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else {
      return GridSize(rows: 24, columns: 80)
    }
    return GridSize(rows: Int(size.ws_row), columns: Int(size.ws_col))
  }

  /// Writes all bytes. A terminal that is gone is detected on reading.
  func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let written = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if written > 0 {
          rest = rest.dropFirst(written)
        } else if errno == EAGAIN {
          waitUntilReady(descriptor, for: POLLOUT)
        } else if errno != EINTR {
          return
        }
      }
    }
  }

  /// Reads the available input; `nil` if the terminal is gone.
  func read() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      if count > 0 { return Array(bytes.prefix(count)) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return [] }
      return nil
    }
  }
}
