#if Cluster
  /// Rows in the text format of COPY (PostgreSQL, “COPY”, File Formats).
  enum CopyText {
    /// Decodes a line.
    /// - Parameter count: how many values it must have.
    /// - Throws: ``ClusterError/malformed(reason:)``.
    static func row(_ line: [UInt8], count: Int) throws(ClusterError) -> RowValues {
      var values: RowValues = []
      values.reserveCapacity(count)
      var end = line.count
      if end > 0, line[end - 1] == UInt8(ascii: "\n") { end -= 1 }
      var start = 0
      while true {
        let stop = line[start..<end].firstIndex(of: UInt8(ascii: "\t")) ?? end
        values.append(try value(line[start..<stop]))
        if stop == end { break }
        start = stop + 1
      }
      guard values.count == count else {
        throw .malformed(reason: "a copied row has \(values.count) values instead of \(count)")
      }
      return values
    }

    private static func value(_ field: ArraySlice<UInt8>) throws(ClusterError) -> ColumnValue {
      guard let first = field.firstIndex(of: UInt8(ascii: "\\")) else {
        return .text(String(decoding: field, as: UTF8.self))
      }
      if field.count == 2, first == field.startIndex, field.last == UInt8(ascii: "N") { return .null }
      var bytes = Array(field[..<first])
      bytes.reserveCapacity(field.count)
      var index = first
      while index < field.endIndex {
        if field[index] != UInt8(ascii: "\\") {
          bytes.append(field[index])
          index += 1
          continue
        }
        guard index + 1 < field.endIndex else { throw .malformed(reason: "a copied value ends in a backslash") }
        bytes.append(plain(field[index + 1]))
        index += 2
      }
      return .text(String(decoding: bytes, as: UTF8.self))
    }

    /// What stands for a character behind a backslash. The server writes none of the numeric forms.
    private static func plain(_ byte: UInt8) -> UInt8 {
      switch byte {
      case UInt8(ascii: "b"): 8
      case UInt8(ascii: "t"): 9
      case UInt8(ascii: "n"): 10
      case UInt8(ascii: "v"): 11
      case UInt8(ascii: "f"): 12
      case UInt8(ascii: "r"): 13
      default: byte
      }
    }

    /// Encodes a row, with a line feed at its end.
    static func line(_ values: [String?]) -> [UInt8] {
      var bytes: [UInt8] = []
      for (number, value) in values.enumerated() {
        if number > 0 { bytes.append(UInt8(ascii: "\t")) }
        guard let value else {
          bytes += [UInt8(ascii: "\\"), UInt8(ascii: "N")]
          continue
        }
        for byte in value.utf8 {
          switch byte {
          case UInt8(ascii: "\\"): bytes += [byte, byte]
          case UInt8(ascii: "\t"): bytes += Array(#"\t"#.utf8)
          case UInt8(ascii: "\n"): bytes += Array(#"\n"#.utf8)
          case UInt8(ascii: "\r"): bytes += Array(#"\r"#.utf8)
          default: bytes.append(byte)
          }
        }
      }
      bytes.append(UInt8(ascii: "\n"))
      return bytes
    }
  }
#endif
