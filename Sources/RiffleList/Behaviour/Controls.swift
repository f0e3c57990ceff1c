import Riffle

extension ListModel {
  /// Sets the value of a control on a row: changes the row, then performs the control's action.
  ///
  /// - Returns: the value that the responder to the action returns; `nil` if there is none.
  /// - Throws: ``Refusal``: `notAble` if the row has no such control.
  @discardableResult
  public func setControl(_ key: String, of id: RowID, to value: JSONValue) throws(Refusal) -> JSONValue? {
    guard let row = row(id) else { throw .unknownRow }
    guard row.controls[key] != nil else { throw .notAble }
    do {
      try transaction { editor in
        let old = editor.row(id)?.controls[key]
        try editor.update(id) { $0.controls[key]?.value = value }
        if let changed = editor.row(id), changed.controls[key] != old {
          try editor.note(.event(.didSetControl(row: changed, key: key, value: value)))
        }
      }
    } catch {
      throw Refusal(error)
    }
    guard let changed = rendered(id) else { throw .unknownRow }
    guard let action = changed.row.controls[key]?.action else { return nil }
    return perform(.control(key), action, nil, changed)
  }
}
