/// A detector of files with JSON records, in any form, as opposed to texts to be read by lines.
struct JSONRecognition {
  private let columns: ColumnChoice
  /// The part of the first records that has been read, each on one line.
  private var records: [UInt8] = []
  private var isArray: Bool?

  /// The most bytes of a file that are read.
  private static let longestBeginning = 1 << 20

  /// Returns whether the file contains an array of objects, or several objects, and the first has a title. If columns are
  /// selected, any object with one of them counts. A source that cannot be opened counts as such a file; one that can be read
  /// only once does not.
  static func holdsRecords(_ source: ByteSource, _ columns: ColumnChoice) -> Bool {
    guard let stream = try? source.open() else { return true }
    guard source.isRegularFile else { return false }
    var recognition = JSONRecognition(columns: columns)
    let buffer = GrowingBuffer()
    var lines = JSONRecords(terminator: 0x0A)
    var count = 0
    while count < longestBeginning, (try? stream.reserve(1 << 14, in: buffer)) != nil,
      (try? stream.read(into: buffer)) == true
    {
      var bytes = Array(buffer.bytes)
      if count == 0, bytes.starts(with: ByteOrderMark.utf8) { bytes.removeFirst(ByteOrderMark.utf8.count) }
      count += buffer.count
      buffer.truncate(0)
      recognition.note(bytes)
      recognition.records += lines.pass(bytes)
      if let isFound = recognition.isFound(atEnd: false) { return isFound }
    }
    return recognition.isFound(atEnd: true) ?? false
  }

  private init(columns: ColumnChoice) { self.columns = columns }

  private mutating func note(_ bytes: [UInt8]) {
    guard isArray == nil else { return }
    isArray = bytes.first { $0 > 0x20 }.map { $0 == UInt8(ascii: "[") }
  }

  /// - Returns: `nil` if more has to be read.
  private func isFound(atEnd: Bool) -> Bool? {
    guard let first = records.first else { return nil }
    guard first == UInt8(ascii: "{") else { return false }
    guard let end = records.firstIndex(of: 0x0A) else { return nil }
    let chosen = columns.all.map(\.name) + columns.fields.filter { !$0.isOptional }.map(\.name)
    if isArray != true, chosen.isEmpty, end + 1 == records.count { return atEnd ? false : nil }
    let paths = (chosen.isEmpty ? Role.title.standardNames : chosen).map { KeyPath($0) }
    return records.withUnsafeBufferPointer { bytes in
      let found = try? JSONScanner.find(paths, in: bytes, range: 0..<end)
      return found?.contains { $0 != nil } ?? false
    }
  }
}
