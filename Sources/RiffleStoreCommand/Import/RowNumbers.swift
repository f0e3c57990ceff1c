#if Store
  import RiffleCommandLine
  import RiffleInput
  import RiffleStore

  /// The ids of rows that have none of their own: the number of the row in all inputs.
  struct RowNumbers {
    /// Of the first row.
    private(set) var first: Int64 = 1
    /// Whether somebody has said what becomes of items that have such numbers already, or there are none.
    let isChosen: Bool

    /// What has to be said first where items are there already.
    static func question(_ path: String) -> String {
      """
      there is no column with ids, by which to tell whether rows are items that \(path) has already: --append adds all \
      behind them, --number-from 1 replaces the items 1, 2 and so on
      """
    }

    /// So that all rows are new.
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
