/// A field longer than what is indexed of it.
public struct TruncatedField<ID: Hashable & Sendable>: Sendable, Hashable {
  public let id: ID
  public let field: Field
  /// Length of the whole field in UTF-8; its first 64 KiB are indexed.
  public let utf8Count: Int
}

extension ListState {
  var truncatedFields: [TruncatedField<ID>] {
    var found: [TruncatedField<ID>] = []
    for (content, rows) in zip(contents, rows.segments) {
      for field in content.truncated where rows.live.contains(field.row) {
        found.append(TruncatedField(id: content.ids[field.row], field: field.field, utf8Count: field.bytes))
      }
    }
    for (item, entry) in zip(tail.items, tail.entries) {
      found += item.fields.truncated.map { TruncatedField(id: entry.id, field: $0.field, utf8Count: $0.bytes) }
    }
    return found
  }
}
