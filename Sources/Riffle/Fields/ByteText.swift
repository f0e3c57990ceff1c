/// A text compared by its bytes; a `String` is also equal to canonically equivalent ones.
struct ByteText: Hashable, Sendable {
  let string: String

  init(_ string: String) { self.string = string }

  static func == (a: ByteText, b: ByteText) -> Bool { a.string.utf8Span.span.isEqual(to: b.string.utf8Span.span) }

  func hash(into hasher: inout Hasher) {
    let bytes = string.utf8Span.span
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
