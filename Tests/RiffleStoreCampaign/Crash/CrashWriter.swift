#if Store
  import Foundation
  import GRDB
  import Riffle
  import RiffleStore
  import RiffleStoreTestSupport
  import RiffleTestSupport

  /// One of those who write to a store at once, each items of its own, and what these are after each of its batches.
  final class CrashWriter: Sendable {
    let number: Int
    private let settings: StoreSettings
    private let recorder: DiskRecorder
    private let state: Lock<State>

    private struct State {
      var random: RandomText
      /// Before the first batch, and after each.
      var models: [StoreModel]
    }

    init(
      _ number: Int, _ model: StoreModel, _ settings: StoreSettings, _ recorder: DiskRecorder, _ random: RandomText
    ) {
      (self.number, self.settings, self.recorder) = (number, settings, recorder)
      state = Lock(State(random: random, models: [model]))
    }

    /// As they are after each batch.
    var models: [StoreModel] { state.withLock { $0.models } }

    /// Whose an item is.
    static func number(of item: StoreItem) -> Int? {
      switch item.id {
      case .integer(let id): Int(id) % CrashProgram.writerCount
      case .text(let id): Int(id.suffix(1))
      }
    }

    private func next() -> (changes: [StoreChange], batch: Int) {
      state.withLock { state in
        let number = number
        let model = state.models[state.models.count - 1]
        var changes = state.random.storeChanges(settings) { random in
          let id = random.number(below: 30)
          return id % 3 == 0 ? .text("\(id) \(number)") : .integer(Int64(id * CrashProgram.writerCount + number))
        }
        var next = model
        do {
          try next.apply(changes)
        } catch {
          // What is there already cannot be inserted.
          changes.removeAll { if case .insert = $0 { true } else { false } }
          try? next.apply(changes)
        }
        state.models.append(next)
        return (changes, state.models.count - 1)
      }
    }

    /// Writes a batch.
    func write(to store: ListStore) throws {
      let (changes, batch) = next()
      recorder.begin(batch, by: number)
      try store.write(StoreBatch(changes))
      recorder.acknowledge(batch, by: number)
    }

    /// Writes a batch as another program would.
    func write(to queue: DatabaseQueue) throws {
      let (changes, batch) = next()
      recorder.begin(batch, by: number)
      try queue.write { db in for change in changes { try change.write(db, settings.fields) } }
      recorder.acknowledge(batch, by: number)
    }
  }

  extension StoreChange {
    /// - Parameter fields: those of the list.
    fileprivate func write(_ db: Database, _ fields: [FieldDefinition]) throws {
      try write(db)
      let (id, values): (ItemID, [String: [FieldValue]]) =
        switch self {
        case .insert(let item), .upsert(let item):
          (item.id, Dictionary(uniqueKeysWithValues: fields.map { ($0.name, item.fields[$0.name] ?? []) }))
        case .update(let id, let patch): (id, patch.fields)
        case .delete(let id): (id, [:])
        }
      for field in fields {
        guard let values = values[field.name] else { continue }
        let isText = field.kind == .keyword || field.kind == .time
        try db.execute(
          sql: "UPDATE items SET \"field_\(field.name)\" = \(isText ? "CAST(? AS TEXT)" : "?") WHERE id = ?",
          arguments: [try field.column(values), id.value])
      }
    }

    private func write(_ db: Database) throws {
      switch self {
      case .insert(let item), .upsert(let item):
        try db.execute(
          sql: """
            INSERT INTO items (id, title, search_text, reading, weight, searchable, section, position, payload)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET title = excluded.title,
            search_text = excluded.search_text, reading = excluded.reading, weight = excluded.weight,
            searchable = excluded.searchable, section = excluded.section, position = excluded.position,
            payload = excluded.payload
            """,
          arguments: [
            item.id.value, item.title, item.searchText, item.reading, Int(item.weight), item.isSearchable, item.section,
            item.position, item.payload?.value,
          ])
      case .update(let id, let patch):
        try db.execute(
          sql: """
            UPDATE items SET title = ifnull(?, title), weight = ifnull(?, weight), section = ifnull(?, section),
            position = ifnull(?, position), payload = CASE WHEN ? THEN ? ELSE payload END WHERE id = ?
            """,
          arguments: [
            patch.title, patch.weight.map { Int($0) }, patch.section, patch.position, patch.payload != nil,
            patch.payload??.value, id.value,
          ])
      case .delete(let id): try db.execute(sql: "DELETE FROM items WHERE id = ?", arguments: [id.value])
      }
    }
  }

  extension FieldDefinition {
    /// Values as a store's own table has them; texts as bytes, because those of GRDB end at a NUL.
    fileprivate func column(_ values: [FieldValue]) throws -> (any DatabaseValueConvertible)? {
      if hasSeveralValues { return values.isEmpty ? nil : try JSONEncoder().encode(values) }
      return switch values.first {
      case .text(let text)?: Data(text.utf8)
      case .time(let time)?: Data("\(time)".utf8)
      case .integer(let number)?: number
      case .real(let number)?: number
      case .boolean(let flag)?: flag
      case nil: nil
      }
    }
  }

  extension ItemID {
    fileprivate var value: any DatabaseValueConvertible {
      switch self {
      case .integer(let number): number
      case .text(let text): text
      }
    }
  }

  extension StorePayload {
    fileprivate var value: any DatabaseValueConvertible {
      switch self {
      case .json(let text): text
      case .bytes(let bytes): Data(bytes)
      }
    }
  }
#endif
