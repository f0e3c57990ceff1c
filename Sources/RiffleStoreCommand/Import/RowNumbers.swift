#if Store
  import RiffleCommandLine
  import RiffleInput
  import RiffleStore

  /// The ids of rows without one of their own: the number of the row in all inputs.
  struct RowNumbers {
    /// The number of the first row.
    private(set) var first: Int64 = 1
    /// Whether the user has decided about items that already have such numbers, or there are none.
    let isChosen: Bool

    /// Returns the message that demands this decision if there are items already.
    static func question(_ path: String) -> String {
      """
      there is no column with ids, by which to tell whether rows are items that \(path) has already: --append adds all \
      behind them, --number-from 1 replaces the items 1, 2 and so on
      """
    }

    /// Returns numbers that make all rows new.
    static func following(_ store: ListStore) throws(CommandError) -> RowNumbers {
      let greatest = try storing { () throws(StoreError) in try store.greatestNumber() } ?? 0
      guard greatest < .max else {
        throw .usage("\(store.path): there are no numbers after \(greatest): say --number-from")
      }
      return RowNumbers(first: max(greatest, 0) + 1, isChosen: true)
    }

    /// - Parameter row: counted from 0.
    func id(ofRow row: Int, _ location: @autoclosure () -> Location) throws(InputError) -> Int64 {
      let (number, isOver) = first.addingReportingOverflow(Int64(row))
      if isOver {
        throw .malformed(location(), problem: "there is no number for it any more: say a lesser --number-from")
      }
      return number
    }
  }
#endif
