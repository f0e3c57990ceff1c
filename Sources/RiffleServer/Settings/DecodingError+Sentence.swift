extension DecodingError {
  /// The fault that a type reports itself; for other faults, ``sentence``.
  var reason: String {
    if case .dataCorrupted(let context) = self { context.debugDescription } else { sentence }
  }

  /// A sentence on the fault of a JSON text that names the place but no type.
  package var sentence: String {
    switch self {
    case .keyNotFound(let key, let context): "it has no “\(DecodingError.place(context.codingPath + [key]))”"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "“\(DecodingError.place(context.codingPath))” is of another type"
    case .dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "it is no JSON" : "“\(DecodingError.place(context.codingPath))” is none of the values that it can have"
    @unknown default: "it is not as it should be"
    }
  }

  /// Returns a path such as `keys[0].role`.
  private static func place(_ path: [any CodingKey]) -> String {
    path.reduce("") { text, key in
      if let index = key.intValue { return "\(text)[\(index)]" }
      return text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)"
    }
  }
}
