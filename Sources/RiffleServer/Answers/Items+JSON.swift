#if Service
  import Foundation
  import NIOCore
  import Riffle
  import RiffleInput
  import RiffleStore

  extension JSONWriter {
    var buffer: ByteBuffer { ByteBuffer(bytes: bytes) }

    /// - Throws: ``Problem`` if there are more bytes than an answer may have.
    func check(_ byteLimit: Int) throws(Problem) {
      if bytes.count > byteLimit { throw .answerTooLarge(byteLimit) }
    }

    /// Writes a payload: JSON unchanged, other text and bytes under other names.
    mutating func payload(_ payload: StorePayload?) {
      switch payload {
      case nil: break
      case .json(let text)?:
        if JSONScanner.isValid(text) {
          name("payload")
          // On one line, as bulk answers and events require.
          raw(String(decoding: text.utf8.map { $0 == 10 || $0 == 13 ? 32 : $0 }, as: UTF8.self))
        } else {
          member("payloadText", text)
        }
      case .bytes(let bytes)?: member("payloadBase64", Data(bytes).base64EncodedString())
      }
    }

    /// - Parameter fields: the fields of the list.
    mutating func item(_ item: StoreItem, _ fields: [FieldDefinition]) {
      object { json in
        json.name("id")
        json.id(item.id)
        json.member("title", item.title)
        json.member("searchText", item.searchText)
        json.member("reading", item.reading)
        json.member("weight", item.weight)
        json.member("isSearchable", item.isSearchable)
        json.name("scopes")
        json.array(item.scopes.sorted()) { $1.string($0) }
        json.member("section", item.section)
        json.member("position", item.position)
        json.fields(item.fields, fields)
        json.payload(item.payload)
      }
    }

    /// Writes the requested fields of an item, in addition to its id and its title.
    /// - Parameters:
    ///   - fields: the fields of the list.
    ///   - whole: the item in the database, if it is needed and still exists.
    mutating func details(
      _ item: Item<ItemID>, _ include: Set<Inclusion>, _ fields: [FieldDefinition], whole: StoreItem?
    ) {
      if include.contains(.searchText) { member("searchText", item.searchText) }
      if include.contains(.reading) { member("reading", item.reading) }
      if include.contains(.weight) { member("weight", item.weight) }
      if include.contains(.scopes) {
        name("scopes")
        array(item.scopes.sorted()) { $1.string($0) }
      }
      if include.contains(.fields) { self.fields(item.fields, fields) }
      guard let whole else { return }
      if include.contains(.section) { member("section", whole.section) }
      if include.contains(.payload) { payload(whole.payload) }
    }

    mutating func explanation(_ explanation: Explanation) {
      object { json in
        json.member("cost", explanation.cost)
        json.name("reasons")
        json.array(explanation.reasons) { reason, json in
          json.object { json in
            json.member("text", reason.text)
            json.member("cost", reason.cost)
          }
        }
      }
    }

    mutating func work(_ work: SearchWork) {
      object { json in
        json.member("steps", work.steps)
        json.member("tiers", work.tiers)
        json.member("postings", work.postings)
        json.member("rows", work.rows)
        json.member("scored", work.scored)
        json.member("words", work.words)
      }
    }

    /// - Throws: ``Problem`` if it has too many bytes.
    mutating func jumplistMembers(
      _ jumplist: Jumplist?, generation: UInt64, count: Int, snapshot: String? = nil, upTo byteLimit: Int
    ) throws(Problem) {
      member("generation", generation)
      member("count", count)
      member("hasBuckets", jumplist != nil)
      if let snapshot { member("snapshot", snapshot) }
      name("entries")
      // A tap on a bucket leads to the bucket itself, or to the nearest one before it that has rows, otherwise to the first one.
      let entries = jumplist?.entries ?? []
      var target = entries.first { $0.count > 0 }?.start
      try array(entries) { entry, json throws(Problem) in
        if json.bytes.count > byteLimit {
          throw Problem(
            .answerTooLarge, "the jumplist has more than \(byteLimit) bytes: the list has too many sections")
        }
        if entry.count > 0 { target = entry.start }
        json.object { json in
          json.member("id", entry.id)
          json.member("label", entry.label)
          json.member("kind", "\(entry.kind)")
          json.member("count", entry.count)
          json.member("start", entry.start)
          json.name("target")
          if let target { json.integer(target) } else { json.null() }
        }
      }
    }
  }
#endif
