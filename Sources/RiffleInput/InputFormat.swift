/// How an input is divided into records.
package enum InputFormat: String, CaseIterable, Sendable {
  case lines, tsv, csv, jsonl
  /// An array of records, or records one after the other, in any number of lines.
  case json

  /// What the end of a file's name says. Whoever searches a .json may mean its lines, so what it holds decides then.
  init(guessedFrom path: String) {
    let name = path.split(separator: "/").last ?? ""
    let fileExtension = name.contains(".") ? name.split(separator: ".").last ?? "" : ""
    self = Self(rawValue: fileExtension.lowercased()) ?? .lines
  }
}

/// What the user says about the inputs.
package struct InputDescription: Sendable {
  /// Paths; `-` is standard input, and so is no path at all.
  package var files: [String]
  /// How messages call files whose paths say nothing.
  package var names: [String: String] = [:]
  /// `nil` lets each file's name decide.
  package var format: InputFormat?
  package var header = Header.absent
  /// Whether records end with NUL instead of a line feed.
  package var isNULSeparated = false
  package var columns = ColumnChoice()
  /// In bytes: of a record that is longer no more is kept in memory, which is an error, unless all of it is there already.
  package var longestRecord = Int.max
  /// How many of the last records to read; `nil` for all.
  package var tail: Int?
  /// Whether inputs that cannot be read are left out; see ``InputChunks/unreadable``.
  package var passesOverUnreadable = false
  /// Whether a record that cannot be read is an error, instead of being left out; see ``OpenInput/next(_:_:leavingOut:)``.
  package var isStrict = false
  /// Whether escape sequences of terminals are left out, so that a record is what a terminal shows of it.
  package var leavesOutEscapes = false
  /// Ends the reading, wherever it is.
  package var interruption: Interruption?

  /// Whether the first record of a table names its columns. In a TSV whose header begins with a quotation mark, fields may
  /// stand in quotes, as in CSV.
  package enum Header: Sendable {
    case absent, present
    /// If each of its names is a standard one, and one is that of the title.
    case recognized
  }

  package init(
    files: [String], format: InputFormat? = nil, header: Header = .absent, isNULSeparated: Bool = false,
    columns: ColumnChoice = ColumnChoice()
  ) {
    self.files = files
    self.format = format
    self.header = header
    self.isNULSeparated = isNULSeparated
    self.columns = columns
  }

  /// What ends a record.
  package var terminator: UInt8 { isNULSeparated ? 0 : UInt8(ascii: "\n") }

  /// Whether all inputs are files that stay, not pipes.
  package var isOfRegularFiles: Bool { !files.isEmpty && files.allSatisfy { ByteSource($0).isRegularFile } }

  /// How many bytes all inputs have; `nil` where nobody knows.
  package var byteCount: Int? {
    var count = 0
    for source in sources {
      guard let more = source.byteCount else { return nil }
      count += more
    }
    return count
  }

  private var sources: [ByteSource] { (files.isEmpty ? ["-"] : files).map { ByteSource($0, name: names[$0]) } }

  /// The inputs in their order.
  /// - Throws: if one of them cannot have the columns that are asked for.
  func inputs() throws(InputError) -> [Input] {
    var inputs: [Input] = []
    for source in sources {
      let input = Input(source: source, format: recognizedFormat(of: source))
      try check(input)
      inputs.append(input)
    }
    return inputs
  }

  /// How a file is divided into records, as far as that is known before it is read as an input.
  package func recognizedFormat(of file: String) -> InputFormat {
    recognizedFormat(of: ByteSource(file, name: names[file]))
  }

  private func recognizedFormat(of source: ByteSource) -> InputFormat {
    if let format { return format }
    let guessed = InputFormat(guessedFrom: source.name)
    return guessed == .json && !JSONRecognition.holdsRecords(source, columns) ? .lines : guessed
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
      if header == .present { throw .column(source: name, problem: "lines have no --header: say --input tsv or csv") }
    case .tsv, .csv:
      break
    case .jsonl, .json:
      if header == .present { throw .column(source: name, problem: "JSON has no --header: leave it out") }
      if leavesOutEscapes { throw .column(source: name, problem: "JSON has no colours: leave out --ansi") }
    }
  }

  /// How the records of an input are found, the columns of tables left out.
  func recordFormat(of input: Input) -> OpenInput.Format {
    switch input.format {
    case .lines: .lines
    case .tsv, .csv: .delimited(DelimitedFormat(input.format))
    case .jsonl, .json: .json(JSONLinesFormat(columns))
    }
  }
}
