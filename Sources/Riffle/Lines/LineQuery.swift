internal import CKernels

/// A query as texts are screened for it: its terms, each once for all forms, and the least that each form costs.
///
/// Costs are counted in steps of ``step``, rounded down, so that a floor is a byte.
final class LineQuery: Sendable {
  /// A term of some form, with what a word that it matches costs at least.
  struct Term: Sendable {
    let matcher: TermMatcher
    let letters: LineLetters
    /// The most typos that a match may have in any form.
    var typos = 0
    var runs = false
    /// Whether it is one letter that may be a word of two, the first of which is a typo.
    var isSlip = false
  }

  /// The query as it was typed.
  let asTyped: PreparedQuery
  /// The cheapest first; that as it was typed is the first of them.
  let allForms: [PreparedQuery]
  /// The forms that consist of words only, the cheapest first; if there are none, all.
  let forms: [PreparedQuery]
  /// The forms that ``PlainForms`` matches: all but ``forms``, or all if none is of terms only.
  let plainForms: [PreparedQuery]
  /// In the order of the forms.
  let terms: [Term]
  /// For each form the term of each row of its scorer.
  let rows: [[Int]]
  /// Letters that every item must have that matches any of ``forms``.
  let needed: LineLetters
  /// Whether ``forms`` consist of words only.
  let isOfTerms: Bool
  private let costs: CostTable

  /// Of all ``kernelForms`` and ``whole``.
  let steps: [line_step]
  /// By form.
  private let kernelForms: [line_form]
  /// The whole query with all that forms leave out.
  private let whole: line_form

  static let step = CostTable.unit / 4
  static let none = UInt8(LINE_NONE)
  private static let lanes = Int(LINE_LANES)

  init(_ allForms: [PreparedQuery]) {
    self.allForms = allForms
    asTyped = allForms[0]
    let ofTerms = allForms.filter(\.isAskedByWords)
    isOfTerms = !ofTerms.isEmpty
    let forms = isOfTerms ? ofTerms : allForms
    self.forms = forms
    plainForms = isOfTerms ? allForms.filter { !$0.isAskedByWords } : allForms
    let first = forms[0]
    costs = first.scorer.costs
    needed = forms.dropFirst().reduce(LineQuery.neededLetters(first)) {
      $0.intersection(LineQuery.neededLetters($1))
    }
    var terms: [Term] = []
    rows = forms.map { LineQuery.addTerms(of: $0, to: &terms) }
    self.terms = terms
    var steps: [line_step] = []
    var kernelForms: [line_form] = []
    for (number, form) in forms.enumerated() {
      let added = LineQuery.steps(form.scorer, rows[number])
      kernelForms.append(
        line_form(
          first: UInt32(steps.count), count: UInt32(added.count), price: form.price / LineQuery.step,
          least: form.leastCost / LineQuery.step))
      steps += added
    }
    var whole = LineQuery.steps(first.scorer, rows[0])
    var leftOut: UInt64 = 0
    for form in forms { if case .without(_, let clauses) = form.form { leftOut |= clauses } }
    var clause = 0
    for index in whole.indices where whole[index].ends_clause != 0 {
      if leftOut & 1 << UInt64(clause) != 0, case .term(let row)? = first.scorer.clauses[clause].onlyAlternative {
        whole[index].left_out_cost = LineQuery.byte(costs.cost(ofLeavingOut: first.scorer.rows[row].term))
      }
      clause += 1
    }
    self.whole = line_form(
      first: UInt32(steps.count), count: UInt32(whole.count), price: first.price / LineQuery.step, least: 0)
    self.steps = steps + whole
    self.kernelForms = kernelForms
  }

  /// The forms of which one may match where any of the first `openForms` forms does.
  func screens(_ openForms: Int) -> [line_form] {
    // Floors cover no more terms.
    if terms.count > Int(LINE_RUN_TERMS) { return [line_form()] }
    return [whole]
      + (1..<openForms).compactMap { if case .without = forms[$0].form { nil } else { kernelForms[$0] } }
  }

  /// The same of a single form.
  func screen(form: Int) -> line_form { terms.count > Int(LINE_RUN_TERMS) ? line_form() : kernelForms[form] }

  // MARK: - Terms

  private static func addTerms(of form: PreparedQuery, to terms: inout [Term]) -> [Int] {
    let scorer = form.scorer
    var isAsked = [Bool](repeating: false, count: scorer.rows.count)
    for clause in scorer.clauses { for case .term(let row) in clause.alternatives { isAsked[row] = true } }
    return scorer.rows.indices.map { row in
      let matcher = scorer.rows[row]
      let known = terms.firstIndex { $0.matcher.term == matcher.term && $0.matcher.admitsLoose == matcher.admitsLoose }
      let index = known ?? terms.count
      if known == nil { terms.append(Term(matcher: matcher, letters: LineLetters(matcher.term.bytes))) }
      if isAsked[row] {
        terms[index].typos = max(terms[index].typos, scorer.typos(ofRow: row))
        if matcher.term.length == 1, matcher.admitsLoose, matcher.term.anchoredTypoBudget > 0 {
          terms[index].isSlip = true
        }
        let hasRuns = scorer.admitsRuns && matcher.admitsLoose && HitSource.runLengths ~= matcher.term.length
        if hasRuns, !form.form.runsAreThoseAsTyped { terms[index].runs = true }
      }
      return index
    }
  }

  /// The number of terms in the first `openForms` forms.
  private func termCount(_ openForms: Int) -> Int { (rows.prefix(openForms).joined().max() ?? -1) + 1 }

  static func lane(_ term: Int) -> UInt8 { UInt8(term % lanes) }

  /// The terms as kernels match them.
  /// - Parameter most: what a hit may cost, in ``CostTable/unit``s.
  func kernelTerms(_ openForms: Int, upTo most: UInt32, isCaseSensitive: Bool) -> [line_term] {
    let mostTypos = forms.prefix(openForms).map { $0.mostTypos(upTo: most) }.max() ?? 0
    let none = LineQuery.none
    return terms.prefix(termCount(openForms)).enumerated().map { number, term in
      var kernel = line_term()
      let bytes = term.matcher.term.bytes
      let typos = min(term.typos, mostTypos)
      kernel.letters = term.letters.bits
      kernel.length = UInt8(min(bytes.count, 255))
      kernel.is_whole = bytes.count <= 62 && bytes.allSatisfy { $0 < 0x80 } ? 1 : 0
      kernel.least_length = UInt8(min(max(1, term.matcher.term.length - typos), 255))
      kernel.missing = UInt8(typos)
      kernel.typos = UInt8(typos)
      // So that the most typos together cost less than none.
      kernel.typo_cost = min(
        LineQuery.byte(costs.cheapest(typos: 1)), (LineQuery.none - 1) / UInt8(Riffle.Term.mostTypos))
      let admitsLoose = term.matcher.admitsLoose
      kernel.infix_cost =
        admitsLoose && term.matcher.term.isFoundInside ? LineQuery.byte(costs.way(of: .infix).cost) : none
      kernel.skeleton_cost =
        admitsLoose && term.matcher.term.mayBeSkeleton
        ? LineQuery.byte(costs.way(of: .skeleton).cost) : none
      if term.isSlip, mostTypos > 0 {
        // The letter is there, after one that is not meant.
        kernel.typos = 1
        kernel.typo_cost = min(LineQuery.byte(costs.cost(ofTypos: .slip, termLength: 1)), 100)
      }
      kernel.lane = LineQuery.lane(number)
      kernel.runs = !term.runs ? 0 : bytes.count > 62 ? 2 : 1
      kernel.run_cost = floorOfRuns
      kernel.set(bytes, isCaseSensitive: isCaseSensitive)
      return kernel
    }
  }

  /// The terms among them that may be initials of all words but ``FunctionWords``, one bit each.
  func acronyms(_ openForms: Int) -> UInt64 {
    terms.prefix(min(termCount(openForms), Int(LINE_RUN_TERMS))).enumerated().reduce(0) {
      $1.element.matcher.term.mayBeAcronym ? $0 | 1 << UInt64($1.offset) : $0
    }
  }

  // MARK: - Costs

  private static func byte(_ cost: UInt32) -> UInt8 { UInt8(min(cost / LineQuery.step, 254)) }

  /// What it costs at least that a term takes a word which it matches so.
  func floor(_ match: WordMatch, _ term: Int) -> UInt8 {
    let (length, isSlip) = (terms[term].matcher.term.length, terms[term].isSlip)
    let typos = max(terms[term].typos, isSlip ? 1 : 0)
    return costs.cheapest(match, length: length, mostTypos: typos).map(LineQuery.byte) ?? LineQuery.none
  }

  /// What a term costs at least that has so many typos.
  func floor(ofTypos typos: Int) -> UInt8 { LineQuery.byte(costs.cheapest(typos: typos)) }

  /// What a term costs at least that several words make together.
  var floorOfRuns: UInt8 { LineQuery.byte(costs.cheapestWordRun) }

  private static func steps(_ scorer: Scorer, _ terms: [Int]) -> [line_step] {
    scorer.clauses.flatMap { clause in
      var steps = clause.alternatives.map { alternative in
        var step = line_step()
        (step.lane, step.joined_lane, step.left_out_cost) = (none, none, none)
        if case .term(let row) = alternative { step.lane = lane(terms[row]) }
        return step
      }
      steps[steps.count - 1].ends_clause = 1
      if let row = clause.joinedRow {
        steps[steps.count - 1].joined_lane = lane(terms[row])
        steps[steps.count - 1].joined_cost = byte(scorer.costs.literal(isWhole: true, isJoined: true))
      }
      return steps
    }
  }

  /// What a hit costs at most, in steps.
  static func steps(upTo most: UInt32) -> UInt32 { min(most / step, 1 << 20 - 1) }

  // MARK: - Letters

  private static func neededLetters(_ prepared: PreparedQuery) -> LineLetters {
    var needed = LineLetters.empty
    switch prepared.way {
    case .substring(let needle), .lowercasedSubstring(let needle): needed = LineLetters(needle)
    case .subsequence(let pattern, _):
      for letter in pattern.letters { needed.insert(letterOfTitle: letter.scalar) }
    case .words: break
    }
    for clause in prepared.scorer.clauses {
      guard case .pattern(let number)? = clause.onlyAlternative else { continue }
      needed = needed.union(LineLetters(prepared.scorer.patterns[number].bytes))
    }
    return needed
  }
}

extension LineLetters {
  /// Adds what folded text has where a title has a letter: a syllable of Hangul is in it by its keys.
  fileprivate mutating func insert(letterOfTitle scalar: UInt32) {
    var folded: [UInt8] = []
    if !SearchLetters(FoldingOptions()).rewrite(scalar, { folded.append(scalar: $0) }) { folded.append(scalar: scalar) }
    self = union(LineLetters(folded))
  }
}

extension QueryForm {
  /// Whether every run of its terms is one of the query as typed.
  fileprivate var runsAreThoseAsTyped: Bool {
    switch self {
    case .withTypos, .inside: true
    case .withoutSigns(let form): form.runsAreThoseAsTyped
    case .asTyped, .spelledOut, .without, .typed, .synonyms: false
    }
  }
}

extension Scorer {
  /// How many typos a row of the scorer can have in any item; of a term of one letter the letter itself
  /// is never one.
  func typos(ofRow row: Int) -> Int {
    let term = rows[row].term
    guard rows[row].admitsLoose, term.length > 1 else { return 0 }
    // Clauses of the same term share a row, and one of them may anchor the other.
    let isAnchorable = clauses.count > 1 && clauses.indices.contains { isAnchor($0) }
    return isAnchorable ? term.anchoredTypoBudget : term.typoBudget
  }
}
