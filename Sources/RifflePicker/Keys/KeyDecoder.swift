/// A decoder of the bytes of a terminal into keys, mouse events and pasted texts, independent of where reads end.
///
/// Unknown sequences are skipped as a whole, so that none of their bytes count as typed. The memory for an incomplete sequence is
/// bounded.
package struct KeyDecoder: Sendable {
  private var pending: [UInt8] = []
  /// The bytes of an incomplete paste.
  private var pasted: [UInt8]?

  /// The most bytes of a pasted text that are kept: a query could not hold more.
  private static let longestPaste = 1 << 16
  private static let longestSequence = 64
  private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

  package init() {}

  /// Whether there are bytes that may be complete or not, depending on the time: an escape alone is a key.
  package var isWaiting: Bool { !pending.isEmpty }

  /// Decodes bytes, and returns the complete inputs.
  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
    pending.append(contentsOf: bytes)
    var inputs: [TerminalInput] = []
    var start = 0
    while start < pending.count, let (input, count) = next(pending[start...]) {
      start += count
      if let input { inputs.append(input) }
    }
    pending.removeFirst(start)
    return inputs
  }

  /// Decodes the pending bytes as if no more followed.
  package mutating func finish() -> [TerminalInput] {
    guard pasted == nil else { return [] }
    var inputs: [TerminalInput] = []
    while !pending.isEmpty {
      if pending[0] == 0x1B {
        let rest = pending.dropFirst()
        pending = rest.first == 0x1B ? Array(rest) : []
        if rest.isEmpty || rest.first == 0x1B {
          inputs.append(.key(Key(.escape)))
        } else if let letter = rest.first, rest.count == 1, letter == 0x5B || letter == 0x4F {
          inputs.append(.key(.alt(Character(UnicodeScalar(letter)))))
        }
      } else {
        pending.removeFirst()
      }
    }
    return inputs
  }

  /// - Returns: `nil` if more bytes are needed.
  private mutating func next(_ bytes: ArraySlice<UInt8>) -> (TerminalInput?, count: Int)? {
    if pasted != nil { return paste(bytes) }
    guard let first = bytes.first else { return nil }
    if first == 0x1B { return sequence(bytes) }
    if let key = KeyDecoder.control(first) { return (.key(key), 1) }
    guard let (character, count) = KeyDecoder.character(bytes) else { return nil }
    return (character.map { .key(.character($0)) }, count)
  }

  private mutating func paste(_ bytes: ArraySlice<UInt8>) -> (TerminalInput?, count: Int)? {
    let end = KeyDecoder.pasteEnd
    if bytes.starts(with: end) {
      let text = String(decoding: pasted ?? [], as: UTF8.self)
      pasted = nil
      return (.paste(text), end.count)
    }
    if bytes.count < end.count, end.starts(with: bytes) { return nil }
    // Up to the next byte at which the end may begin.
    let count = max(1, (bytes.dropFirst().firstIndex(of: 0x1B) ?? bytes.endIndex) - bytes.startIndex)
    let room = KeyDecoder.longestPaste - (pasted?.count ?? 0)
    pasted?.append(contentsOf: bytes.prefix(min(count, max(0, room))))
    return (nil, count)
  }

  /// Decodes one scalar; a `nil` character for invalid bytes.
  private static func character(_ bytes: ArraySlice<UInt8>) -> (Character?, count: Int)? {
    guard let first = bytes.first else { return nil }
    let count = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
    let given = bytes.prefix(count)
    if let bad = given.dropFirst().firstIndex(where: { $0 & 0xC0 != 0x80 }) { return (nil, bad - bytes.startIndex) }
    if given.count < count { return nil }
    guard let text = String(validating: given, as: UTF8.self), let character = text.first else { return (nil, count) }
    return (character, count)
  }

  private static func control(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x00: .control(" ")
    case 0x09: Key(.tab)
    case 0x0D: Key(.enter)
    case 0x01...0x1A: .control(Character(UnicodeScalar(byte + 0x60)))
    case 0x1C: .control("\\")
    case 0x1D: .control("]")
    case 0x1E: .control("^")
    case 0x1F: .control("/")
    case 0x7F: Key(.backspace)
    default: nil
    }
  }

  // MARK: - Escape sequences

  private mutating func sequence(_ bytes: ArraySlice<UInt8>) -> (TerminalInput?, count: Int)? {
    let rest = bytes.dropFirst()
    guard let second = rest.first else { return nil }
    switch second {
    case 0x5B: return controlSequence(bytes)
    case 0x4F:
      guard let third = rest.dropFirst().first else { return nil }
      return (KeyDecoder.final(third, []).map { .key($0) }, 3)
    case 0x1B:
      // Escape twice, or alt with a key that is a sequence itself.
      guard let (input, count) = sequence(rest) else { return nil }
      guard case .key(var key) = input else { return (input, count + 1) }
      key.modifiers.insert(.alt)
      return (.key(key), count + 1)
    default:
      if var key = KeyDecoder.control(second) {
        key.modifiers.insert(.alt)
        return (.key(key), 2)
      }
      guard let (character, count) = KeyDecoder.character(rest) else { return nil }
      return (character.map { .key(.alt($0)) }, count + 1)
    }
  }

  private mutating func controlSequence(_ bytes: ArraySlice<UInt8>) -> (TerminalInput?, count: Int)? {
    let body = bytes.dropFirst(2)
    // Linux' console: two bytes follow.
    if body.first == 0x5B {
      guard let letter = body.dropFirst().first else { return nil }
      let isFunction = 0x41...0x45 ~= letter
      return (isFunction ? .key(Key(.function(Int(letter) - 0x40))) : nil, 4)
    }
    guard let end = body.firstIndex(where: { 0x40...0x7E ~= $0 }) else {
      // Not a sequence, or an unknown form.
      if body.count > KeyDecoder.longestSequence { return (nil, bytes.count) }
      if let bad = body.firstIndex(where: { $0 < 0x20 || $0 > 0x7E }) { return (nil, bad - bytes.startIndex) }
      return nil
    }
    let count = end - bytes.startIndex + 1
    if let bad = body[..<end].firstIndex(where: { $0 < 0x20 || $0 > 0x7E }) { return (nil, bad - bytes.startIndex) }
    let isMouse = body.first == 0x3C
    let numbers = body[..<end].dropFirst(isMouse ? 1 : 0).split(separator: 0x3B, omittingEmptySubsequences: false).map {
      Int(String(decoding: $0, as: UTF8.self)) ?? 0
    }
    if isMouse { return (KeyDecoder.mouse(numbers, isPressed: bytes[end] == 0x4D).map { .mouse($0) }, count) }
    let modifiers = Key.Modifiers(parameter: numbers.count > 1 ? numbers[1] : 1)
    switch bytes[end] {
    case 0x7E:
      if numbers.first == 200 {
        pasted = []
        return (nil, count)
      }
      return (KeyDecoder.numbered(numbers.first ?? 0).map { .key(Key($0, modifiers)) }, count)
    case 0x5A: return (.key(Key(.tab, .shift)), count)
    case let final: return (KeyDecoder.final(final, modifiers).map { .key($0) }, count)
    }
  }

  private static func final(_ byte: UInt8, _ modifiers: Key.Modifiers) -> Key? {
    let base: Key.Base? =
      switch byte {
      case 0x41: .up
      case 0x42: .down
      case 0x43: .right
      case 0x44: .left
      case 0x46: .end
      case 0x48: .home
      case 0x4D: .enter
      case 0x50...0x53: .function(Int(byte) - 0x4F)
      default: nil
      }
    return base.map { Key($0, modifiers) }
  }

  private static func numbered(_ number: Int) -> Key.Base? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23, 24: .function(number - 12)
    default: nil
    }
  }

  private static func mouse(_ numbers: [Int], isPressed: Bool) -> MouseEvent? {
    guard numbers.count == 3 else { return nil }
    let (code, column, row) = (numbers[0], min(numbers[1], 1 << 16) - 1, min(numbers[2], 1 << 16) - 1)
    guard row >= 0, column >= 0 else { return nil }
    let kind: MouseEvent.Kind? =
      switch code & ~0x1C {
      case 64: .scrollUp
      case 65: .scrollDown
      case 32, 34: .drag
      case 0: isPressed ? .left : .release
      case 2: isPressed ? .right : .release
      default: nil
      }
    return kind.map { MouseEvent($0, row: row, column: column, isShifted: code & 4 != 0) }
  }
}

extension Key.Modifiers {
  /// - Parameter parameter: the parameter of an xterm sequence: 1 plus the bits of the modifiers.
  fileprivate init(parameter: Int) {
    let bits = max(0, min(parameter, 16) - 1)
    self.init(rawValue: bits & 7)
  }
}
