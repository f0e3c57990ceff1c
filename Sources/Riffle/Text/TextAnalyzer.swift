package struct TextAnalyzer: Sendable {
  package let options: FoldingOptions
  package init(_ options: FoldingOptions = FoldingOptions()) { self.options = options }
  package func analyze(_ original: Span<UInt8>, into text: inout FieldText) {
    text.bytes.removeAll(keepingCapacity: true); text.tokens.removeAll(keepingCapacity: true)
    for i in original.indices { let b = original[i]; text.bytes.append(b &- 65 < 26 ? b | 32 : b) }
    text.foldedCount = text.bytes.count
    func cls(_ i: Int) -> Int { let b = original[i]; return b >= 128 || b &- 97 < 26 ? 1 : b &- 65 < 26 ? 2 : b &- 48 < 10 ? 3 : [45, 95, 46, 39, 38, 43, 64].contains(b) ? 4 : 0 }
    var i = 0; let n = original.count
    while i < n {
      let c = cls(i)
      if c == 0 || c == 4 { i += 1; continue }
      var parts: [Range<Int>] = []; var start = i; var j = i + 1
      while j < n {
        let a = cls(j - 1), b = cls(j)
        if b == 0 { break }
        if b == 4 { if j + 1 < n, cls(j + 1) != 0, cls(j + 1) != 4 { parts.append(start..<j); start = j + 1; j += 2; continue } else { break } }
        let cut = (a == 1 && b == 2) || (a == 3) != (b == 3) || (a == 2 && b == 2 && j + 1 < n && cls(j + 1) == 1)
        if cut && start < j { parts.append(start..<j); start = j }
        j += 1
      }
      parts.append(start..<j)
      if parts.count == 1 { text.tokens.append(Token(start: start, length: j - start, kind: .simple)) }
      else {
        let s = text.bytes.count; for p in parts { text.bytes.append(contentsOf: Array(text.bytes[p])) }
        text.tokens.append(Token(start: s, length: text.bytes.count - s, kind: .compound))
        var k = 0
        while k < parts.count {
          var e = k + 1
          while e < parts.count, parts[e].lowerBound == parts[e - 1].upperBound { e += 1 }
          if e - k > 1, e - k < parts.count { text.tokens.append(Token(start: parts[k].lowerBound, length: parts[e - 1].upperBound - parts[k].lowerBound, kind: .inner)) }
          for p in parts[k..<e] { text.tokens.append(Token(start: p.lowerBound, length: p.count, kind: .part)) }
          k = e
        }
      }
      i = j
    }
  }
  package func analyze(_ string: String) -> FieldText { var t = FieldText(); let s = string; analyze(s.utf8Span.span, into: &t); return t }
  package func fold(_ string: String) -> [UInt8] { let t = analyze(string); return Array(t.bytes[..<t.foldedCount]) }
}
extension OffsetMap { package func originalRange(_ folded: Range<Int>, in original: Span<UInt8>) -> Range<Int> { folded } }
