/// The letters that an item must have to match a query in any of its forms.
///
/// A form that leaves out terms is not asked by itself: what the item lacks of the whole query says which forms are left.
struct FormDemand: Sendable {
  /// By form.
  private let demands: [LetterDemand]
  /// The clauses that each form leaves out, one bit each; `nil` for a form of its own terms.
  private let leftOut: [UInt64?]
  private let mostLeftOut: Int

  init(_ forms: [PreparedQuery], _ folding: FoldingOptions) {
    demands = forms.map { LetterDemand($0, folding) }
    leftOut = forms.map { if case .without(_, let clauses) = $0.form { clauses } else { nil } }
    mostLeftOut = leftOut.compactMap(\.self).map(\.nonzeroBitCount).max() ?? 0
  }

  /// The forms that an item may match, one bit each.
  ///
  /// - Parameters:
  ///   - union: what ``LineLetters/table`` says of the bytes of the item; those of the title, if it is not ASCII.
  ///   - open: how many forms can still matter.
  @inline(__always)
  func forms(_ title: Span<UInt8>, union: UInt64, open: Int) -> UInt64 {
    let isWhole = demands[0].admits(title, union: union)
    return open == 1 ? (isWhole ? 1 : 0) : otherForms(title, union, open) | (isWhole ? 1 : 0)
  }

  private func otherForms(_ title: Span<UInt8>, _ union: UInt64, _ open: Int) -> UInt64 {
    guard let letters = demands[0].letters(of: title, union: union) else { return FormDemand.all(open) & ~1 }
    let lack = mostLeftOut > 0 ? demands[0].lack(letters, atMost: mostLeftOut) : LetterDemand.Lack(missing: .max)
    var admitted: UInt64 = 0
    for form in 1..<open {
      let isAdmitted =
        if let clauses = leftOut[form] {
          lack.missing & ~clauses == 0 && lack.typos(without: clauses) <= demands[form].typoBudget
        } else {
          demands[form].admits(letters)
        }
      if isAdmitted { admitted |= 1 << UInt64(form) }
    }
    return admitted
  }

  /// All of so many forms.
  static func all(_ open: Int) -> UInt64 { open >= 64 ? .max : (1 << UInt64(open)) - 1 }
}
