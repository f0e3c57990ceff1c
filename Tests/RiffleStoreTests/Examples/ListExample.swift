#if Store
  import Riffle
  import RiffleList
  import RiffleStore

  // The code of the article ListsOverStores, in its order; ListExampleTests holds the two equal.

  func listExample(at path: String, print: (Any...) -> Void) async throws {
    let store = try ListStore(path, settings: StoreSettings(arrangement: .sections))
    try store.write { batch in
      batch.upsert(StoreItem(id: 1, title: "Göteborg", section: "Sweden", position: 1, payload: .json(#"{"size": 4}"#)))
      batch.upsert(StoreItem(id: 2, title: "Malmö", section: "Sweden", position: 2))
      batch.upsert(StoreItem(id: 3, title: "Oslo", section: "Norway"))
    }
    let list = try ListModel(store) { item, row in
      row.subtitle = item.weight > 0 ? "popular" : ""
      row.abilities = RowAbilities(isDeletable: true, moves: .anywhere)
    } section: { name, section in
      section.header = Supplement(name.uppercased())
    }
    print(list.view.sections.map { "\($0.traits.title ?? ""): \($0.rowCount)" })  // ["NORWAY: 1", "SWEDEN: 2"]

    let window = list.view.rows(offset: 0, limit: 50)
    let items = try store.items(of: window)
    print(zip(window, items).map { "\($0.title): \($1?.payload == nil ? "no payload" : "a payload")" })

    let update = try list.transaction { edit in
      try edit.update("3") { $0.title = "Oslo, Norway" }
      try edit.move("2", to: .before("1"))
    }
    print(try update.changes(), list.view.rows(inSection: 1).map(\.id))  // rows: 1 moved, 1 updated [2, 1]
    print(try store.item(2)?.position as Any)  // Optional(0.0)

    let report = await list.delete(["1"])
    print(report.deleted, try store.item(1) == nil)  // [1] true

    do {
      try list.transaction { try $0.insert(Section(id: "Denmark", rows: [])) }
    } catch {
      print(error)  // sections and groups are made of what the rows say: …
    }

    let before = list.view
    try store.write { $0.upsert(StoreItem(id: 4, title: "Bergen", section: "Norway")) }
    try list.catchUp()
    print(try list.view.changes(since: before))  // rows: 1 inserted
  }
#endif
