/// What phrases of queries stand for, as an index folds them.
package struct SynonymTable: Sendable {
  /// By the terms of a phrase, with blanks between them, the meanings as they are written.
  private var meanings: [[UInt8]: [String]] = [:]
  /// The most terms of a phrase.
  private var longest = 0

  /// A phrase of a query and what it is replaced by.
  package struct Replacement: Sendable, Hashable {
    let phrase: String
    let meaning: String
  }

  /// A query with one or two of its phrases replaced.
  struct Reading {
    let text: String
    let replacements: [Replacement]
    /// The terms that only meanings have, folded.
    let meant: Set<[UInt8]>
  }

  /// The most readings of a query: those with one phrase replaced come before those with two.
  static let mostReadings = 16

  package init(_ synonyms: Synonyms = Synonyms(), _ analyzer: TextAnalyzer = TextAnalyzer()) {
    for group in synonyms.groups {
      let folded = group.meanings.map { SynonymTable.key(terms(of: $0, analyzer)) }
      for phrase in group.phrases {
        let words = terms(of: phrase, analyzer)
        let key = SynonymTable.key(words)
        if key.isEmpty { continue }
        longest = max(longest, words.count)
        for (meaning, itsKey) in zip(group.meanings, folded)
        where itsKey != key && !itsKey.isEmpty && !meanings[key, default: []].contains(meaning) {
          meanings[key, default: []].append(meaning)
        }
      }
    }
  }

  /// The readings of a query's text that has no syntax of its own.
  /// - Complexity: O(*p* *l*) in the pieces of the text and the terms of the longest phrase.
  func readings(of text: String, _ analyzer: TextAnalyzer) -> [Reading] {
    if meanings.isEmpty { return [] }
    let pieces = text.split(whereSeparator: \.isWhitespace).map { ($0, terms(of: String($0), analyzer)) }
    let found = occurrences(in: pieces)
    var readings: [Reading] = []
    func add(_ replaced: [Occurrence]) {
      if readings.count < SynonymTable.mostReadings { readings.append(reading(pieces, replaced, analyzer)) }
    }
    for one in found { add([one]) }
    for (index, one) in found.enumerated() {
      for other in found[(index + 1)...] where other.pieces.lowerBound >= one.pieces.upperBound {
        if readings.count == SynonymTable.mostReadings { return readings }
        add([one, other])
      }
    }
    return readings
  }

  private typealias Piece = (text: Substring, terms: [Term])

  /// A phrase in a query, with one of its meanings.
  private struct Occurrence {
    let pieces: Range<Int>
    let meaning: String
  }

  /// What may be replaced, from the left.
  private func occurrences(in pieces: [Piece]) -> [Occurrence] {
    var found: [Occurrence] = []
    for start in pieces.indices {
      var words: [Term] = []
      for end in start..<pieces.count {
        words += pieces[end].terms
        if words.count > longest { break }
        // Pieces without terms, such as a dash, belong to no phrase at its ends.
        if pieces[start].terms.isEmpty || pieces[end].terms.isEmpty { continue }
        for meaning in meanings[SynonymTable.key(words)] ?? [] {
          found.append(Occurrence(pieces: start..<end + 1, meaning: meaning))
        }
      }
    }
    return found
  }

  private func reading(_ pieces: [Piece], _ replaced: [Occurrence], _ analyzer: TextAnalyzer) -> Reading {
    var texts: [String] = []
    var (kept, meant): (Set<[UInt8]>, Set<[UInt8]>) = ([], [])
    var index = 0
    while index < pieces.count {
      if let occurrence = replaced.first(where: { $0.pieces.lowerBound == index }) {
        texts.append(occurrence.meaning)
        meant.formUnion(terms(of: occurrence.meaning, analyzer).map(\.bytes))
        index = occurrence.pieces.upperBound
      } else {
        texts.append(String(pieces[index].text))
        kept.formUnion(pieces[index].terms.map(\.bytes))
        index += 1
      }
    }
    return Reading(
      text: texts.joined(separator: " "),
      replacements: replaced.map { occurrence in
        let phrase = pieces[occurrence.pieces].map { String($0.text) }.joined(separator: " ")
        return Replacement(phrase: phrase, meaning: occurrence.meaning)
      }, meant: meant.subtracting(kept))
  }

  private static func key(_ terms: [Term]) -> [UInt8] { Array(terms.map(\.bytes).joined(separator: [0x20])) }
}
