import Riffle

extension IndexFolder {
  /// Writes the segments of an index again with the columns of other fields; all other columns are copied. The new files are
  /// valid once a manifest names them.
  ///
  /// - Parameters:
  ///   - list: an index of the same list, in files, with those of the fields whose columns are kept.
  ///   - settings: the settings with all fields.
  ///   - isCancelled: called at intervals.
  ///   - values: returns the values of an item in each field that the index lacks.
  ///   - didWrite: called with the number of rows after each segment.
  /// - Returns: the files of the list's segments; `nil` if it was cancelled, or a segment is damaged.
  /// - Throws: ``IndexFileError``, ``IndexError/tooLarge(what:limit:)``, and the error of `values`; files already written are
  ///   then left over.
  /// - Complexity: O(*n*) in the length of the files.
  func writeSegments(
    _ list: StoredList<Item<ItemID>, ItemID>, _ settings: IndexSettings, isCancelled: () -> Bool,
    values: (ItemID) throws -> [[FieldValue]], didWrite: (Int) -> Void
  ) throws -> WrittenIndex? {
    var segments: [FileID] = []
    for segment in list.segments {
      let columns = try segment.columns(settings.fields, settings.options, isCancelled: isCancelled, values: values)
      guard let columns else { return nil }
      let new = FileID()
      try ColumnFileWriter.write(columns, TextVersions(settings.options), id: new, to: path(of: new), files)
      segments.append(new)
      didWrite(segment.count)
    }
    // Damage that has been found since is in the new files.
    return list.isDamaged ? nil : WrittenIndex(list, segments)
  }
}
