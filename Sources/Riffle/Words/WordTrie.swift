/// The top of the trie of a dictionary's words: every beginning that more than ``largestBucket`` words share,
/// and the beginnings one byte longer.
///
/// The words below an entry are consecutive. The entries one byte longer than a beginning are a group, in
/// the order of their bytes, closed by an entry with ``noLabel`` that stands where the words end: so an
/// entry's words end where the next entry's begin. The first group is that of the empty beginning.
struct WordTrie: Sendable {
  /// The most words that are scanned one by one.
  static let largestBucket = 48
  /// Longer beginnings, in bytes, are not distinguished: no term reaches so far.
  static let longestBeginning = 260
  /// No byte of UTF-8.
  static let noLabel: UInt8 = 0xFF

  /// The first word of each entry.
  let starts: Column<UInt32>
  /// The last byte of each entry's beginning.
  let labels: LabelColumn
  /// The first entry of the group below each entry; 0 if there is none.
  let groups: Column<UInt32>
  /// The letters of all words of each entry; see ``LetterSignature``.
  let unions: LetterSets

  /// - Complexity: O(*n*) for each byte of the beginnings that many words share.
  init(letters: Span<UInt8>, ends: Span<UInt32>, signatures: Span<UInt32>, largestBucket: Int = WordTrie.largestBucket)
  {
    var starts: [UInt32] = []
    var labels: [UInt8] = []
    var groups: [UInt32] = []
    var unions: [UInt32] = []
    var queue: [(entry: Int, words: Range<Int>, length: Int)] = [(-1, 0..<ends.count, 0)]
    var next = 0
    while next < queue.count {
      let (parent, words, length) = queue[next]
      next += 1
      if parent >= 0 { groups[parent] = UInt32(truncatingIfNeeded: labels.count) }
      var word = words.lowerBound
      var offset = word == 0 ? 0 : Int(ends[word - 1])
      if word < words.upperBound, Int(ends[word]) - offset == length {
        offset = Int(ends[word])
        word += 1
      }
      while word < words.upperBound {
        let first = word
        let label = letters[offset + length]
        var union: UInt32 = 0
        repeat {
          union |= signatures[word]
          offset = Int(ends[word])
          word += 1
        } while word < words.upperBound && letters[offset + length] == label
        if word - first > largestBucket, length + 1 < WordTrie.longestBeginning {
          queue.append((labels.count, first..<word, length + 1))
        }
        starts.append(UInt32(truncatingIfNeeded: first))
        labels.append(label)
        groups.append(0)
        unions.append(union)
      }
      starts.append(UInt32(truncatingIfNeeded: words.upperBound))
      labels.append(WordTrie.noLabel)
      groups.append(0)
      unions.append(0)
    }
    self.starts = Column(starts)
    self.labels = LabelColumn(labels)
    self.groups = Column(groups)
    self.unions = LetterSets(unions)
  }

  /// The words that may begin with `prefix`, all of those that do among them, and how many bytes of it all
  /// of them are known to begin with. If there are none, an empty range where they would be.
  /// - Complexity: O(`prefix.count`).
  func bucket(of prefix: Span<UInt8>) -> (words: Range<Int>, length: Int) {
    let labels = labels
    var words = 0..<0
    var entry = 0
    var length = 0
    while length < prefix.count {
      let byte = prefix[length]
      while labels[entry] < byte { entry += 1 }
      guard labels[entry] == byte, byte != WordTrie.noLabel else {
        let place = Int(starts[entry])
        return (place..<place, prefix.count)
      }
      words = Int(starts[entry])..<Int(starts[entry + 1])
      length += 1
      entry = Int(groups[entry])
      if entry == 0 { break }
    }
    return (words, length)
  }
}

extension WordTrie: StoredPart {
  func list(in columns: inout ColumnList) {
    columns.add("starts", starts)
    columns.add("labels", labels)
    columns.add("groups", groups)
    columns.add("unions", unions)
  }

  init(_ columns: ColumnSource) throws(SegmentError) {
    starts = try columns.column("starts")
    labels = try columns.part("labels")
    groups = try columns.column("groups", count: starts.count)
    unions = try columns.part("unions")
    try columns.check(labels.count == starts.count && unions.count == starts.count && !starts.isEmpty, "starts")
  }
}
