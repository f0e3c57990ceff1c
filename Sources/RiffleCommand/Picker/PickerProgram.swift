import Glibc
import Riffle
import RiffleCommandLine
import RiffleInput
import RifflePicker

/// A picker on the terminal: passes on input, performs effects, and draws changes.
final class PickerProgram {
  private var picker: Picker
  private let settings: PickerSettings
  /// `nil` if there is no terminal, which is an error unless the picker ends by itself.
  private var screen: PickerScreen?
  private var missingScreen: CommandError?
  private var list: PickerList?
  private var command: CommandOutput?
  private let mailbox: Mailbox
  private let signals: SignalQueue
  private let preview: PreviewRunner
  private var decoder = KeyDecoder()
  /// The content of the terminal; `nil` if it is unknown.
  private var shown: CellGrid?
  private var isOnScreen = false
  private var outcome: PickerOutcome?
  private var temporaryFiles: [String] = []
  private var lastWish: Wish?

  init(_ settings: PickerSettings) throws(CommandError) {
    self.settings = settings
    picker = Picker(settings.picker)
    do throws(CommandError) {
      screen = try PickerScreen(isFullScreen: settings.height == nil)
    } catch {
      guard settings.picker.selectsOne || settings.picker.endsWithoutHits else { throw error }
      missingScreen = error
    }
    let signalled = [SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGCONT]
    guard let mailbox = Mailbox(), let signals = SignalQueue(signalled) else {
      throw .usage("there are too many open files")
    }
    (self.mailbox, self.signals) = (mailbox, signals)
    preview = PreviewRunner { mailbox.send($0) }
  }

  /// Runs until items have been chosen, or the user has aborted.
  /// - Returns: the exit status.
  func run() throws(CommandError) -> Status {
    switch settings.source {
    case .inputs: try startList(settings.list)
    case .kept(let kept): try startList(settings.list, kept)
    case .command(let command): try startList(ofCommand: command)
    }
    defer {
      leaveScreen()
      preview.stop()
      command?.command.kill()
      list?.stop()
      for file in temporaryFiles { unlink(file) }
    }
    take(.resize(drawnSize))
    while outcome == nil {
      if let missingScreen, !picker.isWaitingToShow { throw missingScreen }
      draw()
      wait()
    }
    leaveScreen()
    return try finish()
  }

  // MARK: - Lists

  private func startList(_ options: PickerListOptions, _ kept: (any KeptList)? = nil) throws(CommandError) {
    list?.stop()
    let mailbox = mailbox
    let number = (list?.number ?? -1) + 1
    let next: PickerList
    do throws(IndexError) {
      next = try PickerList(number: number, options, kept: kept) { mailbox.send($0) }
    } catch {
      throw .index(error)
    }
    list = next
    guard next.start() else { throw .usage("the system has no more threads to give") }
  }

  private func startList(ofCommand text: String) throws(CommandError) {
    command?.command.kill()
    if let command { reap(command.command) }
    command = CommandOutput(text, withErrors: false)
    guard let command else { throw .usage("\(text): the command cannot be started") }
    var options = settings.list
    options.description.files = ["/dev/fd/\(command.descriptor)"]
    options.description.format = .lines
    try startList(options)
  }

  /// Waits for the end of a command, on another thread.
  private func reap(_ command: ShellCommand) {
    _ = WorkerThread.startDetached { command.wait() }
  }

  // MARK: - The screen

  private var drawnSize: GridSize {
    guard let size = screen?.device.size else { return picker.size }
    guard let height = settings.height else { return size }
    let rows = max(settings.minimumRows, height.of(size.rows))
    return GridSize(rows: max(1, min(size.rows, rows)), columns: size.columns)
  }

  private func enterScreen() {
    if isOnScreen || screen == nil { return }
    isOnScreen = true
    screen?.enter(rows: picker.size.rows, hasMouse: settings.hasMouse)
    shown = nil
  }

  private func leaveScreen() {
    if !isOnScreen { return }
    isOnScreen = false
    screen?.leave()
  }

  private func draw() {
    let isWaiting = settings.picker.waitsForAll || picker.list.count < 2 || !picker.list.isReading
    if picker.isWaitingToShow, isWaiting, picker.isBusy { return }
    if outcome != nil || screen == nil { return }
    enterScreen()
    let grid = PickerDrawing.draw(picker)
    if grid != shown {
      screen?.writer.draw(GridDifference.steps(from: shown, to: grid))
      shown = grid
    }
    screen?.flush()
  }

  // MARK: - Events

  private func milliseconds() -> Int { Int(monotonicSeconds() * 1000) }

  /// The time in milliseconds to wait for the bytes after an escape, and the interval of the spinner.
  private static let (escapeTime, turnTime): (Int32, Int32) = (50, 100)

  private func wait() {
    var requests = [screen?.device.descriptor ?? -1, mailbox.descriptor, signals.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    // Before the screen is set up, input is not for the picker.
    if !isOnScreen { requests[0].fd = -1 }
    let time = decoder.isWaiting ? PickerProgram.escapeTime : picker.isBusy ? PickerProgram.turnTime : -1
    let count = poll(&requests, nfds_t(requests.count), time)
    if count == 0 {
      if decoder.isWaiting {
        for input in decoder.finish() { take(.input(input, milliseconds: milliseconds())) }
      } else {
        take(.tick)
      }
    }
    if count < 0 { return }
    if requests[2].revents != 0 { for signal in signals.receive() { take(signal: signal) } }
    if requests[0].revents != 0 {
      guard let bytes = screen?.device.read() else {
        // The terminal is gone.
        outcome = .aborted
        return
      }
      for input in decoder.decode(bytes) { take(.input(input, milliseconds: milliseconds())) }
    }
    if requests[1].revents != 0 { for event in mailbox.receive() { take(event) } }
  }

  private func take(signal: Int32) {
    switch signal {
    case SIGWINCH:
      if isOnScreen { screen?.writer.clear() }
      shown = nil
      take(.resize(drawnSize))
    case SIGCONT:
      // Another program may have drawn meanwhile.
      if isOnScreen {
        isOnScreen = false
        take(.resize(drawnSize))
      }
    case SIGINT: outcome = .aborted
    case SIGTERM, SIGHUP:
      leaveScreen()
      preview.stop()
      command?.command.kill()
      for file in temporaryFiles { unlink(file) }
      Glibc.signal(signal, SIG_DFL)
      raise(signal)
      outcome = .aborted
    default: break
    }
  }

  private func take(_ event: PickerEvent) {
    for effect in picker.handle(event) {
      if outcome != nil { return }
      do throws(CommandError) {
        try perform(effect)
      } catch {
        take(.failed(error.description))
      }
    }
  }

  private func perform(_ effect: PickerEffect) throws(CommandError) {
    switch effect {
    case .search(let wish):
      lastWish = wish
      list?.ask(wish)
    case .collect(let wish, let purpose): list?.collect(wish, purpose)
    case .preview(nil): preview.stop()
    case .preview(let request?): show(request)
    case .execute(let request, let isSilent): execute(request, isSilent: isSilent)
    case .reload(let request, _):
      try startList(ofCommand: text(of: request))
      if let lastWish { list?.ask(lastWish) }
    case .become(let request):
      leaveScreen()
      let command = text(of: request)
      if let screen { dup2(screen.device.descriptor, STDIN_FILENO) }
      ShellCommand.become(command)
      throw .usage("\(command): the command cannot be started")
    case .transform(let request, let part):
      let output = CommandOutput(text(of: request), environment: environment, withErrors: false)
      guard let output else { return }
      var bytes: [UInt8] = []
      while let more = output.read(), bytes.count < 1 << 20 { bytes += more }
      output.command.kill()
      output.command.wait()
      var text = String(decoding: bytes, as: UTF8.self)
      while text.last?.isNewline == true { text.removeLast() }
      take(.transformed(part, text))
    case .suspend: suspend()
    case .redraw:
      screen?.writer.clear()
      shown = nil
    case .bell: screen?.writer.bell()
    case .end(let outcome): self.outcome = outcome
    }
  }

  private func suspend() {
    leaveScreen()
    kill(0, SIGTSTP)
    // Continued, or never stopped.
    take(.resize(drawnSize))
    enterScreen()
  }

  // MARK: - Commands

  private func item(_ id: UInt32) -> Placeholders.Item? {
    guard let list else { return nil }
    let text = settings.list.shape.plain(list.text(id))
    return Placeholders.Item(text: text, number: Int(id) - settings.list.headerLines)
  }

  private func text(of request: CommandRequest) -> String { text(of: request.template, request) }

  private func text(of template: String, _ request: CommandRequest) -> String {
    Placeholders(template).command(
      query: request.query, current: request.current.flatMap(item), selected: request.selected.compactMap(item),
      shape: settings.list.shape, file: temporaryFile)
  }

  /// Writes lines to a temporary file that is removed when the program ends.
  private func temporaryFile(_ lines: [String]) -> String {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/riffle-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return "/dev/null" }
    defer { close(descriptor) }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    temporaryFiles.append(path)
    let writer = ByteWriter(descriptor, name: path)
    try? writer.write(lines.map { $0 + "\n" }.joined())
    try? writer.flush()
    return path
  }

  /// The environment variables with the state, for commands, under fzf's names and riffle's.
  private var environment: [String: String] {
    let values = [
      "QUERY": picker.editor.text, "PROMPT": picker.prompt, "TOTAL_COUNT": "\(picker.list.count)",
      "MATCH_COUNT": "\(picker.count)", "SELECT_COUNT": "\(picker.selection.count)",
      "POS": "\(picker.count == 0 ? 0 : picker.cursor + 1)",
    ]
    var variables: [String: String] = [:]
    for prefix in ["FZF_", "RIFFLE_"] {
      for (name, value) in values { variables[prefix + name] = value }
    }
    return variables
  }

  private func show(_ request: CommandRequest) {
    var environment = environment
    for prefix in ["", "RIFFLE_PREVIEW_", "FZF_PREVIEW_"] {
      environment[prefix + "LINES"] = "\(request.rows)"
      environment[prefix + "COLUMNS"] = "\(request.columns)"
    }
    let scroll = text(of: request.scroll, request).filter { $0 != "'" }
    let offset = PickerProgram.line(scroll, rows: request.rows)
    preview.start(text(of: request), serial: request.serial, offset: offset, environment: environment)
  }

  /// Returns the line of a sum such as `+12-/2`, from 0.
  static func line(_ sum: String, rows: Int) -> Int {
    var total = 0
    var rest = sum[...]
    while let sign = rest.first, sign == "+" || sign == "-" {
      rest = rest.dropFirst()
      let isShare = rest.first == "/"
      if isShare { rest = rest.dropFirst() }
      let digits = rest.prefix { $0.isNumber }
      rest = rest.dropFirst(digits.count)
      let number = min(Int(digits) ?? 0, 1 << 30)
      let amount = isShare ? rows / max(1, number) : number
      total += sign == "-" ? -amount : amount
    }
    return max(0, total - 1)
  }

  private func execute(_ request: CommandRequest, isSilent: Bool) {
    let command = text(of: request)
    if isSilent {
      guard let output = CommandOutput(command, environment: environment, withErrors: false) else { return }
      while output.read() != nil {}
      output.command.wait()
      return
    }
    leaveScreen()
    let terminal = screen?.device.descriptor ?? STDERR_FILENO
    let child = ShellCommand(
      command, streams: (terminal, terminal, terminal), isOfItsOwn: false, environment: environment)
    // Keys that interrupt are for the command.
    let previous = Glibc.signal(SIGINT, SIG_IGN)
    child?.wait()
    Glibc.signal(SIGINT, previous)
    take(.resize(drawnSize))
    enterScreen()
    if child == nil { take(.failed("\(command): the command cannot be started")) }
  }

  // MARK: - The end

  private func finish() throws(CommandError) -> Status {
    switch outcome {
    case .accepted(let printed, let ids):
      try write(printed, ids)
      try settings.remember(query: picker.editor.text, picked: ids.compactMap { list?.text($0) })
      return ids.isEmpty ? .nothing : .success
    case .printed(let lines):
      try write(lines, [])
      return .success
    case .aborted, nil:
      return .interrupted
    }
  }

  private func write(_ printed: [String], _ ids: [UInt32]) throws(CommandError) {
    let writer = ByteWriter()
    let terminator: UInt8 = settings.endsWithNUL ? 0 : 0x0A
    for line in printed {
      try writer.write(line)
      try writer.write(terminator)
    }
    guard let list else { return }
    for id in ids {
      if settings.list.shape.readsColors {
        try writer.write(settings.list.shape.plain(list.text(id)))
      } else {
        try writer.write(list.bytes(id))
      }
      try writer.write(terminator)
    }
    try writer.flush()
  }
}
