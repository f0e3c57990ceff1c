#if Store
  import GRDB
  import Riffle
  import RiffleList

  /// The sections of a list over a store: the letters of its alphabet, the values of the column that its items are arranged by,
  /// or a single one.
  struct StoreSections: Sendable {
    /// A section in the store.
    struct Section {
      /// The section of its items; for a letter, its label.
      let name: String
      let traits: SectionTraits
      var rowCount = 0
    }

    private enum Kind {
      case one(Section)
      case letters(ListAlphabet)
      case column(SectionColumn)
    }

    private let kind: Kind

    /// - Throws: ``StoreError``, `DatabaseError`.
    init(_ store: ListStore) throws {
      let (definition, record) = (store.definition, store.indexer.record)
      if case .alphabet(let locales) = definition.arrangement {
        do throws(LocaleError) {
          kind = .letters(try ListAlphabet(locales: locales))
        } catch {
          throw StoreError.notAStore(path: store.path, reason: "\(error)")
        }
      } else if let column = try store.database.read({ try SectionColumn($0, record.sql) }) {
        kind = .column(column)
      } else {
        let table = definition.source.table
        kind = .one(Section(name: table, traits: SectionTraits(id: SectionID(section: table))))
      }
    }

    var alphabet: ListAlphabet? { if case .letters(let alphabet) = kind { alphabet } else { nil } }

    /// Whether the sections are read from the database.
    var areRead: Bool { if case .column = kind { true } else { false } }

    /// Returns all sections, with their row counts.
    /// - Throws: `DatabaseError`.
    func all(_ items: Snapshot<Item<ItemID>, ItemID>, _ db: Database?) throws -> [Section] {
      switch kind {
      case .one(var section):
        section.rowCount = items.count
        return [section]
      case .letters(let alphabet):
        let counts = items.jumplist()?.entries.map(\.count) ?? []
        return alphabet.buckets.labels.indices.map { letter in
          var section = StoreSections.section(letter, of: alphabet)
          section.rowCount = counts[letter]
          return section
        }
      case .column(let column):
        guard let db else { return [] }
        return try column.sections(of: items, db)
      }
    }

    /// Returns the section of each of some items.
    /// - Throws: `DatabaseError`.
    func sections(
      of ids: [ItemID], _ items: Snapshot<Item<ItemID>, ItemID>, _ db: Database?
    ) throws -> [Section] {
      switch kind {
      case .one(let section): return ids.map { _ in section }
      case .letters(let alphabet):
        return ids.compactMap { items.bucket(of: $0) }.map { StoreSections.section($0, of: alphabet) }
      case .column(let column):
        guard let db else { return [] }
        return try column.names(of: ids, db).map { Section($0) }
      }
    }

    private static func section(_ letter: Int, of alphabet: ListAlphabet) -> Section {
      Section(name: alphabet.buckets.labels[letter].text, traits: SectionTraits(letter: letter, of: alphabet))
    }
  }

  extension StoreSections.Section {
    init(_ name: String, rowCount: Int = 0) {
      self.init(
        name: name, traits: SectionTraits(id: SectionID(section: name), title: name.isEmpty ? nil : name),
        rowCount: rowCount)
    }
  }
#endif
