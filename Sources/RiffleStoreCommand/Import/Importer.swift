#if Store
  import Riffle
  import RiffleCommandLine
  import RiffleInput
  import RiffleStore

  /// An import of the rows of inputs into a store, batch by batch.
  final class Importer {
    struct Options {
      var numbers = RowNumbers(isChosen: true)
      /// Rows that begin before this line are skipped.
      var fromLine = 1
      var batchSize = 20_000
      var isStrict = false
      /// `nil` if ids may be repeated.
      var seen: SeenIDs?
      var interruption: Interruption?
      /// The size of the inputs in bytes; `nil` if it is unknown.
      var byteCount: Int?
    }

    private let reader: RecordReader
    private let maker: ItemMaker
    private let options: Options
    private let badRows: BadRows
    private let line = ProgressLine()
    private var outcome: ImportOutcome

    // The present batch.
    private var items: [StoreItem] = []
    private var locations: [String] = []
    private var batchBytes = 0

    /// The number of rows read, including bad ones.
    private var rowCount = 0
    /// Whether rows of the present input are numbered; `nil` if none has been read.
    private var isNumbered: Bool?
    private var inputLine = -1

    /// The size in bytes at which a batch is committed, regardless of its number of records.
    private static let largestBatch = 1 << 25
    /// The number of records between checks for an interruption.
    private static let recordsAtOnce = 1 << 10

    /// - Parameter fields: the columns of the list's fields.
    init(_ reader: RecordReader, _ fields: ImportedFields, _ options: Options, _ badRows: BadRows) {
      (self.reader, self.options, self.badRows) = (reader, options, badRows)
      maker = ItemMaker(record: reader.record, fields: fields)
      outcome = ImportOutcome(nextLine: options.fromLine, numbers: options.numbers)
    }

    func run(into store: ListStore) throws(CommandError) -> ImportOutcome {
      let started = monotonicSeconds()
      do {
        try store.writeMany { write in
          try readAll(into: store.path) { batch throws(CommandError) in
            try storing { () throws(StoreError) in _ = try write(batch) }
          }
          line?.clear()
        }
      } catch {
        line?.clear()
        try badRows.finish()
        if let done = outcome.done { Program.note("\(store.path): \(done)") }
        switch error {
        case let error as CommandError: throw error
        case let error as StoreError: throw .store(error)
        default: throw .usage("\(error)")
        }
      }
      try badRows.finish()
      outcome.badCount = badRows.count
      outcome.illFormedCount = reader.illFormedCount
      outcome.seconds = monotonicSeconds() - started
      return outcome
    }

    private var isInterrupted: Bool { options.interruption?.isRaised ?? false }

    private func readAll(into path: String, _ write: (StoreBatch) throws(CommandError) -> Void) throws(CommandError) {
      var isOver = false
      var count = 0
      while !isOver {
        switch try reading({ () throws(InputError) in try reader.next() }) {
        case .record: try take(path)
        case .bad(let problem):
          rowCount += 1
          if !isBeforeStart { try leaveOut(problem) }
        case .end: isOver = true
        }
        count += 1
        if count % Importer.recordsAtOnce == 0 {
          isOver = isOver || isInterrupted
          showProgress()
        }
        if isOver || items.count >= options.batchSize || batchBytes >= Importer.largestBatch { try commit(write) }
      }
      outcome.isInterrupted = isInterrupted
    }

    private var isBeforeStart: Bool {
      guard let input = reader.input else { return false }
      return input.location(ofLine: reader.record.line).line < options.fromLine
    }

    /// Adds the present record to the batch.
    private func take(_ path: String) throws(CommandError) {
      guard let input = reader.input else { return }
      // Blank lines are not rows, as in tables.
      if case .lines = input.format, reader.record.text(.title).isEmpty { return }
      rowCount += 1
      if inputLine != input.firstLine { (inputLine, isNumbered) = (input.firstLine, nil) }
      if isBeforeStart { return }
      if isNumbered == nil, !reader.record.holds(.id), !options.numbers.isChosen {
        throw .input(.column(source: input.name, problem: RowNumbers.question(path)))
      }
      do throws(InputError) {
        items.append(try maker.item(try number(input), of: input))
        batchBytes += reader.record.range.count
        if options.seen != nil { locations.append("\(input.location(ofLine: reader.record.line))") }
      } catch {
        try leaveOut(error)
      }
    }

    /// Returns an id for the record; `nil` if it has its own.
    private func number(_ input: OpenInput) throws(InputError) -> ItemID? {
      let hasID = reader.record.holds(.id)
      let isNumbered = self.isNumbered ?? !hasID
      self.isNumbered = isNumbered
      let location = input.location(ofLine: reader.record.line)
      if isNumbered == hasID {
        throw .malformed(
          location,
          problem: hasID ? "it has an id, and the records before have none" : "it has no id, as the records before have"
        )
      }
      return isNumbered ? .integer(try options.numbers.id(ofRow: rowCount - 1, location)) : nil
    }

    private func leaveOut(_ problem: InputError) throws(CommandError) {
      if options.isStrict { throw .input(problem) }
      line?.clear()
      try badRows.add(problem)
    }

    private func commit(_ write: (StoreBatch) throws(CommandError) -> Void) throws(CommandError) {
      try leaveOutSeen()
      if !items.isEmpty {
        var batch = StoreBatch()
        batch.upsert(contentsOf: items)
        try write(batch)
      }
      outcome.rowCount += items.count
      outcome.nextLine = max(options.fromLine, reader.nextLine)
      outcome.inputName = reader.input?.name ?? outcome.inputName
      outcome.isNumbered = isNumbered ?? outcome.isNumbered
      items.removeAll(keepingCapacity: true)
      locations.removeAll(keepingCapacity: true)
      batchBytes = 0
    }

    private func leaveOutSeen() throws(CommandError) {
      guard let seen = options.seen else { return }
      let before = try seen.add(items.map(\.id), at: locations)
      var kept: [StoreItem] = []
      for (index, item) in items.enumerated() {
        guard let first = before[index] else {
          kept.append(item)
          continue
        }
        try leaveOut(.column(source: locations[index], problem: "the id \(item.id) has come before, in \(first)"))
      }
      items = kept
    }

    private func showProgress() {
      line?.show(
        ProgressLine.State(
          "importing", rows: outcome.rowCount + items.count,
          share: options.byteCount.map { Double(reader.byteCount) / Double(max(1, $0)) }))
    }
  }
#endif
