import Glibc
import Riffle
import RiffleCommandLine
import RiffleInput
import RifflePicker

extension RiffleCommand {
  /// Picks interactively from the list.
  func pick() throws(CommandError) -> Status {
    openStandardStreams()
    // With --query, all arguments are files.
    let files = picking.query == nil ? self.files : (query.map { [$0] } ?? []) + self.files
    let picker = try PickerProgram(try settings(picking.query ?? query ?? "", files))
    return try picker.run()
  }

  private func settings(_ query: String, _ files: [String]) throws(CommandError) -> PickerSettings {
    for file in files where file != "-" { try checkReadable(file) }
    try checkFieldOptions()
    if picking.headerLines > 0, let option = fields.used {
      throw .usage("\(option) is for records with columns: leave out --header-lines")
    }
    // A store has fields of its own.
    let fieldSearch = store.store == nil ? try fields.search(indexOptions) : nil
    var list = try picking.listOptions(input.description(files: files, fields: fieldSearch?.choices ?? []))
    list.index = indexOptions
    if fieldSearch != nil {
      list.fields = fieldSearch
      // The last records are taken before those that do not meet the filter are left out.
      (list.description.tail, list.tail) = (list.tail, nil)
    }
    list.request = matching.standingRequest
    var source = PickerSource.inputs
    if let kept = try store.list(besides: files, input, text, fields) {
      source = .kept(kept)
    } else if filtering.follow, let command = PickerSource.following(files, tail: input.tail) {
      source = command
    } else if files.isEmpty, isatty(STDIN_FILENO) == 1 {
      source = .files
      list.index.titlesArePaths = true
    }
    switch source {
    case .inputs, .kept: break
    default:
      if let option = fields.used {
        throw .usage("\(option) is for files, standard input and stores: leave it out, or name files, without --follow")
      }
    }
    let frecency: Frecency?
    if let name = picking.frecency {
      let named = try Frecency(name)
      list.weights = named.weights()
      // An item that is picked daily may match somewhat less well.
      if list.request.weightWorth == 0 { list.request.weightWorth = 2 }
      frecency = named
    } else {
      frecency = nil
    }
    var options = try picking.pickerOptions(mode: matching.mode, query: query, usesColors: output.usesColorsOnTerminal)
    if !fields.sort.isEmpty {
      let order = try fields.sortOrder()
      if !order.isThatOfRequest, order.ties == .relevance {
        throw .usage("--sort: a picker sorts its list and not its hits: leave out relevance, or the columns before it")
      }
      if !order.isThatOfRequest { options.isSorted = false }
    }
    return PickerSettings(
      picker: options,
      list: list, source: source, height: try picking.heightOption(), minimumRows: picking.leastRows,
      hasMouse: !picking.noMouse, endsWithNUL: output.endsWithNUL,
      history: picking.history.map { ($0, picking.historySize) }, frecency: frecency)
  }

  /// Opens the standard streams that are closed, so that later files do not take their place.
  private func openStandardStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)
    }
  }
}

/// Reports in advance that a file cannot be read.
func checkReadable(_ file: String) throws(CommandError) {
  let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  let name = file.isEmpty ? "''" : file
  guard descriptor >= 0 else { throw .input(.system(name: name, reason: systemMessage(errno))) }
  defer { close(descriptor) }
  var status = stat()
  if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
    throw .input(.system(name: name, reason: systemMessage(EISDIR)))
  }
}
