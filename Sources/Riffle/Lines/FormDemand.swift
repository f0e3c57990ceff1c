/// The letters that an item must have to match a query in any of its forms.
///
/// A form that leaves out terms is not asked by itself: what the item lacks of the whole query says which forms are left.
struct FormDemand: Sendable {
  private struct Other {
    /// The clauses that the form leaves out, one bit each.
    let leftOut: UInt64
    let typoBudget: Int
    /// Where in ``ownTerms`` the demand of a form of its own terms stands.
    let ownTerms: Int?
  }

  private let whole: LetterDemand
  /// What the forms ask after the first.
  private let others: [Other]
  private let ownTerms: [LetterDemand]
  private let mostLeftOut: Int

  /// - Parameter most: what a hit may cost at most, in ``CostTable/unit``s.
  init(_ forms: [PreparedQuery], upTo most: UInt32, _ folding: FoldingOptions) {
    whole = LetterDemand(forms[0], upTo: most, folding)
    var ownTerms: [LetterDemand] = []
    others = forms.dropFirst().map { form in
      let demand = LetterDemand(form, upTo: most, folding)
      if case .without(_, let clauses) = form.form {
        return Other(leftOut: clauses, typoBudget: demand.typoBudget, ownTerms: nil)
      }
      ownTerms.append(demand)
      return Other(leftOut: 0, typoBudget: demand.typoBudget, ownTerms: ownTerms.count - 1)
    }
    self.ownTerms = ownTerms
    mostLeftOut = others.map(\.leftOut.nonzeroBitCount).max() ?? 0
  }

  /// The forms that an item may match, one bit each.
  ///
  /// - Parameters:
  ///   - union: what ``LineLetters/table`` says of the bytes of the item; those of the title, if it is not ASCII.
  ///   - open: how many forms can still matter.
  @inline(__always)
  func forms(_ title: Span<UInt8>, union: UInt64, open: Int) -> UInt64 {
    let isWhole = whole.admits(title, union: union)
    return open == 1 ? (isWhole ? 1 : 0) : otherForms(title, union, open) | (isWhole ? 1 : 0)
  }

  private func otherForms(_ title: Span<UInt8>, _ union: UInt64, _ open: Int) -> UInt64 {
    guard let letters = whole.letters(of: title, union: union) else { return FormDemand.all(open) & ~1 }
    let lack = mostLeftOut > 0 ? whole.lack(letters, atMost: mostLeftOut) : LetterDemand.Lack(missing: .max)
    var admitted: UInt64 = 0
    let others = others.span
    for form in 1..<open {
      let other = others[form - 1]
      let isAdmitted =
        if let own = other.ownTerms {
          ownTerms[own].admits(letters)
        } else {
          lack.missing & ~other.leftOut == 0 && lack.typos(without: other.leftOut) <= other.typoBudget
        }
      if isAdmitted { admitted |= 1 << UInt64(form) }
    }
    return admitted
  }

  /// All of so many forms.
  static func all(_ open: Int) -> UInt64 { open >= 64 ? .max : (1 << UInt64(open)) - 1 }
}
