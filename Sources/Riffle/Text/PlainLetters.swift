/// Letters and marks that are typed for each other, or left out, in scripts whose accents folding removes by other means.
enum PlainLetters {
  /// Lengthens a word and means nothing.
  static let tatweel: UInt32 = 0x640

  /// What is written instead of a letter or mark of decomposed text; `nil` for what stays.
  static func spelling(of scalar: UInt32) -> UInt32? {
    switch scalar {
    // Alef with wasla, with wavy hamza, and with high hamza; those with hamza and madda have marks.
    case 0x671, 0x672, 0x673, 0x675: 0x627
    // Alef maksura, the yeh of Persian and Urdu, and yeh barree.
    case 0x649, 0x6CC, 0x6D2: 0x64A
    // The kaf of Persian and Urdu, and swash kaf.
    case 0x6A9, 0x6AA: 0x643
    // Teh marbuta, and the forms of heh of Persian, Urdu and Kurdish.
    case 0x629, 0x6BE, 0x6C1, 0x6C3, 0x6D5: 0x647
    // Candrabindu, for which anusvara is often written.
    case 0x901, 0x981, 0xA01, 0xA81, 0xB01: scalar + 1
    default: nil
    }
  }

  /// Whether a mark is left out though other marks of its script are not: nukta. Those of Bengali make letters of their own.
  static func isLeftOut(_ mark: UInt32) -> Bool {
    switch mark {
    case 0x93C, 0xA3C, 0xABC, 0xB3C, 0xC3C, 0xCBC: true
    default: false
    }
  }
}
