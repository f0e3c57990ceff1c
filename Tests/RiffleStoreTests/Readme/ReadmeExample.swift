#if Store
  import Riffle
  import RiffleList
  import RiffleStore

  // The code of README.md about stores, in its order; ReadmeTests holds the two equal.

  func readmeExample(in folder: String, print: (Any...) -> Void) throws {
    let store = try ListStore(folder + "/places.db")
    try store.write { batch in
      batch.upsert(StoreItem(id: 1, title: "Göteborg", searchText: "Gothenburg", payload: .json(#"{"size": 4}"#)))
      batch.upsert(StoreItem(id: "ny", title: "New York City"))
    }
    for hit in try store.search("gotenburg", limit: 10) {
      print(hit.element.title, try store.item(hit.id)?.payload as Any)
    }

    let list = try ListModel(store)
    print(list.view.rows().map(\.title))  // ["Göteborg", "New York City"]
    try store.close()
  }
#endif
