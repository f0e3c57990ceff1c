/// The omitted records that cannot be read.
package struct LeftOutRecords: Sendable {
  package private(set) var count = 0
  /// The faults of the first of them, in order.
  package var problems: [InputError] { first.map(\.error) }
  private var first: [(line: Int, error: InputError)] = []

  /// The most faults that are kept.
  package static let mostKept = 20

  package init() {}

  /// - Parameter line: the number of lines of all inputs that end before or with the record.
  mutating func add(_ error: InputError, line: Int) {
    count += 1
    if first.count < LeftOutRecords.mostKept { first.append((line, error)) }
  }

  /// Adds the omitted records of other parts of the inputs.
  package mutating func add(_ other: LeftOutRecords) {
    count += other.count
    first = Array((first + other.first).sorted { $0.line < $1.line }.prefix(LeftOutRecords.mostKept))
  }
}

extension LeftOutRecords: CustomStringConvertible {
  /// Their number, and the fault of the first.
  package var description: String {
    guard let problem = problems.first else { return "all records can be read" }
    return count == 1 ? "a record was left out: \(problem)" : "\(count) records were left out, the first: \(problem)"
  }
}

extension OpenInput {
  /// Reads the next readable record, and its weight; see ``read(_:_:)``.
  ///
  /// - Parameter leftOut: collects the records before it that cannot be read.
  /// - Returns: the weight, 0 if it has none; `nil` if there is no other record before the end.
  /// - Throws: the fault of a record, if the input is strict.
  package func next(
    _ record: Record, _ place: inout RecordPlace, leavingOut leftOut: inout LeftOutRecords
  ) throws(InputError) -> UInt16? {
    while true {
      do throws(InputError) {
        return try read(record, &place) ? try record.weight(of: self) : nil
      } catch {
        if isStrict { throw error }
        if case .system = error { throw error }
        leftOut.add(error, line: place.line)
      }
    }
  }
}
