import Glibc

/// A progress line on a terminal, updated in place.
package final class ProgressLine {
  private let started = monotonicSeconds()
  private var shown = 0.0
  private var isVisible = false

  /// In seconds.
  private static let interval = 0.1

  /// - Returns: `nil` if standard error is not a terminal.
  package init?() {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
  }

  deinit { clear() }

  /// The state of progress.
  package struct State {
    package let what: String
    package let rows: Int
    /// The completed share, from 0 to 1; `nil` if it is unknown.
    package let share: Double?

    package init(_ what: String, rows: Int, share: Double?) {
      (self.what, self.rows, self.share) = (what, rows, share)
    }
  }

  /// Shows the state, if the interval has passed.
  package func show(_ state: @autoclosure () -> State) {
    let now = monotonicSeconds()
    guard now - shown >= ProgressLine.interval else { return }
    shown = now
    isVisible = true
    writeToStandardError("\r\(ProgressLine.text(state(), seconds: now - started))\u{1B}[K")
  }

  /// Removes the line before other output.
  package func clear() {
    if isVisible { writeToStandardError("\r\u{1B}[K") }
    (isVisible, shown) = (false, 0)
  }

  static func text(_ state: State, seconds: Double) -> String {
    let rate = seconds > 0 ? Double(state.rows) / seconds : 0
    var text = "\(state.what)  \(state.rows.grouped) rows  \(Int(rate).grouped)/s"
    if let share = state.share {
      text += "  \(Int(min(max(share, 0), 1) * 100)) %"
      if share > 0 { text += "  \(time(seconds / share - seconds)) left" }
    }
    return text
  }

  private static func time(_ seconds: Double) -> String {
    let seconds = Int(min(max(seconds.rounded(.up), 0), 359_999))
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    return hours > 0 ? "\(hours):\(padded(minutes)):\(padded(seconds % 60))" : "\(minutes):\(padded(seconds % 60))"
  }
}

extension Int {
  /// The number with a comma before every three digits.
  package var grouped: String {
    var digits = magnitude.description
    var end = digits.endIndex
    while digits.distance(from: digits.startIndex, to: end) > 3 {
      end = digits.index(end, offsetBy: -3)
      digits.insert(",", at: end)
    }
    return self < 0 ? "-" + digits : digits
  }
}
