internal import HeapModule

/// The postings of neighbouring words by ``RankKey``, best first. Blocks wait in a heap by their best posting, so only those
/// that are reached are opened.
///
/// - Complexity: O(*b* log *n*) for the blocks opened, after O(*n* / 4096) once, for *n* postings.
struct BestPostings {
  private struct Node: Comparable {
    let key: RankKey
    /// 0 a posting, 1 a block, 2 a superblock.
    let level: UInt8
    let index: UInt32

    static func < (a: Node, b: Node) -> Bool {
      a.key != b.key ? a.key < b.key : a.index < b.index
    }
  }

  private let postings: Postings
  private let range: Range<Int>
  /// The rows to return; `nil` for all.
  private let within: BitColumn?
  /// The best region that has not been skipped.
  private var firstRegion: UInt8 = 0
  private var nodes = Heap<Node>()

  /// - Parameters:
  ///   - range: of ``Postings``.
  ///   - within: the rows to return; `nil` for all.
  init(_ range: Range<Int>, of postings: Postings, within: BitColumn? = nil) {
    self.postings = postings
    self.within = within
    self.range = range
    guard !range.isEmpty else { return }
    let length = Postings.blockLength
    let blocks = range.lowerBound / length...(range.upperBound - 1) / length
    if blocks.count <= length {
      for block in blocks { insert(1, block, postings.blockKey(block)) }
    } else {
      for superblock in blocks.lowerBound / length...blocks.upperBound / length {
        insert(2, superblock, postings.superblockKey(superblock))
      }
    }
  }

  /// A bound of the regions of the remaining postings: none is in a better one. `nil` if none are left.
  var region: Place.Region? { nodes.min.flatMap { Place.Region(rawValue: max($0.key.region, firstRegion)) } }

  /// The key of the next posting.
  mutating func next() -> RankKey? {
    let length = Postings.blockLength
    while let node = nodes.popMin() {
      let first = Int(node.index) * length
      switch node.level {
      case 0:
        if node.key.region < firstRegion { continue }
        return node.key
      case 1:
        open(block: node.index, (first..<first + length).clamped(to: range), max(node.key.region, firstRegion))
      default:
        let blocks = range.lowerBound / length..<(range.upperBound - 1) / length + 1
        for block in (first..<first + length).clamped(to: blocks) { insert(1, block, postings.blockKey(block)) }
      }
    }
    return nil
  }

  /// Skips postings in a region, or in a better one.
  mutating func skip(_ region: Place.Region) { firstRegion = max(firstRegion, region.rawValue + 1) }

  /// Takes the postings in a region out of a block, and leaves those in worse regions.
  private mutating func open(block: UInt32, _ range: Range<Int>, _ region: UInt8) {
    let column = postings.places
    let places = column.span(toRead: range)
    var next: (region: UInt8, ordinal: UInt32)?
    var nodes = Heap<Node>()
    swap(&nodes, &self.nodes)
    postings.rows.forEach(in: range) { posting, row in
      if let within, !within[Int(row)] { return }
      let own = places[posting] >> Place.regionShift
      if own == region {
        nodes.insert(
          Node(
            key: RankKey(place: places[posting], ordinal: row), level: 0, index: UInt32(truncatingIfNeeded: posting)))
      } else if own > region, own <= next?.region ?? .max {
        next = (own, own == next?.region ? min(row, next?.ordinal ?? row) : row)
      }
    }
    swap(&nodes, &self.nodes)
    if let next { insert(1, Int(block), RankKey(place: next.region << Place.regionShift, ordinal: next.ordinal)) }
  }

  private mutating func insert(_ level: UInt8, _ index: Int, _ key: RankKey) {
    nodes.insert(Node(key: key, level: level, index: UInt32(truncatingIfNeeded: index)))
  }
}
