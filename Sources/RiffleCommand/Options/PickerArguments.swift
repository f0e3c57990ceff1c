import ArgumentParser
import Glibc
import Riffle
import RiffleCommandLine
import RiffleInput
import RifflePicker

/// Options for picking interactively. Names are those of fzf's options with the same meaning.
struct PickerArguments: ParsableArguments {
  @Flag(help: "Pick from the list on the terminal, beginning with the query, if there is one.")
  var interactive = false

  @Option(help: ArgumentHelp("Pick, beginning with this query; all arguments are then files.", valueName: "text"))
  var query: String?

  @Option(
    help: ArgumentHelp(
      "Let several records be chosen, with tab and shift-tab; --multi 5 for five at most.", valueName: "count"))
  var multi: Int?

  @Flag(
    name: .customLong("select-1"), help: "Take the only match at once, without asking: no terminal is needed for it.")
  var selectsOne = false

  @Flag(name: .customLong("exit-0"), help: "End at once where nothing matches.")
  var endsWithoutHits = false

  @Flag(help: "Print the query first.")
  var printQuery = false

  @Option(
    help: ArgumentHelp("Keys that accept, too, and are printed on a line before what was chosen.", valueName: "keys"))
  var expect: [String] = []

  @Option(help: ArgumentHelp("What keys and events do, as in ctrl-o:execute(less {}).", valueName: "key:action,…"))
  var bind: [String] = []

  @Option(
    help: ArgumentHelp("Draw below the cursor on so many rows, or 40%, instead of the whole screen.", valueName: "rows")
  )
  var height: String?

  @Option(help: ArgumentHelp("Rows that a height in percent has at least.", valueName: "rows"))
  var minHeight = 10

  @Option(help: ArgumentHelp("default, reverse (the query on top) or reverse-list.", valueName: "layout"))
  var layout: String?

  @Flag(help: "As --layout=reverse.")
  var reverse = false

  @Option(
    help: ArgumentHelp(
      "A frame: rounded, sharp, bold, double, horizontal, vertical, top, bottom, left, right or none.",
      discussion: "Without a style it is rounded.", valueName: "style"))
  var border: String?

  @Option(help: ArgumentHelp("How counts are shown: default, inline or hidden.", valueName: "style"))
  var info: String?

  @Option(help: ArgumentHelp("What stands before the query.", valueName: "text"))
  var prompt: String?

  @Option(help: ArgumentHelp("What points to the current record.", valueName: "text"))
  var pointer: String?

  @Option(help: ArgumentHelp("What marks the chosen records.", valueName: "text"))
  var marker: String?

  @Option(help: ArgumentHelp("A text above the list (fzf's --header).", valueName: "text"))
  var headerText: String?

  @Option(
    help: ArgumentHelp("How many of the first lines stay above the list and cannot be picked.", valueName: "count"))
  var headerLines = 0

  @Option(
    help: ArgumentHelp("A command that shows more of the current record, as in 'head -50 {}'.", valueName: "command"))
  var preview: String?

  @Option(
    help: ArgumentHelp(
      "Where: up, down, left or right, a size, a border, wrap, follow, hidden, +line.", valueName: "spec"))
  var previewWindow: [String] = []

  @Option(
    help: ArgumentHelp(
      "What stands between the fields of a line: a text or a regular expression; else blanks.", valueName: "text"))
  var delimiter: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("The fields to search, as in 2,-1 or 3..", valueName: "fields"))
  var nth: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("The fields to show.", valueName: "fields"))
  var withNth: String?

  @Flag(
    help: ArgumentHelp(
      "Take escape sequences in the list for colours, which the picker shows.",
      discussion: "They are neither searched nor printed, nor counted in places."))
  var ansi = false

  @Flag(help: "The last line comes first.")
  var tac = false

  @Flag(help: "Keep matches in the order of the list.")
  var noSort = false

  @Option(
    help: ArgumentHelp(
      "What decides between equal matches: length, or index for the order of the list.", valueName: "criteria"))
  var tiebreak: String?

  @Option(help: ArgumentHelp("What stands where a line is cut.", valueName: "text"))
  var ellipsis: String?

  @Option(help: ArgumentHelp("What the line behind the counts is made of.", valueName: "text"))
  var separator: String?

  @Flag(help: "No such line.")
  var noSeparator = false

  @Flag(help: "As --info=hidden.")
  var noInfo = false

  @Option(help: ArgumentHelp("A text in the upper line of the frame.", valueName: "text"))
  var borderLabel: String?

  @Option(
    help: ArgumentHelp("What to leave free around: up to four lengths, as in 1,5%.", valueName: "lengths"))
  var margin: String?

  @Option(help: ArgumentHelp("What to leave free within the frame.", valueName: "lengths"))
  var padding: String?

  @Option(help: ArgumentHelp("How many records show above and below the current one.", valueName: "count"))
  var scrollOff = 0

  @Flag(help: "Of records that are too long show the end.")
  var keepRight = false

  @Flag(help: "Have the header stand on the other side of the query.")
  var headerFirst = false

  @Flag(help: "Stay on the current record when the matches change.")
  var track = false

  @Flag(help: "Show nothing until all has been read.")
  var sync = false

  @Option(help: ArgumentHelp("Print what matches, as without --filter, and do not ask.", valueName: "query"))
  var filter: String?

  @Option(
    help: ArgumentHelp(
      "What the list is: default, path (as --paths) or history (as --tiebreak=index).", valueName: "scheme"))
  var scheme: String?

  @Flag(help: "Go on from the last record to the first.")
  var cycle = false

  @Flag(help: "Do not take the mouse.")
  var noMouse = false

  @Flag(help: "Do not show the letters of an alphabetical list at its edge.")
  var noLetters = false

  @Flag(name: [.long, .customLong("phony")], help: "Begin without searching, as with disable-search.")
  var disabled = false

  @Flag(help: "In the picker, take ' ^ $ ! | in the query for letters.")
  var noExtended = false

  @Option(
    help: ArgumentHelp("A file that keeps the queries, for ctrl-p and ctrl-n.", valueName: "file"), completion: .file())
  var history: String?

  @Option(help: ArgumentHelp("How many queries it keeps.", valueName: "count"))
  var historySize = 1000

  @Option(
    help: ArgumentHelp(
      "Remember under this name what is picked, and put what was picked often and lately before its equals.",
      valueName: "name"))
  var frecency: String?

  @Option(
    help: ArgumentHelp(
      "The picker's colours, as fzf's --color: dark, light, 16, bw, or name:colour.", valueName: "spec"))
  var colors: [String] = []

  func validate() throws {
    if let multi, multi < 1 { throw ValidationError("--multi \(multi): a count is at least 1") }
    if headerLines < 0 { throw ValidationError("--header-lines \(headerLines): a count cannot be negative") }
    if scrollOff < 0 { throw ValidationError("--scroll-off \(scrollOff): a count cannot be negative") }
    if let scheme, !["default", "path", "history"].contains(scheme) {
      throw ValidationError("--scheme \(scheme): say default, path or history")
    }
    if filter != nil, isAsked { throw ValidationError("--filter does not ask: leave out --interactive and --query") }
    if historySize < 1 { throw ValidationError("--history-size \(historySize): a count is at least 1") }
  }

  /// Whether picking was requested, regardless of the terminal.
  var isAsked: Bool { interactive || query != nil }

  /// The first option on the command line that has no effect without the picker; `nil` if there is none.
  var usedInPickingOnly: String? {
    let drawing = [
      ("--height", height != nil), ("--min-height", minHeight != 10), ("--layout", layout != nil),
      ("--reverse", reverse),
      ("--border", border != nil), ("--border-label", borderLabel != nil), ("--info", info != nil),
      ("--no-info", noInfo),
      ("--prompt", prompt != nil), ("--pointer", pointer != nil), ("--marker", marker != nil),
      ("--header-text", headerText != nil), ("--header-first", headerFirst), ("--ellipsis", ellipsis != nil),
      ("--separator", separator != nil), ("--no-separator", noSeparator), ("--margin", margin != nil),
      ("--padding", padding != nil), ("--scroll-off", scrollOff != 0), ("--keep-right", keepRight),
      ("--no-letters", noLetters), ("--colors", !colors.isEmpty), ("--preview", preview != nil),
      ("--preview-window", !previewWindow.isEmpty),
    ]
    let picking = [
      ("--multi", multi != nil), ("--print-query", printQuery), ("--expect", !expect.isEmpty),
      ("--bind", !bind.isEmpty),
      ("--header-lines", headerLines != 0), ("--delimiter", delimiter != nil), ("--nth", nth != nil),
      ("--with-nth", withNth != nil), ("--track", track), ("--sync", sync), ("--cycle", cycle), ("--no-mouse", noMouse),
      ("--disabled", disabled), ("--no-extended", noExtended), ("--history", history != nil),
      ("--history-size", historySize != 1000), ("--frecency", frecency != nil),
    ]
    return (picking + drawing).first { $0.1 }?.0
  }

  /// The first option on the command line that has no effect on a search of a store; `nil` if there is none.
  var usedInInputsOnly: String? {
    if ansi { return "--ansi" }
    if tac { return "--tac" }
    return tiebreak != nil ? "--tiebreak" : scheme != nil ? "--scheme" : nil
  }

  // MARK: - Combined options

  private func parsed<Value: RawRepresentable & CaseIterable>(
    _ option: String, _ text: String?, _ standard: Value
  ) throws(CommandError) -> Value where Value.RawValue == String {
    guard let text else { return standard }
    guard let value = Value(rawValue: text) else {
      let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage("\(option) \(text): say \(names)")
    }
    return value
  }

  /// - Parameter usesColors: whether the user's terminal shows colours.
  func pickerOptions(mode: QueryMode, query: String, usesColors: Bool) throws(CommandError) -> PickerOptions {
    var options = PickerOptions()
    options.query = query
    options.mode = mode
    options.multiLimit = multi ?? 0
    options.layout = try parsed("--layout", layout, reverse ? .reverse : .default)
    options.border = try parsed("--border", border, .none)
    options.info = try parsed("--info", info, noInfo ? .hidden : .default)
    options.ellipsis = ellipsis ?? options.ellipsis
    options.separator = noSeparator ? "" : separator ?? options.separator
    options.borderLabel = borderLabel ?? ""
    (options.scrollOff, options.keepsRight, options.isHeaderFirst) = (scrollOff, keepRight, headerFirst)
    (options.tracksCurrent, options.waitsForAll) = (track, sync)
    options.prompt = prompt ?? options.prompt
    options.pointer = pointer ?? options.pointer
    options.marker = marker ?? options.marker
    options.header =
      headerText.map { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) } ?? []
    options.headerLines = headerLines
    options.isCyclic = cycle
    options.isSorted = !noSort
    options.isSearchEnabled = !disabled
    options.printsQuery = printQuery
    options.selectsOne = selectsOne
    options.endsWithoutHits = endsWithoutHits
    options.showsLetters = !noLetters
    options.preview = preview
    do throws(PickerOptionError) {
      if let margin { options.margin = try Insets(margin, option: "--margin") }
      if let padding { options.padding = try Insets(padding, option: "--padding") }
      for spec in previewWindow { try options.previewWindow.apply(spec) }
      if history != nil {
        options.bindings = KeyBindings.standard
        try options.bindings.bind("ctrl-n:next-history,ctrl-p:prev-history")
      }
      for binding in bind { try options.bindings.bind(binding) }
      for name in expect.flatMap({ $0.split(separator: ",") }) {
        guard let key = Key(named: String(name)) else {
          throw PickerOptionError("--expect \(name): there is no such key")
        }
        options.expectedKeys.append(key)
      }
      options.theme = usesColors ? .standard : .blackAndWhite
      for spec in colors { try options.theme.apply(spec) }
    } catch {
      throw .usage(error.description)
    }
    if let history { options.history = PickerSettings.lines(ofFile: history) ?? [] }
    return options
  }

  func listOptions(_ description: InputDescription) throws(CommandError) -> PickerListOptions {
    var options = PickerListOptions(description)
    (options.tail, options.description.tail) = (description.tail, nil)
    options.headerLines = headerLines
    if let locale = PickerArguments.locale { options.locale = locale }
    options.isReversed = tac
    options.prefersFirst = try isIndexTiebreak()
    options.isExtended = !noExtended
    options.shape.readsColors = ansi
    do throws(PickerOptionError) {
      if let delimiter { options.shape.delimiter = try FieldDelimiter(delimiter) }
      if let nth { options.shape.searched = try FieldRange.list(nth, option: "--nth") }
      if let withNth { options.shape.shown = try FieldRange.list(withNth, option: "--with-nth") }
    } catch {
      throw .usage(error.description)
    }
    return options
  }

  func isIndexTiebreak() throws(CommandError) -> Bool {
    guard let tiebreak else { return scheme == "history" }
    let criteria = tiebreak.split(separator: ",")
    for name in criteria where !["length", "index", "begin", "end", "chunk"].contains(name) {
      throw .usage("--tiebreak \(tiebreak): say length or index")
    }
    return criteria.first == "index"
  }

  /// The language that the user's lists are sorted by: `sv` for `sv_SE.UTF-8`.
  private static var locale: String? {
    let names = ["LC_ALL", "LC_COLLATE", "LANG"].compactMap { (name: String) in
      getenv(name).map { String(cString: $0) }
    }
    guard let name = names.first(where: { !$0.isEmpty })?.prefix(while: { $0 != "." && $0 != "@" }) else { return nil }
    return name == "C" || name == "POSIX" ? nil : String(name)
  }

  /// The minimum for a height in percent.
  var leastRows: Int { height?.hasSuffix("%") == true ? max(1, minHeight) : 1 }

  func heightOption() throws(CommandError) -> Length? {
    guard var text = height else { return nil }
    // As high as needed; here the same as the maximum.
    if text.hasPrefix("~") { text.removeFirst() }
    guard let length = Length(text) else { throw .usage("--height \(text): say rows, as in 20, or percent, as in 40%") }
    return text == "100%" ? nil : length
  }
}
