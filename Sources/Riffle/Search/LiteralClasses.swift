/// Classes of the rows that hold every term of a query literally, by what they cost at least.
///
/// Three properties of a row make its class:
/// - the number of terms that are only beginnings of words,
/// - the number of terms that stand only in the search text,
/// - whether the first term begins the title.
///
/// The rows of a class are computed on demand, with a few operations on bits.
struct LiteralClasses {
  struct Class {
    /// What its rows cost at least.
    let cost: UInt32
    fileprivate let begun, hidden: Int
    fileprivate let isBeginning: Bool
  }

  /// The rows in which a term stands in a title or reading, or in a name of few terms: in any word that it begins, and in the
  /// word that it is.
  struct Shown {
    let begun, whole: BitColumn
    let isFirstTerm: Bool
  }

  private let hits: BitColumn
  private var begun, hidden: RowCounts
  private let beginning: BitColumn
  /// What the first term costs at least in rows that are not in ``beginning``.
  private let notAtStart: UInt32
  private let prefix, inSearchText: UInt32
  /// The cheapest first.
  let classes: [Class]

  /// - Parameters:
  ///   - hits: the rows.
  ///   - terms: where each term stands.
  ///   - beginning: the rows in which the first term may stand at the start of the title, or of the path.
  ///   - hasSearchTexts: whether terms may stand in search texts.
  init(
    _ hits: BitColumn, _ terms: [Shown], beginning: BitColumn, hasSearchTexts: Bool, _ costs: CostTable
  ) {
    self.hits = hits
    let mayBeWhole = terms.count > Place.mostNameTerms
    // In rows where a term begins a word of the title, all terms may be a whole phrase of the search text, which costs less. The
    // first term pays for no place there.
    let mayBeWholePhrase = hasSearchTexts && mayBeWhole
    var beginning = beginning
    begun = RowCounts()
    hidden = RowCounts()
    for term in terms {
      if term.isFirstTerm, mayBeWholePhrase {
        beginning.formIntersection(term.whole)
        continue
      }
      var begun = hits
      begun.subtract(term.whole)
      if !term.isFirstTerm {
        var hidden = hits
        hidden.subtract(term.begun)
        self.hidden.add(hidden)
        begun.subtract(hidden)
      }
      self.begun.add(begun)
    }
    self.beginning = beginning
    // Instead of a word of the search text a run may count; rows with words of two terms are looked for beside. The first
    // term pays for its place beside, which makes the same together.
    inSearchText = min(costs.cheapestWordRun, costs.cost(inSearchTextWhole: mayBeWhole))
    let prefix = costs.literal(isWhole: false)
    self.prefix = mayBeWholePhrase ? min(prefix, inSearchText) : prefix
    // A reading may begin with the term too.
    let notAtStart = min(costs.start(isAtStart: false), costs.cost(of: .reading))
    self.notAtStart = mayBeWholePhrase ? min(notAtStart, inSearchText) : notAtStart
    var classes: [Class] = []
    for hidden in 0...self.hidden.most {
      for begun in 0...self.begun.most {
        let cost =
          UInt32(truncatingIfNeeded: begun) * self.prefix + UInt32(truncatingIfNeeded: hidden) * inSearchText
        classes.append(Class(cost: cost, begun: begun, hidden: hidden, isBeginning: true))
        classes.append(Class(cost: cost + self.notAtStart, begun: begun, hidden: hidden, isBeginning: false))
      }
    }
    self.classes = classes.sorted { $0.cost < $1.cost }
  }

  /// What the first term costs a class at least because of its place.
  func start(of kind: Class) -> UInt32 { kind.isBeginning ? 0 : notAtStart }

  /// What all clauses but one cost a class together at least.
  func cost(of kind: Class, besideClause clause: Int) -> UInt32 {
    let own = max(kind.begun > 0 ? prefix : 0, kind.hidden > 0 ? inSearchText : 0)
    return kind.cost - min(kind.cost, own + (clause == 0 ? start(of: kind) : 0))
  }

  /// - Complexity: O(rows / 64 × log of the number of terms).
  func rows(of kind: Class) -> BitColumn {
    var rows = hits
    begun.keep(kind.begun, in: &rows)
    hidden.keep(kind.hidden, in: &rows)
    if kind.isBeginning { rows.formIntersection(beginning) } else { rows.subtract(beginning) }
    return rows
  }
}

/// In how many columns of bits each row has its bit set, as binary numbers whose digits are columns.
struct RowCounts {
  /// The lowest digit first.
  private var digits: [BitColumn] = []
  /// The most that any row has.
  private(set) var most = 0

  mutating func add(_ rows: BitColumn) {
    var carry = rows
    if carry.setCount == 0 { return }
    most += 1
    for place in digits.indices {
      var both = carry
      both.formIntersection(digits[place])
      digits[place].formSymmetricDifference(carry)
      carry = both
    }
    if digits.count < Int.bitWidth - most.leadingZeroBitCount { digits.append(carry) }
  }

  /// Leaves of some rows those with a count.
  func keep(_ count: Int, in rows: inout BitColumn) {
    for (place, digit) in digits.enumerated() {
      if count >> place & 1 == 1 { rows.formIntersection(digit) } else { rows.subtract(digit) }
    }
  }
}
