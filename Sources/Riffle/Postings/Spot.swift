/// The position of a word in a title, as far as it matters to its neighbours.
///
/// A ``Place``, by contrast, rates the position of a word by itself.
struct Spot: Sendable, Hashable {
  /// 4 bits of the counted word's number and 1 more, 0 if that is not known; above them 2 of the ``Kind``, and 2 of the letters
  /// of a compound's first part, as ``letterClass(_:)`` counts them.
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
  private static let lettersShift: UInt8 = 6
  /// The number of bits without those of the first part.
  static let bitWidth = 6
  private static let lastPosition: Int32 = 15

  init(rawValue: UInt8) { self.rawValue = rawValue }

  @inline(__always)
  private init(position: Int, _ kind: Kind) {
    rawValue = UInt8(truncatingIfNeeded: position) | kind.rawValue << Spot.kindShift
  }

  /// - Parameters:
  ///   - counted: the number of the counted word.
  ///   - isPart: whether the word is a part of a compound, and not all of it that counts.
  ///   - isAll: whether it is a simple word, or all of a compound.
  ///   - firstPart: the bytes of a compound's first part, if its other parts count too; 0 for any other word.
  @inline(__always)
  init(counted: Int32, isPart: Bool, isAll: Bool, firstPart: Int = 0) {
    if counted >= Spot.lastPosition - 1 {
      self.init(position: Int(Spot.lastPosition), .orLater)
    } else {
      let spot = Spot(position: Int(counted + 1), isAll ? .all : isPart ? .part : .something)
      self.init(rawValue: spot.rawValue | Spot.letterClass(firstPart) << Spot.lettersShift)
    }
  }

  /// 0 to 3: no letters are known, at least 1, 3 or 5 bytes.
  @inline(__always)
  private static func letterClass(_ bytes: Int) -> UInt8 { bytes >= 5 ? 3 : bytes >= 3 ? 2 : bytes >= 1 ? 1 : 0 }

  /// The least raw value of compounds whose first part certainly has this length; above all values, if there is none or it is too
  /// long.
  static func leastValue(withFirstPart bytes: Int) -> UInt16 {
    UInt16(bytes == 0 || bytes > 5 ? 4 : bytes > 3 ? 3 : bytes > 1 ? 2 : 1) << UInt16(lettersShift)
  }

  /// The spot of a word's beginning: a part of a compound, if its first part is as long.
  /// - Parameter least: of ``leastValue(withFirstPart:)``.
  @inline(__always)
  func ofBeginning(_ least: UInt16) -> Spot {
    if UInt16(rawValue) >= least { return Spot(position: position, .part) }
    return Spot(rawValue: rawValue & (1 << UInt8(Spot.bitWidth) - 1))
  }

  /// The number of the counted word, and 1 more; 0 if it is not known.
  @inline(__always)
  var position: Int { Int(rawValue & 15) }
  @inline(__always)
  private func isOf(_ kind: Kind) -> Bool { rawValue >> Spot.kindShift & 3 == kind.rawValue }
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

  /// - Parameter lengths: the length of each word in bytes, up to 255.
  @inline(__always)
  mutating func next(_ tokens: Span<UInt32>, _ index: Int, _ lengths: Span<UInt8>) -> Spot {
    // The title comes first, and no word after it has a spot.
    if tokens[index] >> 30 != 0 { return .unknown }
    walk.next(tokens, index)
    let kind = TokenColumn.kind(tokens[index])
    if kind == .simple { return Spot(counted: walk.place.counted, isPart: false, isAll: true) }
    // All of what is one compound, and what lies across two words, has other numbers.
    if walk.place.isInOneCompound || kind == .extraAcross { return .unknown }
    if kind == .compound {
      let firstPart = beginCompound(tokens, index)
      return Spot(
        counted: walk.place.counted, isPart: false, isAll: true,
        firstPart: countedUnits > 1 ? firstPart.map { Int(lengths[$0]) } ?? 0 : 0)
    }
    let isFirst = walk.place.unit == compoundStart
    return Spot(
      counted: walk.place.counted, isPart: kind == .part && countedUnits > (isFirst ? 1 : 0), isAll: false)
  }

  /// Counts the units of the compound at hand, except those of a file's extension.
  /// - Returns: the word of the first part, if it precedes all others.
  private mutating func beginCompound(_ tokens: Span<UInt32>, _ compound: Int) -> Int? {
    compoundStart = walk.place.unit
    countedUnits = 0
    var firstPart: Int?
    var index = compound + 1
    while index < tokens.count {
      let kind = TokenColumn.kind(tokens[index])
      if kind == .part {
        if countedUnits == 0 { firstPart = TokenColumn.word(tokens[index]) }
        countedUnits += 1
      } else if kind != .inner {
        break
      }
      index += 1
    }
    // In the last component no more are left out, regardless of what follows.
    if let path, compoundStart + countedUnits > path.firstUnit {
      countedUnits = max(0, countedUnits - path.extensionUnits)
    }
    return firstPart
  }
}
