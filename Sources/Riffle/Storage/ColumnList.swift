/// The columns of a part of an index by name: what it takes to count them, to compare them, and to write them to a file.
package struct ColumnList {
  package private(set) var columns: [StoredColumn] = []
  /// The names of the parts at hand.
  private var path: [String] = []

  init() {}

  /// The columns of a part.
  init(of part: some ColumnPart) { part.list(in: &self) }

  /// What the columns of a part take, without any room for more.
  static func byteCount(of part: some ColumnPart) -> Int {
    ColumnList(of: part).columns.reduce(0) { $0 + $1.byteCount }
  }

  /// - Parameter count: how many elements it stands for, where that is not how many it has.
  mutating func add<Element>(_ name: String, _ column: Column<Element>, standingFor count: Int? = nil) {
    add(name, column, elementSize: MemoryLayout<Element>.stride, count: count ?? column.count)
  }

  mutating func add(_ name: String, _ bits: BitColumn?) {
    if let bits { add(name, ArrayElements(array: bits.words), elementSize: 8, count: bits.count) }
  }

  /// A number that is known of columns; it takes no bytes.
  mutating func add(_ name: String, number: Int) {
    add(name, ArrayElements<UInt8>(array: []), elementSize: 1, count: number)
  }

  /// What is only kept in memory: files have no such columns.
  mutating func add<Element: Sendable>(_ name: String, inMemory elements: [Element]) {
    add(
      name, ArrayElements(array: elements), elementSize: MemoryLayout<Element>.stride, count: elements.count)
  }

  /// The columns of a part, whose names begin with that of the part.
  mutating func add(_ name: String, _ part: some ColumnPart) {
    path.append(name)
    part.list(in: &self)
    path.removeLast()
  }

  private mutating func add(_ name: String, _ elements: some StoredElements, elementSize: Int, count: Int) {
    let name = (path + [name]).joined(separator: ".")
    columns.append(StoredColumn(name: name, elementSize: elementSize, count: count, elements: elements))
  }
}

/// A part of an index that consists of columns.
protocol ColumnPart {
  /// Names all of its columns, always in the same order.
  func list(in columns: inout ColumnList)
}

/// A part of an index that can be made of its columns again.
protocol StoredPart: ColumnPart {
  /// - Throws: ``SegmentError`` if columns are missing, or do not belong together.
  init(_ columns: ColumnSource) throws(SegmentError)
}

/// A column under its name.
package struct StoredColumn: Sendable {
  /// The names of the parts that lead to it, and its own.
  package let name: String
  /// In bytes.
  package let elementSize: Int
  /// How many elements it stands for: of packed numbers not how many bytes it has.
  package let count: Int
  fileprivate let elements: any StoredElements

  /// Of its elements, without any room for more, and without what they refer to.
  package var byteCount: Int { elements.byteCount }
  /// The elements as they are in memory.
  package var bytes: [UInt8] { withBytes { $0.withUnsafeBytes { [UInt8]($0) } } }

  /// Calls `body` with the elements as they are in memory, all of them checked.
  package func withBytes<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var result: Swift.Result<Result, Failure>?
    elements.read { bytes in
      do throws(Failure) {
        result = .success(try body(bytes))
      } catch {
        result = .failure(error)
      }
    }
    switch result {
    case .success(let result)?: return result
    case .failure(let error)?: throw error
    case nil: preconditionFailure("elements that are never read")
    }
  }
}

private protocol StoredElements: Sendable {
  var byteCount: Int { get }
  func read(_ body: (RawSpan) -> Void)
}

extension Column: StoredElements {
  fileprivate var byteCount: Int { count * MemoryLayout<Element>.stride }
  fileprivate func read(_ body: (RawSpan) -> Void) {
    body(span.bytes)
  }
}

private struct ArrayElements<Element: Sendable>: StoredElements {
  let array: [Element]
  var byteCount: Int { array.count * MemoryLayout<Element>.stride }
  func read(_ body: (RawSpan) -> Void) { array.withUnsafeBytes { body($0.bytes) } }
}
