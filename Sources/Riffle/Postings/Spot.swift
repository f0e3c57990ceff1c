/// The position of a word in a title, as far as it matters to its neighbours.
///
/// A ``Place``, by contrast, rates the position of a word by itself.
struct Spot: Sendable, Hashable {
  /// 4 bits of the counted word's number and 1 more, 0 if that is not known; above them the ``Kind``.
  let rawValue: UInt8

  /// The kind of the counted word.
  private enum Kind: UInt8 {
    /// All of it or something of it.
    case something
    /// A part of a compound, and not all of it that counts.
    case part
    /// Something there, or in later places, too, or instead.
    case orLater
    /// A simple word, or all of a compound: what else is so there overlaps it.
    case all
  }

  /// The word stands elsewhere than in the title.
  static let unknown = Spot(rawValue: 0)
  private static let kindShift: UInt8 = 4
  /// So many bits it takes.
  static let bitWidth = 6
  private static let lastPosition: Int32 = 15

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// What a column has, which may be anything where files are forged.
  @inline(__always)
  init(stored: UInt8) { rawValue = stored & (1 << UInt8(Spot.bitWidth) - 1) }

  @inline(__always)
  private init(position: Int, _ kind: Kind) {
    rawValue = UInt8(truncatingIfNeeded: position) | kind.rawValue << Spot.kindShift
  }

  /// - Parameters:
  ///   - counted: the number of the counted word.
  ///   - isPart: whether the word is a part of a compound, and not all of it that counts.
  ///   - isAll: whether it is a simple word, or all of a compound.
  @inline(__always)
  init(counted: Int32, isPart: Bool, isAll: Bool) {
    if counted >= Spot.lastPosition - 1 {
      self.init(position: Int(Spot.lastPosition), .orLater)
    } else {
      self.init(position: Int(counted + 1), isAll ? .all : isPart ? .part : .something)
    }
  }

  /// The number of the counted word, and 1 more; 0 if it is not known.
  @inline(__always)
  var position: Int { Int(rawValue & 15) }
  @inline(__always)
  private func isOf(_ kind: Kind) -> Bool { rawValue >> Spot.kindShift == kind.rawValue }
  /// Whether the word may be the first of the title, or stand elsewhere than in it.
  @inline(__always)
  var mayBeFirst: Bool { position <= 1 }
  /// Whether the word is a part of a compound, and not all of it that counts.
  @inline(__always)
  var isPart: Bool { isOf(.part) }
  /// Whether the word is a simple one or all of a compound.
  var isAll: Bool { isOf(.all) }
  /// Whether the word may stand in later places, too, or instead.
  var isOrLater: Bool { isOf(.orLater) }
  /// The same as if the word were no part of a compound.
  var withoutPart: Spot { isPart ? Spot(position: position, .something) : self }

  /// The spot of what stands here or there.
  @inline(__always)
  func or(_ other: Spot) -> Spot {
    if self == other { return self }
    if position == 0 || other.position == 0 { return .unknown }
    let isHere = position == other.position && !isOrLater && !other.isOrLater
    return Spot(position: min(position, other.position), isHere ? .something : .orLater)
  }

  /// How many counted words after another spot this one is for certain, or before it, as a negative number; 0 if they may be the
  /// same, or if it is not known.
  func distance(from other: Spot) -> Int {
    guard position > 0, other.position > 0 else { return 0 }
    let distance = position - other.position
    return isOrLater && distance < 0 || other.isOrLater && distance > 0 ? 0 : distance
  }

  /// Whether both are the same word for certain.
  func overlaps(_ other: Spot) -> Bool { isAll && self == other && position > 0 }
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
    if kind == .simple { return Spot(counted: walk.place.counted, isPart: false, isAll: true) }
    // All of what is one compound, and what lies across two words, has other numbers.
    if walk.place.isInOneCompound || kind == .extraAcross { return .unknown }
    if kind == .compound {
      compoundStart = walk.place.unit
      countedUnits = countedUnits(tokens, after: index)
    }
    let isFirst = walk.place.unit == compoundStart
    return Spot(
      counted: walk.place.counted, isPart: kind == .part && (isFirst ? countedUnits > 1 : countedUnits > 0),
      isAll: kind == .compound)
  }

  /// How many units of the compound at hand count: not those of a file's extension.
  private func countedUnits(_ tokens: Span<UInt32>, after compound: Int) -> Int32 {
    var units: Int32 = 0
    var index = compound + 1
    while index < tokens.count {
      let kind = TokenColumn.kind(tokens[index])
      if kind == .part { units += 1 } else if kind != .inner { break }
      index += 1
    }
    // In the last component no more are left out, regardless of what follows.
    guard let path, compoundStart + units > path.firstUnit else { return units }
    return max(0, units - path.extensionUnits)
  }
}
