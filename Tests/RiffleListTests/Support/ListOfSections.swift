import RiffleList

/// A list of 206 rows in four sections, one of them empty, with rows in groups and outside of them.
func listOfSections() throws -> ListModel {
  try ListModel(
    ListContents {
      Section(id: "a", title: "A", rows: rows("1 2 3"))
      Section(id: "empty", rows: [])
      Section(id: "b") {
        RowGroup(id: "g", rows: rows("4 5"))
        RowGroup(id: "h", rows: (100..<300).map(row))
      }
      Section(id: "c", rows: rows("6"))
    })
}
