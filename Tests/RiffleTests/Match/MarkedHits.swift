import Riffle
import Testing

/// The text of a field with brackets around what is highlighted. The three kinds of ranges have to agree.
func marked<Element, ID>(_ hit: Hit<Element, ID>, _ field: Field) -> String {
  let text = hit.text(of: field)
  let utf8 = Array(text.utf8)
  let utf16 = Array(text.utf16)
  let ranges = hit.highlights(in: field)
  #expect(hit.utf8Highlights(in: field).map { Array(utf8[$0]) } == ranges.map { Array(text[$0].utf8) })
  #expect(hit.utf16Highlights(in: field).map { Array(utf16[$0]) } == ranges.map { Array(text[$0].utf16) })
  var result = ""
  var last = text.startIndex
  for range in ranges {
    #expect(range.lowerBound >= last && !range.isEmpty && (last == text.startIndex || range.lowerBound > last))
    // Whole characters: the ends are where walking the characters leads.
    #expect(text.indices.contains(range.lowerBound))
    #expect(range.upperBound == text.endIndex || text.indices.contains(range.upperBound))
    result += text[last..<range.lowerBound] + "[" + text[range] + "]"
    last = range.upperBound
  }
  return result + text[last...]
}
