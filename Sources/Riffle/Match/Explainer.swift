/// A writer of explanations of hits.
struct Explainer {
  let scorer: Scorer
  let form: QueryForm

  /// - Parameter total: the cost that the scorer gave the item.
  func explanation(
    total: UInt32, _ item: borrowing ItemText, _ layout: borrowing ItemLayout, _ assignments: [Assignment]
  ) -> Explanation {
    var reasons: [Explanation.Reason] = []
    for assignment in assignments {
      let term = term(of: assignment)
      let found = words(of: assignment, item, layout)
      let way = description(of: assignment) + (assignment.way == .absent ? "" : " “\(found)”")
      add(assignment.wayCost, "“\(term)” \(way)", always: true, &reasons)
      let isGuess = assignment.field == .reading && layout.isRomanized
      let field = isGuess ? "title in Latin letters" : assignment.field.name
      let isName = assignment.field == .searchText && assignment.fieldCost < scorer.costs.cost(of: .searchText)
      add(
        assignment.fieldCost, "“\(term)” is \(isName ? "a name, or part of one," : "found") in the \(field)", &reasons)
      if assignment.clause == 0 {
        add(assignment.placeCost, "“\(term)” is not at the start of the title", &reasons)
      } else {
        add(assignment.placeCost, "“\(term)” does not follow the term before it", &reasons)
      }
      add(assignment.slashCost, "“\(term)” stands beside no such slash", &reasons)
      add(assignment.partCost, "“\(term)” takes only a part of a compound", &reasons)
      add(assignment.takenCost, "“\(found)” is already taken by another term", &reasons)
    }
    var price: UInt32 = 0
    for (cost, text) in form.reasons(scorer.costs) {
      add(cost, text, &reasons)
      price += cost
    }
    return Explanation(cost: Double(total + price) / Double(CostTable.unit), reasons: reasons)
  }

  private func add(
    _ cost: UInt32, _ text: String, always: Bool = false, _ reasons: inout [Explanation.Reason]
  ) {
    guard cost > 0 || always else { return }
    reasons.append(Explanation.Reason(text: text, cost: Double(cost) / Double(CostTable.unit)))
  }

  private func term(of assignment: Assignment) -> String {
    let clause = scorer.clauses[assignment.clause]
    let bytes: [UInt8] =
      switch clause.alternatives[assignment.alternative] {
      case .pattern(let pattern): scorer.patterns[pattern].bytes
      case .term(let row):
        scorer.rows[assignment.way.termCount == 2 ? clause.joinedRow ?? row : row].term.bytes
      }
    return shown(bytes)
  }

  private func words(
    of assignment: Assignment, _ item: borrowing ItemText, _ layout: borrowing ItemLayout
  ) -> String {
    let clause = scorer.clauses[assignment.clause]
    if case .pattern(let pattern) = clause.alternatives[assignment.alternative] {
      return shown(scorer.patterns[pattern].bytes)
    }
    var words: [String] = []
    for index in assignment.firstWord...assignment.lastWord {
      let word = layout.words[index]
      let isInside = index == assignment.firstWord || index == assignment.lastWord || word.kind == .simple
      if isInside { words.append(shown(item.letters[word.range])) }
    }
    return words.joined(separator: " ")
  }

  private func description(of assignment: Assignment) -> String {
    switch assignment.way {
    case .exact: "is the word"
    case .prefix: "begins the word"
    case .initialsOfTitle: "are the initials of all of"
    case .initialsOfPart: "are the initials of"
    case .split: "are the words"
    case .chunks: "are beginnings of the words"
    case .joined: "(two terms) is the word"
    case .joinedPrefix: "(two terms) begins the word"
    case .infix: "is inside the word"
    case .skeleton: "leaves out vowels of the word"
    case .typo: "has \(assignment.typos) typo(s) of the word"
    case .typoInPrefix: "has \(assignment.typos) typo(s) of a beginning of the word"
    case .pattern: "is found as it is:"
    case .absent: "is not there"
    }
  }
}
