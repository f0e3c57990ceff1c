#if Store
  import Foundation
  import Riffle
  import RiffleCommandLine
  import RiffleInput
  import RiffleStore

  /// A writer of items in a form that an import reads back unchanged.
  protocol ItemWriter {
    /// The text before all items.
    var head: String { get }
    func write(_ item: StoreItem, to writer: ByteWriter) throws(CommandError)
  }

  /// A writer of tables, with quotes where a field needs them (RFC 4180). The header of a TSV is quoted too, to mark that other
  /// fields may be. Texts that must not be read as numbers, and payloads, are always quoted.
  struct TableWriter: ItemWriter {
    let delimiter: String
    /// The fields of the list.
    let fields: [FieldDefinition]

    private static let columns = [
      "id", "title", "search_text", "reading", "weight", "searchable", "section", "position", "payload",
    ]

    var head: String {
      let names = TableWriter.columns + fields.map { ImportedFields.column(of: $0.name) }
      return names.map { delimiter == "\t" ? TableWriter.quoted($0) : field($0) }.joined(separator: delimiter) + "\n"
    }

    func write(_ item: StoreItem, to writer: ByteWriter) throws(CommandError) {
      let id: String =
        switch item.id {
        case .integer(let number): number.description
        case .text(let text): Int64(text) == nil ? field(text) : TableWriter.quoted(text)
        }
      let payload: String =
        switch item.payload {
        case .json(let text)?: TableWriter.quoted(text)
        case .bytes(let bytes)?: ItemMaker.bytesMark + Data(bytes).base64EncodedString()
        case nil: ""
        }
      let cells = [
        id, field(item.title), field(item.searchText), field(item.reading), item.weight == 0 ? "" : "\(item.weight)",
        item.isSearchable ? "" : "0", field(item.section), item.position == 0 ? "" : item.position.inFewLetters,
        payload,
      ]
      let values = fields.map { definition in
        let own = item.fields[definition.name] ?? []
        let text =
          definition.hasSeveralValues ? KeywordArray.text(own.map { "\($0)" }) : own.first.map { "\($0)" } ?? ""
        return field(own.isEmpty ? "" : text)
      }
      try writer.write((cells + values).joined(separator: delimiter))
      try writer.write(UInt8(ascii: "\n"))
    }

    private func field(_ text: String) -> String {
      let needsQuotes = text.utf8.contains { byte in
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
          || byte == delimiter.utf8.first
      }
      return needsQuotes ? TableWriter.quoted(text) : text
    }

    private static func quoted(_ text: String) -> String { "\"" + text.replacing("\"", with: "\"\"") + "\"" }
  }

  /// A writer of one JSON object per line, without members that have their defaults.
  struct JSONLinesWriter: ItemWriter {
    /// The fields of the list.
    let fields: [FieldDefinition]

    var head: String { "" }

    func write(_ item: StoreItem, to writer: ByteWriter) throws(CommandError) {
      var json = JSONWriter()
      json.object { json in
        json.name("id")
        json.id(item.id)
        json.member("title", item.title)
        for (name, text) in [("search_text", item.searchText), ("reading", item.reading), ("section", item.section)]
        where !text.isEmpty {
          json.member(name, text)
        }
        if item.weight != 0 { json.member("weight", item.weight) }
        if !item.isSearchable { json.member("searchable", false) }
        // JSON has no infinity; a number in a string is read as a number.
        if !item.position.isFinite {
          json.member("position", "\(item.position)")
        } else if item.position != 0 {
          json.member("position", item.position)
        }
        if let payload = item.payload { json.member(payload) }
        json.member("fields", item.fields, of: fields)
      }
      json.newline()
      try writer.write(json.bytes)
    }
  }

  extension Double {
    /// The shortest text that is read as the same number.
    fileprivate var inFewLetters: String { Int64(exactly: self)?.description ?? description }
  }
#endif
