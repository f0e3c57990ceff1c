/// The division of an input into records.
package enum InputFormat: String, CaseIterable, Sendable {
  case lines, tsv, csv, jsonl
  /// An array of records, or consecutive records, on any number of lines.
  case json

  /// Guesses the format from the extension of a file's name. A .json file may also be searched by lines, so its content then
  /// decides.
  init(guessedFrom path: String) {
    let name = path.split(separator: "/").last ?? ""
    let fileExtension = name.contains(".") ? name.split(separator: ".").last ?? "" : ""
    self = Self(rawValue: fileExtension.lowercased()) ?? .lines
  }
}

/// The user's description of the inputs.
package struct InputDescription: Sendable {
  /// Paths; `-` is standard input, and so is an empty list.
  package var files: [String]
  /// Names in messages for files with meaningless paths.
  package var names: [String: String] = [:]
  /// `nil` to decide by each file's name.
  package var format: InputFormat?
  package var header = Header.absent
  /// Whether records end with NUL instead of a line feed.
  package var isNULSeparated = false
  package var columns = ColumnChoice()
  /// The most bytes of a record kept in memory. A longer one is an error, unless all of it is already there.
  package var longestRecord = Int.max
  /// The number of last records to read; `nil` for all.
  package var tail: Int?
  /// Whether inputs that cannot be read are omitted; see ``InputChunks/unreadable``.
  package var passesOverUnreadable = false
  /// Whether a record that cannot be read is an error, instead of being omitted; see ``OpenInput/next(_:_:leavingOut:)``.
  package var isStrict = false
  /// Whether escape sequences of terminals are removed, so that a record is what a terminal shows of it.
  package var leavesOutEscapes = false
  /// Ends reading at any point.
  package var interruption: Interruption?

  /// The first record of a table: whether it names the columns. In a TSV whose header begins with a quotation mark, fields may be
  /// quoted, as in CSV.
  package enum Header: Sendable {
    case absent, present
    /// Present if each of its names is a standard one, and one is that of the title.
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

  /// The terminator of records.
  package var terminator: UInt8 { isNULSeparated ? 0 : UInt8(ascii: "\n") }

  /// Whether all inputs are regular files, not pipes.
  package var isOfRegularFiles: Bool { !files.isEmpty && files.allSatisfy { ByteSource($0).isRegularFile } }

  /// The size of all inputs in bytes; `nil` if it is unknown.
  package var byteCount: Int? {
    var count = 0
    for source in sources {
      guard let more = source.byteCount else { return nil }
      count += more
    }
    return count
  }

  private var sources: [ByteSource] { (files.isEmpty ? ["-"] : files).map { ByteSource($0, name: names[$0]) } }

  /// Returns the inputs in their order.
  /// - Throws: an error if one of them cannot have the selected columns.
  func inputs() throws(InputError) -> [Input] {
    var inputs: [Input] = []
    for source in sources {
      let input = Input(source: source, format: recognizedFormat(of: source))
      try check(input)
      inputs.append(input)
    }
    return inputs
  }

  /// Returns the format of a file, as far as it is known before the file is read.
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
      if let field = columns.fields.first(where: { !$0.isOptional }) {
        throw .column(
          source: name,
          problem: "lines have no columns for \(field.option) \(field.name): say --input tsv, csv or jsonl")
      }
      if header == .present { throw .column(source: name, problem: "lines have no --header: say --input tsv or csv") }
    case .tsv, .csv:
      break
    case .jsonl, .json:
      if header == .present { throw .column(source: name, problem: "JSON has no --header: leave it out") }
      if leavesOutEscapes { throw .column(source: name, problem: "JSON has no colours: leave out --ansi") }
    }
  }

  /// Returns the record format of an input, without the columns of tables.
  func recordFormat(of input: Input) -> OpenInput.Format {
    switch input.format {
    case .lines: .lines
    case .tsv, .csv: .delimited(DelimitedFormat(input.format))
    case .jsonl, .json: .json(JSONLinesFormat(columns))
    }
  }
}
