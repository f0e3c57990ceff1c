#if Store
  import Foundation
  import Riffle
  import RiffleInput
  import RiffleStore

  /// A factory of items from records.
  struct ItemMaker {
    let record: Record
    let fields: ImportedFields

    /// - Parameter id: the id if the record has none.
    /// - Throws: the fault of the record.
    func item(_ id: ItemID?, of input: OpenInput) throws(InputError) -> StoreItem {
      let title = record.text(.title)
      if title.isEmpty { throw problem("it has no title", input) }
      let own = if let id { id } else { try self.id(input) }
      var item = StoreItem(id: own, title: title, weight: try record.weight(of: input))
      if record.holds(.searchText) { item.searchText = record.text(.searchText) }
      if record.holds(.reading) { item.reading = record.text(.reading) }
      if record.holds(.section) { item.section = record.text(.section) }
      if record.holds(.position) { item.position = try position(input) }
      if record.holds(.isSearchable) { item.isSearchable = try isSearchable(input) }
      item.payload = try payload(input)
      let isInTable = if case .delimited = input.format { true } else { false }
      item.fields = try fields.values(of: record, isInTable: isInTable) { problem($0, input) }
      return item
    }

    private func problem(_ text: String, _ input: OpenInput) -> InputError {
      .malformed(input.location(ofLine: record.line), problem: text)
    }

    /// Returns the id: an integer if it is written as one. In JSON, strings are always texts, as are quoted values in TSV.
    private func id(_ input: OpenInput) throws(InputError) -> ItemID {
      let text = record.text(.id)
      if text.isEmpty { throw problem("it has no id", input) }
      guard !(input.quotesAreTexts && record.isQuoted(.id)), let number = Int64(text), number.description == text
      else { return .text(text) }
      return .integer(number)
    }

    private func position(_ input: OpenInput) throws(InputError) -> Double {
      let text = record.text(.position)
      if text.isEmpty { return 0 }
      guard let position = Double(text), !position.isNaN else {
        throw problem("the position \(text) is no number", input)
      }
      return position
    }

    private func isSearchable(_ input: OpenInput) throws(InputError) -> Bool {
      let text = record.text(.isSearchable)
      switch text.lowercased() {
      case "", "1", "true", "yes": return true
      case "0", "false", "no": return false
      default: throw problem("\(text) says neither that it is searchable nor that it is not: use 1 or 0", input)
      }
    }

    private func payload(_ input: OpenInput) throws(InputError) -> StorePayload? {
      if record.holds(.payloadBase64), case let text = record.text(.payloadBase64),
        !text.isEmpty || record.isQuoted(.payloadBase64)
      {
        return try bytes(text, input)
      }
      guard record.holds(.payload) else { return nil }
      let text = record.text(.payload)
      if record.isQuoted(.payload) { return .json(text) }
      if text.isEmpty { return nil }
      if input.hasQuotes, text.hasPrefix(ItemMaker.bytesMark) {
        return try bytes(String(text.dropFirst(ItemMaker.bytesMark.count)), input)
      }
      return .json(text)
    }

    /// The mark before a payload of bytes in a table, outside quotes.
    static let bytesMark = "base64:"

    private func bytes(_ text: String, _ input: OpenInput) throws(InputError) -> StorePayload {
      guard let data = Data(base64Encoded: text) else { throw problem("the payload is not base64", input) }
      return .bytes([UInt8](data))
    }
  }
#endif
