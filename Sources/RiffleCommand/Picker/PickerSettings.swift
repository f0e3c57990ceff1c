import Glibc
import RiffleCommandLine
import RifflePicker

/// All settings for running a picker.
struct PickerSettings {
  var picker: PickerOptions
  var list: PickerListOptions
  var source: PickerSource
  /// `nil` for the whole screen.
  var height: Length?
  var minimumRows = 1
  var hasMouse = true
  var endsWithNUL = false
  /// The file of the history of queries, and its size.
  var history: (path: String, size: Int)?
  var frecency: Frecency?

  /// Stores the query and the picked items for the next run.
  func remember(query: String, picked: [String]) throws(CommandError) {
    if let history, !query.isEmpty {
      var lines = PickerSettings.lines(ofFile: history.path) ?? []
      if lines.last != query { lines.append(query) }
      try PickerSettings.write(lines.suffix(history.size), to: history.path)
    }
    try frecency?.add(picked)
  }

  /// Reads the lines of a small file; `nil` if it does not exist.
  static func lines(ofFile path: String) -> [String]? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&piece, 1, piece.count, file)
      if count == 0 { break }
      bytes += piece.prefix(count)
    }
    return bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Replaces a file atomically.
  static func write(_ lines: some Sequence<String>, to path: String) throws(CommandError) {
    var template = Array("\(path).XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw .output(name: path, reason: String(cString: strerror(errno))) }
    let temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { close(descriptor) }
    let writer = ByteWriter(descriptor, name: path)
    do throws(CommandError) {
      for line in lines { try writer.write(line + "\n") }
      try writer.flush()
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, path) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(temporary)
      throw .output(name: path, reason: reason)
    }
  }
}
