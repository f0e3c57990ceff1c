import ArgumentParser
import Riffle
import RiffleCommandLine
import RiffleInput

/// Options for filtering, sorting and counting records by the values of their columns.
struct FieldOptions: ParsableArguments {
  @Option(
    name: .customLong("where"), parsing: .unconditional,
    help: ArgumentHelp(
      "Search only the records that meet a filter, as in 'country = SE AND population > 10000'.",
      discussion: """
        A name in the filter is that of a column, as for --title. Comparisons are =, !=, <, <=, >, >=, IN (a, b), \
        a TO b, BEGINS WITH, EXISTS and IS NULL, with AND, OR, NOT and parentheses. Quote names and values with \
        blanks or signs. An empty cell has no value. A column is compared with numbers as numbers, with times \
        (2024-05-01T13:30Z) as times, with nothing or true and false as true or false, and else as text. --field \
        declares another type.
        """,
      valueName: "filter"))
  var filter: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Sort by columns instead of by how well records match, with commas between them; -column puts the greatest first.",
      discussion: """
        Records without a value come last, and equal ones keep the order of the list; with relevance as the last \
        column, the best match comes first. relevance:asc is a column of this name. A column of numbers is sorted as \
        numbers, any other as text.
        """,
      valueName: "columns"))
  var sort: [String] = []

  @Option(
    help: ArgumentHelp(
      "After the records, print the values of these columns and how many records found have each.",
      discussion: """
        The most frequent come first: column, value and count, with tabs between them; as JSON, one object. With \
        --limit 0 no record is printed.
        """,
      valueName: "columns"))
  var facets: [String] = []

  @Option(help: ArgumentHelp("How many values of each column --facets prints at most.", valueName: "count"))
  var facetLimit = 10

  @Option(
    help: ArgumentHelp(
      "The type of a column for --where, --sort and --facets: keyword, integer, real, time or boolean.",
      discussion: """
        After :keyword, :folded compares as a query does, without case and accents. A record with a value of \
        another type cannot be read.
        """,
      valueName: "column:type"))
  var field: [FieldDefinition] = []

  func validate() throws {
    if facetLimit < 0 { throw ValidationError("--facet-limit \(facetLimit): a count cannot be negative") }
    if facetLimit != 10, facets.isEmpty { throw ValidationError("--facet-limit is for --facets only") }
  }

  /// An option that has been given; `nil` if there is none.
  var used: String? { filter != nil ? "--where" : usedBesidesFilter ?? (field.isEmpty ? nil : "--field") }

  /// An option that needs all records found; `nil` if there is none.
  var usedBesidesFilter: String? { !sort.isEmpty ? "--sort" : facets.isEmpty ? nil : "--facets" }

  /// An option without effect in a picker; `nil` if there is none.
  var usedInFilterOnly: String? { facets.isEmpty ? nil : "--facets" }

  /// The order in ``sort``.
  func sortOrder() throws(CommandError) -> FieldOrder { try FieldTexts.order(sort) }

  var facetNames: [String] { FieldTexts.names(facets) }

  /// Returns the fields in the options; `nil` if there are none.
  /// - Parameter options: how folded keywords are folded.
  func search(_ options: IndexOptions) throws(CommandError) -> FieldSearch? {
    if used == nil { return nil }
    var declared: [String: FieldDefinition] = [:]
    for field in field {
      guard declared.updateValue(field, forKey: field.name) == nil else {
        throw .usage("--field \(field.name): a column has one type")
      }
    }
    let filter = try FieldTexts.filter(filter)
    let keys = try sortOrder().keys
    var choices: [FieldChoice] = []
    func choose(_ names: [String], _ option: String) {
      for name in names where !choices.contains(where: { $0.name == name }) {
        choices.append(FieldChoice(name: name, option: option))
      }
    }
    choose(filter?.fieldNames ?? [], "--where")
    choose(keys.map(\.field), "--sort")
    choose(facetNames, "--facets")
    choose(field.map(\.name), "--field")
    guard choices.count <= FieldChoice.maximumCount else {
      throw .usage("there are \(choices.count) columns in --where, --sort, --facets and --field: name no more than 32")
    }
    do throws(FilterError) {
      return try FieldSearch(
        choices, declared: declared, filter: filter, keys: keys,
        facets: facetNames.map { Facet($0, limit: facetLimit) }, options: options)
    } catch {
      throw .usage("--where: \(error)")
    }
  }
}
