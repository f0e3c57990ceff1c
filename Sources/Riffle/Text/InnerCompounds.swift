/// Puts an ``TokenKind/inner`` token before every run of parts that stand together in a compound whose
/// other parts do not: before `qt` and `6` in `qt6-base`.
func insertInnerCompounds(_ tokens: inout [Token]) {
  var index = 0
  while index < tokens.count {
    guard tokens[index].kind == .part, tokens[index - 1].kind != .inner else {
      index += 1
      continue
    }
    let start = index
    var end = index + 1
    while end < tokens.count, tokens[end].kind == .part,
      tokens[end].range.lowerBound == tokens[end - 1].range.upperBound
    {
      end += 1
    }
    let isAll = tokens[start - 1].kind == .compound && (end == tokens.count || tokens[end].kind != .part)
    if end - start > 1, !isAll {
      let range = tokens[start].range.lowerBound..<tokens[end - 1].range.upperBound
      tokens.insert(Token(start: range.lowerBound, length: range.count, kind: .inner), at: start)
      end += 1
    }
    index = end
  }
}
