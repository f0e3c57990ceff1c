/// Where a word stands in a title, as far as it matters to what stands beside it.
///
/// Beside a ``Place``, which says how well a word stands for itself.
struct Spot: Sendable, Hashable {
  /// 4 bits of the counted word's number and 1 more, 0 if that is not known; ``partBit`` and ``laterBit``.
  let rawValue: UInt8

  /// The word stands elsewhere than in the title.
  static let unknown = Spot(rawValue: 0)
  private static let partBit: UInt8 = 1 << 4
  private static let laterBit: UInt8 = 1 << 5
  /// So many bits it takes.
  static let bitWidth = 6
  private static let lastPosition: Int32 = 15

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// What a column has, which may be anything where files are forged.
  @inline(__always)
  init(stored: UInt8) { rawValue = stored & (1 << UInt8(Spot.bitWidth) - 1) }

  /// - Parameters:
  ///   - counted: the number of the counted word.
  ///   - isPart: whether the word is a part of a compound, and not all of it that counts.
  init(counted: Int32, isPart: Bool) {
    self.init(
      rawValue: counted >= Spot.lastPosition - 1
        ? UInt8(Spot.lastPosition) | Spot.laterBit : UInt8(counted + 1) | (isPart ? Spot.partBit : 0))
  }

  /// The number of the counted word, and 1 more; 0 if it is not known.
  @inline(__always)
  var position: Int { Int(rawValue & 15) }
  /// Whether the word is a part of a compound, and not all of it that counts.
  @inline(__always)
  var isPart: Bool { rawValue & Spot.partBit != 0 }
  /// Whether the word may stand in later places, too, or instead.
  var isOrLater: Bool { rawValue & Spot.laterBit != 0 }
  /// The same as if the word were no part of a compound.
  var whole: Spot { Spot(rawValue: rawValue & ~Spot.partBit) }

  /// The spot of what stands here or there.
  @inline(__always)
  func or(_ other: Spot) -> Spot {
    if self == other { return self }
    if position == 0 || other.position == 0 { return .unknown }
    if position == other.position, !isOrLater, !other.isOrLater { return whole }
    return Spot(rawValue: UInt8(min(position, other.position)) | Spot.laterBit)
  }

  /// How many counted words after another spot this one is for certain, or before it, as a negative number; 0 if they may be the
  /// same, or if it is not known.
  func distance(from other: Spot) -> Int {
    guard position > 0, other.position > 0 else { return 0 }
    let distance = position - other.position
    return isOrLater && distance < 0 || other.isOrLater && distance > 0 ? 0 : distance
  }
}

/// Finds the spots of a row's words, one after the other.
struct SpotWalk {
  private var walk = TokenWalk()
  private let path: LastComponent?
  /// Of the compound at hand: its first unit, and how many of its units count.
  private var compoundStart: Int32 = 0
  private var countedUnits: Int32 = 0

  /// - Parameter path: of a title that is a path.
  init(_ path: LastComponent?) { self.path = path }

  @inline(__always)
  mutating func next(_ tokens: Span<UInt32>, _ index: Int) -> Spot {
    // The title comes first, and no word after it has a spot.
    if tokens[index] >> 30 != 0 { return .unknown }
    walk.next(tokens, index)
    let kind = TokenColumn.kind(tokens[index])
    if kind == .simple { return Spot(counted: walk.place.counted, isPart: false) }
    // All of what is one compound, and what lies across two words, has other numbers.
    if walk.place.isInOneCompound || kind == .extraAcross { return .unknown }
    if kind == .compound {
      compoundStart = walk.place.unit
      countedUnits = SpotWalk.countedUnits(tokens, after: index, path)
    }
    let isFirst = walk.place.unit == compoundStart
    return Spot(
      counted: walk.place.counted, isPart: kind == .part && (isFirst ? countedUnits > 1 : countedUnits > 0))
  }

  /// How many units of a compound count: not those of a file's extension.
  private static func countedUnits(_ tokens: Span<UInt32>, after compound: Int, _ path: LastComponent?) -> Int32 {
    var units: Int32 = 0
    var index = compound + 1
    while index < tokens.count {
      let kind = TokenColumn.kind(tokens[index])
      if kind == .part { units += 1 } else if kind != .inner { break }
      index += 1
    }
    // Whatever comes later in the title, no more are left out.
    return path.map { max(0, units - $0.extensionUnits) } ?? units
  }
}
