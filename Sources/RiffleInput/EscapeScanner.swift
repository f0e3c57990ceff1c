/// A scanner that separates the escape sequences of terminals (ECMA-48) from text, byte by byte.
package struct EscapeScanner: Sendable {
  /// The kind of a byte.
  package enum Part: Hashable, Sendable {
    case text, sequence
    /// The end of a control sequence, with its ``parameters`` now complete.
    case control
  }

  private enum State {
    case text, escape, intermediate, control
    /// A string, such as a link, up to its terminator; `stringEnd` after the first half of the terminator.
    case string, stringEnd
  }

  private var state = State.text
  /// The parameters of the last control sequence, as written.
  package private(set) var parameters: [UInt8] = []

  private static let escape: UInt8 = 0x1B
  /// The most bytes of parameters: no longer ones have a meaning.
  private static let mostParameters = 1024

  package init() {}

  /// Whether the next byte belongs to an incomplete sequence.
  package var isInSequence: Bool { state != .text }

  /// Processes the next byte.
  package mutating func take(_ byte: UInt8) -> Part {
    switch state {
    case .text: return takeText(byte)
    case .escape:
      switch byte {
      case 0x5B:
        parameters.removeAll(keepingCapacity: true)
        state = .control
      case 0x5D, 0x50, 0x58, 0x5E, 0x5F: state = .string
      case 0x20...0x2F: state = .intermediate
      case 0x30...0x7E: state = .text
      default: return takeText(byte)
      }
      return .sequence
    case .intermediate:
      if !(0x20...0x2F ~= byte) { state = .text }
      return .sequence
    case .control:
      if 0x20...0x3F ~= byte {
        if parameters.count < EscapeScanner.mostParameters { parameters.append(byte) }
        return .sequence
      }
      guard 0x40...0x7E ~= byte else { return takeText(byte) }
      state = .text
      return .control
    case .string:
      if byte == 0x07 { state = .text }
      if byte == EscapeScanner.escape { state = .stringEnd }
      return .sequence
    case .stringEnd:
      // Another sequence also ends a string.
      state = byte == 0x5C ? .text : .escape
      return byte == 0x5C ? .sequence : take(byte)
    }
  }

  private mutating func takeText(_ byte: UInt8) -> Part {
    state = byte == EscapeScanner.escape ? .escape : .text
    return byte == EscapeScanner.escape ? .sequence : .text
  }

  /// Returns the bytes that are text. A sequence ends at `terminator` at the latest.
  /// - Complexity: O(*n*).
  mutating func text(of bytes: [UInt8], terminator: UInt8) -> [UInt8] {
    if !isInSequence, !bytes.contains(EscapeScanner.escape) { return bytes }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    for byte in bytes {
      if byte == terminator { state = .text }
      if take(byte) == .text { text.append(byte) }
    }
    return text
  }
}
