/// A word of a query, folded.
package struct Term: Sendable, Hashable {
  package let bytes: [UInt8]
  /// The same as Unicode scalars.
  package let scalars: [UInt32]
  /// How many typos the term may have, by its length and script.
  let typoBudget: Int
  /// How many it may have in an item where other terms stand literally.
  let anchoredTypoBudget: Int

  /// Length in scalars.
  package var length: Int { scalars.count }

  /// - Parameter bytes: folded, valid UTF-8, not empty.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value)
    let admitsTypos = !scalars.contains(where: isIdeographicOrSyllabic)
    typoBudget = admitsTypos ? Term.typoBudget(ofLength: scalars.count) : 0
    anchoredTypoBudget = admitsTypos ? min(2, typoBudget + 1) : 0
  }

  static func typoBudget(ofLength length: Int) -> Int {
    switch length {
    case ...3: 0
    case ...6: 1
    default: 2
    }
  }
}

/// Han, kana and Hangul, where one character says so much that a wrong one makes another word.
func isIdeographicOrSyllabic(_ scalar: UInt32) -> Bool {
  switch scalar {
  case ..<0x1100: false
  case 0x1100...0x11FF, 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x312F, 0x3131...0x318F,
    0x31A0...0x31BF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97F,
    0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFFDC, 0x1AFF0...0x1B16F, 0x20000...0x3FFFD:
    true
  default: false
  }
}

func isDigit(_ scalar: UInt32) -> Bool { scalar &- 0x30 < 10 }
