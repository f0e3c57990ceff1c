extension Filter {
  /// The names of the fields in the conditions, each once, in their order.
  package var fieldNames: [String] {
    var seen: Set<ByteText> = []
    var names: [String] = []
    node.forEachCondition { name, _, _ in if seen.insert(ByteText(name)).inserted { names.append(name) } }
    return names
  }

  /// The type that a field without a declared type has for the conditions on it, by the values that it is compared with.
  ///
  /// | values | type |
  /// |---|---|
  /// | none, because the name stands alone | boolean |
  /// | only numbers | real; integer if one of them is whole and so great that reals are not exact (2^53) |
  /// | only times | time |
  /// | only `true` and `false` | boolean |
  /// | others, and any prefix | keyword |
  ///
  /// - Returns: `nil` if the conditions only ask whether there is a value.
  package func impliedKind(of field: String) -> FieldKind? {
    let field = ByteText(field)
    var values: [FieldValue] = []
    var (standsAlone, hasPrefix) = (false, false)
    node.forEachCondition { name, more, condition in
      guard ByteText(name) == field else { return }
      values += more
      if condition == .alone { standsAlone = true }
      if condition == .prefix { hasPrefix = true }
    }
    if hasPrefix { return .keyword }
    if values.isEmpty { return standsAlone ? .boolean : nil }
    let texts = values.map { "\($0)" }
    let numbers = texts.compactMap { NumberText($0) }
    if numbers.count == texts.count { return numbers.contains(where: \.isBeyondReals) ? .integer : .real }
    if texts.allSatisfy({ Timestamp($0) != nil }) { return .time }
    return texts.allSatisfy { ["true", "false"].contains($0.lowercased()) } ? .boolean : .keyword
  }
}

extension NumberText {
  /// Whether reals of 64 bits cannot tell it from its neighbours.
  fileprivate var isBeyondReals: Bool {
    if case .whole(let number) = self { number.magnitude >= 1 << 53 } else { false }
  }
}

extension Filter.Node {
  /// A use of a field.
  fileprivate enum Condition { case comparison, prefix, existence, alone }

  /// Calls `body` with the field of each condition, the values that it is compared with, and how.
  fileprivate func forEachCondition(_ body: (_ name: String, _ values: [FieldValue], Condition) -> Void) {
    switch self {
    case .equals(let name, let value): body(name, [value], .comparison)
    case .isIn(let name, let values): body(name, values, .comparison)
    case .range(let name, let bounds):
      body(name, [bounds.lower?.value, bounds.upper?.value].compactMap(\.self), .comparison)
    case .beginsWith(let name, let value): body(name, [value], .prefix)
    case .exists(let name): body(name, [], .existence)
    case .isTrue(let name): body(name, [], .alone)
    case .all(let nodes), .any(let nodes): for node in nodes { node.forEachCondition(body) }
    case .not(let node): node.forEachCondition(body)
    }
  }
}
