#if Store
  import ArgumentParser
  import RiffleCommandLine
  import RiffleInput

  /// Options that describe the inputs of an import.
  struct ImportOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The inputs' format.",
        discussion: "By default a file's name decides: .tsv, .csv and .jsonl are what they say, all else is lines.",
        valueName: "format"))
    var input: InputFormat?

    @Flag(
      inversion: .prefixedNo,
      help: ArgumentHelp(
        "The first record of each table names the columns.",
        discussion: "By default it does if each of its columns has one of the names below and one is called title."))
    var header: Bool?

    @Flag(name: [.customShort("z"), .customLong("read0")], help: "Records end with NUL instead of a line end.")
    var isNULSeparated = false

    @Option(
      help: ArgumentHelp(
        "The column to show.",
        discussion: """
          A column is a number from 1, in a table with a header also a name, and in JSON Lines a key path such as name, \
          address.city or tags.0. What is not chosen is the column that is called as the option is: title, search_text \
          (or searchText), reading and so on.
          """,
        valueName: "column"))
    var title: String?

    @Option(help: ArgumentHelp("A column with more words to find an item by.", valueName: "column"))
    var searchText: String?

    @Option(help: ArgumentHelp("A column that says how the title is pronounced or sorted.", valueName: "column"))
    var reading: String?

    @Option(
      help: ArgumentHelp(
        "A column with a whole number or a text, another one for each item.",
        discussion: "A row replaces the item that has its id. Where no column has ids rows are numbered from 1.",
        valueName: "column"))
    var id: String?

    @Option(
      help: ArgumentHelp(
        "A column with numbers from 0 to 65535; among equal matches higher ones come first.", valueName: "column"))
    var weight: String?

    @Option(
      help: ArgumentHelp("A column with 1 or 0, true or false: whether the item can be found.", valueName: "column"))
    var searchable: String?

    @Option(help: ArgumentHelp("A column with the section of --order sections.", valueName: "column"))
    var section: String?

    @Option(help: ArgumentHelp("A column with a number, by which a section is ordered.", valueName: "column"))
    var position: String?

    @Option(
      help: ArgumentHelp(
        "A column with whatever is to be kept with the item, such as JSON.",
        discussion: "In JSON Lines it is kept as JSON, but for a string, which is kept as its text.",
        valueName: "column"))
    var payload: String?

    @Option(help: ArgumentHelp("A column with bytes to be kept with the item, in base64.", valueName: "column"))
    var payloadBase64: String?

    /// - Parameter fields: the columns of fields.
    func description(files: [String], fields: [FieldChoice]) -> InputDescription {
      var columns = ColumnChoice()
      columns.fields = fields
      columns.standard = Set(Role.allCases)
      for (role, name) in [
        (Role.title, title), (.searchText, searchText), (.reading, reading), (.id, id), (.weight, weight),
        (.isSearchable, searchable), (.section, section), (.position, position), (.payload, payload),
        (.payloadBase64, payloadBase64),
      ] { columns[role] = name }
      let header: InputDescription.Header =
        switch header {
        case true?: .present
        case false?: .absent
        case nil: .recognized
        }
      var description = InputDescription(
        files: files, format: input, header: header, isNULSeparated: isNULSeparated, columns: columns)
      description.longestRecord = ImportOptions.longestRecord
      return description
    }

    /// In bytes.
    private static let longestRecord = 1 << 26
  }
#endif
