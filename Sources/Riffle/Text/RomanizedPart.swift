/// The relation of a scalar to the words around it, for a ``Romanizer``.
enum RomanizedPart {
  /// Neither letter nor digit, and nothing that joins them.
  case gap
  /// A hyphen or the like, or a mark: belongs to the letters around it.
  case joiner
  case latin
  case other(LetterScript)
  case han
  case kana

  init(_ scalar: UInt32) {
    let properties = ScalarProperties(scalar)
    if properties.isIgnorable || properties.isMark || properties.isJoiner {
      self = .joiner
      return
    }
    switch LetterScript(scalar) {
    case .none: self = properties.isCJK ? .kana : properties.isContent ? .latin : .gap
    case .han: self = .han
    case .kana: self = .kana
    case let script: self = .other(script)
    }
  }

  /// A letter or a digit.
  var isContent: Bool {
    switch self {
    case .gap, .joiner: false
    case .latin, .other, .han, .kana: true
    }
  }
}
