/// Makes well-formed text of bytes that should be UTF-8.
///
/// Every maximal subpart of an ill-formed sequence becomes one U+FFFD, as the Unicode Standard
/// recommends (section 3.9, "U+FFFD Substitution of Maximal Subparts"); `replaced` counts them.
/// - Complexity: O(*n*).
package func repairedUTF8(_ bytes: Span<UInt8>) -> (text: String, replaced: Int) {
  if let text = try? UTF8Span(validating: bytes) { return (String(copying: text), 0) }
  var text = ""
  var replaced = 0
  var start = 0
  while start < bytes.count {
    let rest = bytes.extracting(start...)
    do {
      text += String(copying: try UTF8Span(validating: rest))
      break
    } catch {
      let wrong = error.byteOffsets
      if let part = try? UTF8Span(validating: rest.extracting(..<wrong.lowerBound)) {
        text += String(copying: part)
      }
      text += "\u{FFFD}"
      replaced += 1
      start += max(wrong.upperBound, 1)
    }
  }
  return (text, replaced)
}
