#if Store
  import RiffleCommandLine

  /// The outcome of an import, up to the last committed batch.
  struct ImportOutcome {
    /// The number of rows in the store.
    var rowCount = 0
    var badCount = 0
    var illFormedCount = 0
    var seconds = 0.0
    var isInterrupted = false
    /// The line to continue from.
    var nextLine: Int
    var inputName: String?
    var isNumbered = false
    let numbers: RowNumbers

    init(nextLine: Int, numbers: RowNumbers) { (self.nextLine, self.numbers) = (nextLine, numbers) }

    /// The result of an incomplete import; `nil` if it has none.
    var done: String? {
      guard rowCount > 0, let inputName else { return nil }
      return "\(rows), up to line \(nextLine - 1) of \(inputName), are in the store"
    }

    private var rows: String { "\(rowCount.grouped) \(rowCount == 1 ? "row" : "rows")" }

    var summary: String {
      var text: String
      if isInterrupted {
        let input = inputName.map { " of \($0)" } ?? ""
        let number = isNumbered && numbers.first != 1 ? " --number-from \(numbers.first)" : ""
        text = "interrupted after \(rows): go on with --from-line \(nextLine)\(number)\(input)"
      } else {
        text = "\(rows) in \(seconds.inTenths) s"
      }
      if badCount > 0 { text += "; \(badCount.grouped) left out" }
      if illFormedCount > 0 { text += "; ill-formed UTF-8 in \(illFormedCount.grouped) places is U+FFFD now" }
      return text
    }
  }

  extension Double {
    fileprivate var inTenths: String { "\((self * 10).rounded() / 10)" }
  }
#endif
