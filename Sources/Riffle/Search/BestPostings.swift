internal import HeapModule

/// Gives the postings of neighbouring words by their ``RankKey``, best first, without looking at those that
/// nobody asks for: blocks of postings wait in a heap by the best of each.
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

  private let segment: Segment
  private let range: Range<Int>
  /// The rows that are asked for; `nil` for all.
  private let within: BitColumn?
  /// No better places are asked for.
  private var firstPlace: UInt8 = 0
  private var nodes = Heap<Node>()

  /// - Parameters:
  ///   - range: of ``Postings``.
  ///   - within: the rows that are asked for; `nil` for all.
  init(_ range: Range<Int>, in segment: Segment, within: BitColumn? = nil) {
    self.segment = segment
    self.within = within
    self.range = range
    guard !range.isEmpty else { return }
    let length = Postings.blockLength
    let blocks = range.lowerBound / length...(range.upperBound - 1) / length
    if blocks.count <= length {
      for block in blocks { insert(1, block, segment.postings.blockKey(block)) }
    } else {
      for superblock in blocks.lowerBound / length...blocks.upperBound / length {
        insert(2, superblock, segment.postings.superblockKey(superblock))
      }
    }
  }

  /// A place in a region that none of the postings to come is in a better one than; `nil` if there are none.
  var place: Place? { nodes.min.map { Place(rawValue: max($0.key.place.rawValue, firstPlace)) } }

  /// The row of the next posting, and its key.
  mutating func next() -> (row: Int, key: RankKey)? {
    let postings = segment.postings
    let length = Postings.blockLength
    while let node = nodes.popMin() {
      let first = Int(node.index) * length
      switch node.level {
      case 0:
        if node.key.place.rawValue < firstPlace { continue }
        return (Int(postings.rows[Int(node.index)]), node.key)
      case 1:
        open(block: node.index, (first..<first + length).clamped(to: range), max(node.key.place.rawValue, firstPlace))
      default:
        let blocks = range.lowerBound / length..<(range.upperBound - 1) / length + 1
        for block in (first..<first + length).clamped(to: blocks) { insert(1, block, postings.blockKey(block)) }
      }
    }
    return nil
  }

  /// Leaves out what stands in the region of a place, or in a better one.
  mutating func skip(region: Place.Region) {
    firstPlace = max(firstPlace, Place(endOf: region).rawValue + 1)
  }

  /// Takes the postings at a place out of a block, and leaves those at worse places in it. Where items have weights, which
  /// come before the words of titles, these are the postings in its region.
  private mutating func open(block: UInt32, _ postings: Range<Int>, _ place: UInt8) {
    let places = segment.postings.places
    let rows = segment.postings.rows
    let known: UInt8 = segment.bestWeight > 0 ? Place.regionBits : .max
    let place = place & known
    var next = UInt8.max
    for posting in postings {
      if let within, !within[Int(rows[posting])] { continue }
      let own = places[posting]
      if own & known == place {
        insert(0, posting, segment.rankKey(Int(rows[posting]), place: own))
      } else if own > place {
        next = min(next, own & known)
      }
    }
    if next < .max { insert(1, Int(block), RankKey(place: next, weight: segment.bestWeight, titleLength: 0)) }
  }

  private mutating func insert(_ level: UInt8, _ index: Int, _ key: RankKey) {
    nodes.insert(Node(key: key, level: level, index: UInt32(truncatingIfNeeded: index)))
  }
}
