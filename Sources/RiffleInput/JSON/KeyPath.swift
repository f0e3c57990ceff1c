/// A path to a value in a JSON record: `name`, `address.city`, `tags.0`; `.` is the record itself.
struct KeyPath: Hashable, Sendable {
  /// A key of an object; a number also selects an element of an array, from 0.
  struct Key: Hashable, Sendable {
    let name: [UInt8]
    let index: Int?
  }

  let keys: [Key]

  static let record = KeyPath(".")

  /// - Parameter text: keys separated by dots; a backslash before a dot makes it part of the key.
  init(_ text: String) {
    guard text != "." else {
      keys = []
      return
    }
    var names: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\\") where !isEscaped:
        isEscaped = true
        continue
      case UInt8(ascii: ".") where !isEscaped:
        names.append([])
      default:
        names[names.count - 1].append(byte)
      }
      isEscaped = false
    }
    keys = names.map { name in
      let number = Int(String(decoding: name, as: UTF8.self)) ?? -1
      return Key(name: name, index: number >= 0 ? number : nil)
    }
  }
}
