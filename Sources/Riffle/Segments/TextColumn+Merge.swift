extension TextColumn {
  /// Takes the texts of one field of several segments.
  ///
  /// - Parameters:
  ///   - columns: of the sources.
  ///   - isNeeded: whether the column has rows even if none has any text.
  ///   - check: called again and again, to throw if the merge is not to go on.
  convenience init(
    merging columns: [TextColumn], _ rows: borrowing MergedRows, isNeeded: Bool,
    _ check: () throws(MergeInterruption) -> Void
  ) throws(MergeInterruption) {
    var byteCount = 0
    for (source, column) in columns.enumerated() {
      byteCount += column.bytes.count
      if column.count > 0 { rows.forEachDead(of: source) { byteCount -= column.range($0).count } }
    }
    guard byteCount <= Int(UInt32.max) else {
      throw .failed(.tooLarge(what: "bytes of text", limit: Int(UInt32.max)))
    }
    guard rows.count > 0, isNeeded || byteCount > 0 else {
      self.init()
      return
    }
    var places = OffsetList()
    places.reserveCapacity(rows.count + 1)
    places.append(0)
    let bytes = try Column(zeros: byteCount) { (output: inout MutableSpan<UInt8>) throws(MergeInterruption) in
      /// The lengths of the texts of a piece, then where they go.
      var starts = [Int](repeating: 0, count: rows.pieceLength)
      var end = 0
      for piece in 0..<rows.pieceCount {
        try check()
        let range = rows.range(piece)
        for (source, column) in columns.enumerated() {
          rows.forEach(in: piece, of: source) { starts[$1 - range.lowerBound] = column.range($0).count }
        }
        for row in 0..<range.count {
          let length = starts[row]
          starts[row] = end
          end += length
          places.append(UInt32(truncatingIfNeeded: end))
        }
        for (source, column) in columns.enumerated() where column.count > 0 {
          let bytes = column.bytes
          let texts = bytes.span
          rows.forEach(in: piece, of: source) {
            output.copy(texts.extracting(column.range($0)), to: starts[$1 - range.lowerBound])
          }
        }
      }
    }
    self.init(bytes: bytes, places: places)
  }
}
