import Riffle
import RiffleList

/// Keeps what a list tells.
final class ListListener: Sendable {
  private let kept: Lock<[ListEvent]>
  private let observation: Observation

  init(_ list: ListModel) {
    let kept = Lock<[ListEvent]>([])
    self.kept = kept
    observation = list.observe { event in kept.withLock { $0.append(event) } }
  }

  var events: [ListEvent] { kept.withLock { $0 } }

  /// What one kind of event tells, in order.
  func all<Fact>(_ fact: (ListEvent) -> Fact?) -> [Fact] { events.compactMap(fact) }
}

extension ListView {
  /// The ids of the rows that show, section by section.
  var idsBySection: [[RowID]] { sections.indices.map { rows(inSection: $0).map(\.id) } }

  var ids: [RowID] { rows().map(\.id) }
}

/// States of two regions. New Mexico is kept out of searches; the beaver stands only in what Oregon is found by.
enum StatesList {
  static var north: Section {
    Section(id: "north", title: "Northwest States", footer: "three of them") {
      Row(id: "or", title: "Oregon") { row in
        row.subtitle = "Salem"
        row.searchText = "beaver"
        row.attributes["image"] = "or.png"
      }
      Row(id: "wa", title: "Washington") { $0.subtitle = "Olympia" }
      Row(id: "id", title: "Idaho") { $0.subtitle = "Boise" }
    }
  }

  static var south: Section {
    Section(id: "south", title: "Southwest States") {
      Row(id: "az", title: "Arizona")
      Row(id: "nm", title: "New Mexico") { $0.isSearchable = false }
      Row(id: "nv", title: "Nevada")
    }
  }

  static var contents: ListContents { ListContents(sections: [north, south]) }

  static func list(_ settings: ListSettings = ListSettings()) throws -> ListModel {
    try ListModel(contents, settings: settings)
  }
}
