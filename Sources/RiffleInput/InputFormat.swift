/// How an input is divided into records.
package enum InputFormat: String, CaseIterable, Sendable {
  case lines, tsv, csv, jsonl

  /// What the end of a file's name says.
  package init(guessedFrom path: String) {
    let name = path.split(separator: "/").last ?? ""
    let fileExtension = name.contains(".") ? name.split(separator: ".").last ?? "" : ""
    self = Self(rawValue: fileExtension.lowercased()) ?? .lines
  }
}

/// What the user says about the inputs.
package struct InputDescription: Sendable {
  /// Paths; `-` is standard input, and so is no path at all.
  package var files: [String]
  /// `nil` lets each file's name decide.
  package var format: InputFormat?
  package var hasHeader = false
  /// Whether records end with NUL instead of a line feed.
  package var isNULSeparated = false
  package var columns = ColumnChoice()

  package init(
    files: [String], format: InputFormat? = nil, hasHeader: Bool = false, isNULSeparated: Bool = false,
    columns: ColumnChoice = ColumnChoice()
  ) {
    self.files = files
    self.format = format
    self.hasHeader = hasHeader
    self.isNULSeparated = isNULSeparated
    self.columns = columns
  }

  /// What ends a record.
  package var terminator: UInt8 { isNULSeparated ? 0 : UInt8(ascii: "\n") }

  /// Whether all inputs are files that stay, not pipes.
  package var canBeReadTwice: Bool { !files.isEmpty && files.allSatisfy { ByteSource($0).isRegularFile } }

  /// The inputs in their order.
  /// - Throws: if one of them cannot have the columns that are asked for.
  func inputs() throws(InputError) -> [Input] {
    var inputs: [Input] = []
    for file in files.isEmpty ? ["-"] : files {
      let input = Input(source: ByteSource(file), format: format ?? InputFormat(guessedFrom: file))
      try check(input)
      inputs.append(input)
    }
    return inputs
  }

  /// An input that has not been opened yet.
  struct Input: Sendable {
    let source: ByteSource
    let format: InputFormat
  }

  private func check(_ input: Input) throws(InputError) {
    let name = input.source.name
    switch input.format {
    case .lines:
      if let (role, _) = columns.all.first {
        throw .column(source: name, problem: "lines have no columns for \(role.option): say --input tsv, csv or jsonl")
      }
      if hasHeader { throw .column(source: name, problem: "lines have no --header: say --input tsv or csv") }
    case .tsv, .csv:
      break
    case .jsonl:
      if hasHeader { throw .column(source: name, problem: "JSON Lines have no --header: leave it out") }
    }
  }

  /// How the records of an input are found, the columns of tables left out.
  func recordFormat(of input: Input) -> OpenInput.Format {
    switch input.format {
    case .lines: .lines
    case .tsv, .csv: .delimited(DelimitedFormat(input.format))
    case .jsonl: .json(JSONLinesFormat(columns))
    }
  }
}
