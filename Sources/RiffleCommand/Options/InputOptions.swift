import ArgumentParser
import RiffleInput

/// Options that describe the inputs.
struct InputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The inputs' format.",
      discussion: """
        By default a file's name decides: .tsv, .csv and .jsonl are what they say, .json is records if it holds some \
        with a title or the columns that are chosen, and all else is lines.
        """,
      valueName: "format"))
  var input: InputFormat?

  @Flag(help: "The first record of each table names the columns.")
  var header = false

  @Flag(name: [.customShort("z"), .customLong("read0")], help: "Records end with NUL instead of a line end.")
  var isNULSeparated = false

  @Option(
    help: ArgumentHelp(
      "The column to match and to show.",
      discussion: """
        A column is a number from 1, with --header also a name, and in JSON Lines a key path such as \
        name, address.city or tags.0. Without --title it is the column called title; in a table \
        without --header, the whole record.
        """,
      valueName: "column"))
  var title: String?

  @Option(help: ArgumentHelp("A column with more words to find a record by.", valueName: "column"))
  var searchText: String?

  @Option(help: ArgumentHelp("A column that says how the title is pronounced or sorted.", valueName: "column"))
  var reading: String?

  @Option(
    help: ArgumentHelp(
      "A column to print with each record; without it, the number of its line in all inputs.", valueName: "column"))
  var id: String?

  @Option(
    help: ArgumentHelp(
      "A column with numbers from 0 to 65535; among equal matches higher ones come first.", valueName: "column"))
  var weight: String?

  @Option(
    help: ArgumentHelp(
      "Take only the last so many records: of all inputs, or, while more come, of what has come.", valueName: "count"))
  var tail: Int?

  func validate() throws {
    if let tail, tail < 1 { throw ValidationError("--tail \(tail): a count is at least 1") }
  }

  /// An option that has been given; `nil` if there is none.
  var used: String? {
    if input != nil { return "--input" }
    if header { return "--header" }
    if isNULSeparated { return "--read0" }
    if tail != nil { return "--tail" }
    return choice.all.first?.role.option
  }

  private var choice: ColumnChoice {
    var columns = ColumnChoice()
    columns[.title] = title
    columns[.searchText] = searchText
    columns[.reading] = reading
    columns[.id] = id
    columns[.weight] = weight
    return columns
  }

  /// - Parameter fields: the columns that records are filtered, sorted or counted by.
  func description(files: [String], fields: [FieldChoice]) -> InputDescription {
    var columns = choice
    columns.fields = fields
    var description = InputDescription(
      files: files, format: input, header: header ? .present : .absent, isNULSeparated: isNULSeparated,
      columns: columns)
    description.tail = tail
    return description
  }
}
