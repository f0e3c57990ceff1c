package import Riffle

/// One change of a list of items, as a value that can be printed and left out.
package enum ListChange: Sendable, CustomStringConvertible {
  package enum Place: Sendable {
    case start, end
    case position(Int)
    case before(Int)
    case after(Int)
  }

  case insert(Item<Int>, Place?)
  case upsert(Item<Int>)
  case place(Item<Int>, Place)
  case update(Int, title: String, weight: UInt16)
  case delete(Int)
  case move(Int, Place)

  package var description: String {
    switch self {
    case .insert(let item, let place):
      "insert \(item.id) “\(item.title)” \(place.map { "\($0)" } ?? "")"
    case .upsert(let item): "upsert \(item.id) “\(item.title)”"
    case .place(let item, let place): "place \(item.id) “\(item.title)” \(place)"
    case .update(let id, let title, let weight): "update \(id) “\(title)” \(weight)"
    case .delete(let id): "delete \(id)"
    case .move(let id, let place): "move \(id) \(place)"
    }
  }

  package func add(to batch: inout UpdateBatch<Item<Int>, Int>) {
    switch self {
    case .insert(let item, nil): batch.insert(item)
    case .insert(let item, let place?): batch.insert(item, at: place.destination)
    case .upsert(let item): batch.upsert(item)
    case .place(let item, let place): batch.upsert(item, at: place.destination)
    case .update(let id, let title, let weight):
      batch.update(id: id) { item in
        item.title = title
        item.weight = weight
      }
    case .delete(let id): batch.delete(id: id)
    case .move(let id, let place): batch.move(id: id, to: place.destination)
    }
  }
}

extension ListChange.Place {
  var destination: UpdateBatch<Item<Int>, Int>.Destination {
    switch self {
    case .start: .start
    case .end: .end
    case .position(let position): .position(position)
    case .before(let id): .before(id)
    case .after(let id): .after(id)
    }
  }
}
