import Foundation
import Riffle

/// Several keywords as a JSON array.
package enum KeywordArray {
  package static func text(_ keywords: [String]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return (try? encoder.encode(keywords)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
  }

  /// Returns the elements of an array, without nulls; any other text is one keyword.
  package static func keywords(_ text: String) -> [String] {
    guard text.utf8.first == UInt8(ascii: "[") else { return [text] }
    if let plain = plainKeywords(text) { return plain }
    let values = try? JSONDecoder().decode([FieldValue?].self, from: Data(text.utf8))
    return values?.compactMap { $0.map { "\($0)" } } ?? [text]
  }

  /// Returns the elements of an array of strings without escapes and blanks, which is read in less time.
  /// - Returns: `nil` for any other array.
  private static func plainKeywords(_ text: String) -> [String]? {
    if text == "[]" { return [] }
    guard text.utf8.count >= 4, text.hasPrefix("[\""), text.hasSuffix("\"]"),
      !text.utf8.contains(UInt8(ascii: "\\"))
    else { return nil }
    let parts = text.utf8.dropFirst(2).dropLast(2).split(
      separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    // Between two strings is a comma.
    guard parts.count % 2 == 1, parts.indices.allSatisfy({ $0 % 2 == 0 || parts[$0].elementsEqual(",".utf8) }) else {
      return nil
    }
    return stride(from: 0, to: parts.count, by: 2).map { String(decoding: parts[$0], as: UTF8.self) }
  }
}
