/// Finds the rows that may match a query of terms: none that matches is left out, and what is found
/// too much is for the scorer to turn down.
///
/// A hit matches every clause, so the rows that may match one clause hold all hits; the clause with the
/// fewest is taken.
struct CandidateFinder {
  /// The words that each row of the scorer matches.
  let rowWords: [TermWords]
  private let segment: Segment
  private let scorer: Scorer
  /// Those of each clause, as far as every item that matches must have them.
  private let letters: [RowLetters]

  init(_ segment: Segment, _ scorer: Scorer) {
    self.segment = segment
    self.scorer = scorer
    rowWords = scorer.rows.map { TermWords($0, in: segment.dictionary) }
    letters = scorer.clauses.compactMap { clause in
      guard clause.alternatives.count == 1, case .term(let row)? = clause.alternatives.first else { return nil }
      let bytes = scorer.rows[row].term.bytes
      return RowLetters(LetterSignature(bytes.span))
    }
  }

  /// Calls `body` with every candidate, ascending.
  func forEachRow(_ body: (Int) -> Void) {
    let sources = scorer.clauses.indices.map(sources)
    guard let fewest = sources.min(by: { $0.count < $1.count }) else { return }
    if fewest.count < segment.count / 64 {
      var rows: [UInt32] = []
      rows.reserveCapacity(fewest.count)
      forEachRow(of: fewest) { rows.append($0) }
      rows.sort()
      var last = UInt32.max
      for row in rows where row != last {
        last = row
        if mayMatch(Int(row)) { body(Int(row)) }
      }
    } else {
      var found = BitColumn(count: segment.count)
      forEachRow(of: fewest) { found.insert(Int($0)) }
      found.forEachRow { row in if mayMatch(row) { body(row) } }
    }
  }

  /// A row of initials says little of a term, so those items are asked for its other letters first.
  private func forEachRow(of sources: Sources, _ body: (UInt32) -> Void) {
    for list in sources.lists {
      if let needed = list.needed, let second = list.second {
        let shift = list.seconds.startIndex - list.rows.startIndex
        for index in list.rows.indices where list.seconds[index + shift] == second {
          let row = list.rows[index]
          if segment.letters[Int(row)].missing(of: needed) == 0 { body(row) }
        }
      } else if let needed = list.needed {
        for row in list.rows where segment.letters[Int(row)].missing(of: needed) == 0 { body(row) }
      } else {
        list.rows.forEach(body)
      }
    }
  }

  /// Whether the item has so many of the query's letters that typos may account for the rest.
  private func mayMatch(_ row: Int) -> Bool {
    var missing = 0
    for letters in letters {
      guard let count = segment.letters[row].missing(of: letters) else { return false }
      missing += count
    }
    return missing <= scorer.typoBudget && segment.isSearchable(row)
  }

  /// Lists of rows that together hold all rows that may match a clause.
  private struct Sources {
    /// Rows, of which only those count whose items have all the letters in `needed`.
    struct List {
      let rows: ArraySlice<UInt32>
      var needed: RowLetters?
      /// The second byte that the word must have which begins the run, where `seconds` tells them.
      var second: UInt8?
      var seconds: ArraySlice<UInt8> = []
    }

    private(set) var lists: [List] = []
    private(set) var count = 0

    mutating func append(_ rows: ArraySlice<UInt32>, needing letters: RowLetters? = nil) {
      guard !rows.isEmpty else { return }
      lists.append(List(rows: rows, needed: letters))
      // Letters turn most rows away without looking at their words.
      count += letters == nil ? rows.count : rows.count / 8
    }

    mutating func append(
      _ pairs: (rows: ArraySlice<UInt32>, seconds: ArraySlice<UInt8>), needing letters: RowLetters, second: UInt8
    ) {
      guard !pairs.rows.isEmpty else { return }
      lists.append(List(rows: pairs.rows, needed: letters, second: second, seconds: pairs.seconds))
      count += pairs.rows.count / 32
    }

    mutating func append(_ other: Sources) {
      lists += other.lists
      count += other.count
    }
  }

  private func sources(_ index: Int) -> Sources {
    let clause = scorer.clauses[index]
    var sources = Sources()
    var onlyAnchored = Sources()
    for case .term(let row) in clause.alternatives {
      let term = scorer.rows[row].term
      sources.append(segment.postings.rows(rowWords[row].literal))
      for entry in rowWords[row].loose {
        if entry.match.loose != .none || entry.match.typos <= term.typoBudget {
          sources.append(segment.postings.rows(entry.words))
        } else {
          onlyAnchored.append(segment.postings.rows(entry.words))
        }
      }
      if scorer.admitsRuns, term.length >= 2 { appendRuns(of: term, to: &sources) }
    }
    if let joined = clause.joinedRow { sources.append(segment.postings.rows(rowWords[joined].literal)) }
    if index > 0, let joined = scorer.clauses[index - 1].joinedRow {
      sources.append(segment.postings.rows(rowWords[joined].literal))
    }
    // A term has more typos than on its own only in items that hold an anchor for it.
    let anchors = anchors(ofClause: index)
    sources.append(anchors.count < onlyAnchored.count ? anchors : onlyAnchored)
    return sources
  }

  /// The rows in which another term can anchor the one at `index`.
  private func anchors(ofClause index: Int) -> Sources {
    var sources = Sources()
    for other in scorer.clauses.indices where other != index {
      guard scorer.anchor(other) != nil else { continue }
      for case .term(let row) in scorer.clauses[other].alternatives {
        sources.append(segment.postings.rows(rowWords[row].literal))
        let term = scorer.rows[row].term
        guard term.length >= Scorer.shortestMisspeltAnchor else { continue }
        for entry in rowWords[row].loose where 1...max(1, term.typoBudget) ~= entry.match.typos {
          sources.append(segment.postings.rows(entry.words))
        }
      }
    }
    return sources
  }

  /// Items in which a word begins as the term begins, and the next one as it could go on.
  private func appendRuns(of term: Term, to sources: inout Sources) {
    var seen: [UInt8] = []
    let bytes = term.bytes
    let letters = RowLetters(LetterSignature(bytes.span))
    for (offset, byte) in bytes.enumerated().dropFirst() where byte & 0xC0 != 0x80 && !seen.contains(byte) {
      seen.append(byte)
      if offset == 1 {
        sources.append(segment.leadPairs.rows(bytes[0], byte), needing: letters)
      } else {
        // The first word holds the term as far as the next one begins, so its second byte is known.
        sources.append(segment.leadPairs.rowsAndSeconds(bytes[0], byte), needing: letters, second: bytes[1])
      }
    }
  }
}
