/// The way to a value in a JSON record: `name`, `address.city`, `tags.0`; `.` is the record itself.
struct KeyPath: Hashable, Sendable {
  /// The keys; a number also counts the elements of an array, from 0.
  let keys: [String]

  /// - Parameter text: keys with dots between them; a backslash before a dot makes it part of the key.
  init(_ text: String) {
    guard text != "." else {
      keys = []
      return
    }
    var keys = [""]
    var isEscaped = false
    for character in text.unicodeScalars {
      switch character {
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      case "." where !isEscaped:
        keys.append("")
      default:
        keys[keys.count - 1].unicodeScalars.append(character)
      }
      isEscaped = false
    }
    self.keys = keys
  }
}
