/// An array of an index, found by looking into all parts of it: so no column is forgotten.
package struct StoredColumn {
  /// The names of the properties that lead to it.
  package let name: String
  private let array: any ColumnArray

  /// The bytes of its elements, without any room for more, and without what they refer to.
  package var byteCount: Int { array.byteCount }
  /// The elements as they are in memory.
  package var bytes: [UInt8] { array.bytes }

  /// All arrays in `value` that are not empty.
  static func all(in value: Any) -> [StoredColumn] {
    var found: [StoredColumn] = []
    collect(value, name: "", into: &found)
    return found
  }

  private static func collect(_ value: Any, name: String, into found: inout [StoredColumn]) {
    if let array = value as? any ColumnArray, array.isColumn {
      if array.byteCount > 0 { found.append(StoredColumn(name: name, array: array)) }
      return
    }
    for child in Mirror(reflecting: value).children {
      // What is inside of an optional has the optional's name.
      let label = child.label.flatMap { $0 == "some" ? nil : $0 }
      let path = [name, label ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
      collect(child.value, name: path, into: &found)
    }
  }
}

extension Segment {
  package var columns: [StoredColumn] { StoredColumn.all(in: self) }
}

private protocol ColumnArray {
  /// Whether it holds values, not objects that have columns themselves.
  var isColumn: Bool { get }
  var byteCount: Int { get }
  var bytes: [UInt8] { get }
}

extension Array: ColumnArray {
  var isColumn: Bool { !(Element.self is AnyObject.Type) }
  var byteCount: Int { count * MemoryLayout<Element>.stride }
  var bytes: [UInt8] { withUnsafeBytes { [UInt8]($0) } }
}
