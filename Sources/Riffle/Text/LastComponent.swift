/// The last component of a title that is a path: where it begins, and how much of it is its extension.
package struct LastComponent: Sendable, Hashable {
  /// The unit of the title that counts as its start.
  let firstUnit: Int32
  /// How many units after the last dot there are; what is more than 255 is none.
  package let extensionUnits: Int32

  init(firstUnit: Int32, extensionUnits: Int32) {
    self.firstUnit = firstUnit
    self.extensionUnits = extensionUnits > 255 ? 0 : extensionUnits
  }

  /// 24 bits of ``firstUnit``, which no title has more of, and 8 of ``extensionUnits``.
  var packed: UInt32 { UInt32(firstUnit) | UInt32(extensionUnits) << 24 }

  init(packed: UInt32) {
    firstUnit = Int32(packed & 0xFF_FFFF)
    extensionUnits = Int32(packed >> 24)
  }

  /// - Parameter title: a path.
  init(of title: borrowing FieldText) {
    let folded = title.bytes[..<title.foldedCount]
    let slash = UInt8(ascii: "/")
    guard let last = folded.lastIndex(where: { $0 != slash && $0 != 0x20 }) else {
      self.init(firstUnit: 0, extensionUnits: 0)
      return
    }
    let start = folded[..<last].lastIndex(of: slash).map { $0 + 1 } ?? 0
    // What begins with a dot has no other name.
    let dot = folded[start...last].dropFirst().lastIndex(of: UInt8(ascii: "."))
    var unit: Int32 = 0
    var firstUnit: Int32?
    var extensionUnits: Int32 = 0
    for token in title.tokens where token.kind == .simple || token.kind == .part {
      if firstUnit == nil, Int(token.start) >= start { firstUnit = unit }
      if let dot, Int(token.start) > dot { extensionUnits += 1 }
      unit += 1
    }
    self.init(firstUnit: start == 0 ? 0 : firstUnit ?? 0, extensionUnits: extensionUnits)
  }
}
