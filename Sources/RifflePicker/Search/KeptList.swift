package import Riffle

/// The hits of a part of an answer.
package struct FoundHits: Sendable {
  package var total: Int
  package var isTotalExact: Bool
  package var hits: [PickerHit]
  /// The jumplist, if the hits are in alphabetical order.
  package var jumplist: Jumplist?
}

/// A list that is complete, with positions as ids.
package protocol KeptList: Sendable {
  var count: Int { get }
  func text(_ id: UInt32) -> String
  /// Returns the printed form of an item.
  func bytes(_ id: UInt32) -> [UInt8]
  func search(_ request: SearchRequest, explains: Bool, _ cancellation: Cancellation?) -> FoundHits
  func ids(_ request: SearchRequest) -> [UInt32]
  /// Returns the jumplist of the whole list, if its order has buckets.
  func jumplist() -> Jumplist?
}

/// A list over a snapshot.
package struct SnapshotList<Element: Sendable, ID: Hashable & Sendable>: KeptList {
  private let snapshot: Snapshot<Element, ID>
  private let session: SearchSession<Element, ID>
  /// The positions of the items in the whole list; `nil` for all.
  private let positions: [Int]?
  private let title: @Sendable (Element) -> String
  private let printed: @Sendable (Element) -> [UInt8]

  /// - Parameters:
  ///   - isPart: whether the snapshot is restricted to a scope.
  ///   - printed: returns the printed form of a picked element.
  package init(
    _ snapshot: Snapshot<Element, ID>, isPart: Bool, title: @escaping @Sendable (Element) -> String,
    printed: @escaping @Sendable (Element) -> [UInt8]
  ) {
    self.snapshot = snapshot
    session = snapshot.session()
    positions = isPart ? snapshot.positions() : nil
    (self.title, self.printed) = (title, printed)
  }

  package var count: Int { positions?.count ?? snapshot.count }

  private func element(_ id: UInt32) -> Element? {
    let place = Int(id)
    if let positions { return positions.indices.contains(place) ? snapshot.element(at: positions[place]) : nil }
    return snapshot.element(at: place)
  }

  package func text(_ id: UInt32) -> String { element(id).map(title) ?? "" }
  package func bytes(_ id: UInt32) -> [UInt8] { element(id).map(printed) ?? [] }

  private func id(_ hit: Hit<Element, ID>) -> UInt32 {
    let position = hit.position
    return UInt32(clamping: positions.map { $0.partitioningIndex { $0 >= position } } ?? position)
  }

  package func search(_ request: SearchRequest, explains: Bool, _ cancellation: Cancellation?) -> FoundHits {
    let results = session.search(request, cancellation: cancellation)
    let hits = results.map { found in
      var hit = PickerHit(id: id(found), text: title(found.element))
      hit.note(found, found.utf8Highlights(in: .title), explains: explains)
      return hit
    }
    return FoundHits(
      total: results.total, isTotalExact: results.isTotalExact, hits: hits,
      jumplist: results.jumplist(Jumplist.Options(showsEmpty: false)))
  }

  package func jumplist() -> Jumplist? { snapshot.jumplist(Jumplist.Options(showsEmpty: false)) }

  package func ids(_ request: SearchRequest) -> [UInt32] { session.search(request).map(id) }
}

/// A hit with the details of its match.
protocol ToldHit {
  var score: Score { get }
  var missingTerms: [String] { get }
  var layout: KeyboardLayout? { get }
  var explanation: Explanation? { get }
}

extension Hit: ToldHit {}
extension LineHit: ToldHit {}

extension PickerHit {
  /// Copies the details of a hit.
  /// - Parameter places: the matched ranges of the text.
  mutating func note(_ found: some ToldHit, _ places: [Range<Int>], explains: Bool) {
    let length = text.utf8.count
    highlights = places.filter { $0.upperBound <= length }
    cost = found.score.cost
    let missing = found.missingTerms
    if !missing.isEmpty {
      note = "without \(missing.joined(separator: ", "))"
    } else if let layout = found.layout {
      note = "as typed on a \(layout.rawValue) keyboard"
    }
    if explains, let explanation = found.explanation {
      reasons = explanation.reasons.map { "\(($0.cost * 100).rounded() / 100) \($0.text)" }
    }
  }
}
