import ArgumentParser

/// How an input is divided into records.
enum InputFormat: String, CaseIterable, ExpressibleByArgument {
  case lines, tsv, csv, jsonl

  /// What the end of a file's name says.
  init(guessedFrom path: String) {
    let name = path.split(separator: "/").last ?? ""
    let fileExtension = name.contains(".") ? name.split(separator: ".").last ?? "" : ""
    self = Self(rawValue: fileExtension.lowercased()) ?? .lines
  }
}

/// What the user says about the inputs.
struct InputDescription {
  /// Paths; `-` is standard input, and so is no path at all.
  var files: [String]
  /// `nil` lets each file's name decide.
  var format: InputFormat?
  var hasHeader = false
  /// Whether records end with NUL instead of a line feed.
  var isNULSeparated = false
  var columns = ColumnChoice()

  /// Whether the inputs are nothing but lines, as far as names and options tell.
  var isOfLines: Bool {
    let formats = files.isEmpty ? [format ?? .lines] : files.map { format ?? InputFormat(guessedFrom: $0) }
    return formats.allSatisfy { $0 == .lines } && !hasHeader && columns.all.isEmpty
  }

  /// What ends a record.
  var terminator: UInt8 { isNULSeparated ? 0 : UInt8(ascii: "\n") }

  /// The inputs in their order.
  var sources: [ByteSource] { (files.isEmpty ? ["-"] : files).map(ByteSource.init) }

  /// Reads everything.
  func read() throws(CommandError) -> RecordTable {
    let table = RecordTable()
    for file in files.isEmpty ? ["-"] : files {
      let source = ByteSource(file)
      let range = try source.read(into: table.source)
      table.beginInput(name: source.name, at: range.lowerBound)
      try parse(range, format: format ?? InputFormat(guessedFrom: file), name: source.name, into: table)
    }
    try checkColumns(of: table)
    return table
  }

  private func parse(
    _ range: Range<Int>, format: InputFormat, name: String, into table: RecordTable
  ) throws(CommandError) {
    switch format {
    case .lines:
      if let (role, _) = columns.all.first {
        throw .column(
          source: name, problem: "lines have no columns for \(role.option): say --input tsv, csv or jsonl")
      }
      if hasHeader { throw .column(source: name, problem: "lines have no --header: say --input tsv or csv") }
      LineReader(terminator: terminator).read(range, into: table)
    case .tsv, .csv:
      let reader = DelimitedReader(
        delimiter: UInt8(ascii: format == .csv ? "," : "\t"), hasQuotes: format == .csv,
        terminator: terminator, hasHeader: hasHeader, choice: columns)
      try reader.read(range, name: name, into: table)
    case .jsonl:
      if hasHeader { throw .column(source: name, problem: "JSON Lines have no --header: leave it out") }
      try JSONLinesReader(terminator: terminator, choice: columns).read(range, into: table)
    }
  }

  /// A column that no record has was most likely misspelt; weights must be numbers.
  private func checkColumns(of table: RecordTable) throws(CommandError) {
    guard table.count > 0 else { return }
    for (role, name) in columns.all where !table.has(role) {
      throw .column(source: "\(role.option) \(name)", problem: "no record has this column: choose one that is there")
    }
    guard table.has(.weight) else { return }
    for row in 0..<table.count where !table.text(.weight, row).isEmpty && table.weight(row) == nil {
      throw .column(
        source: table.location(row).description,
        problem: "the weight \(table.text(.weight, row)) is no whole number from 0 to 65535")
    }
  }
}

extension RecordTable {
  /// The weight of a record, if it has one that can be read.
  func weight(_ row: Int) -> UInt16? { UInt16(text(.weight, row)) }
}
