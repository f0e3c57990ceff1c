/// Words and phrases that stand for others in queries: `nyc` for New York City, `st` for saint and street.
///
///     let synonyms = try Synonyms("""
///       nyc, new york city, big apple
///       st, saint, sankt
///       st, street
///       notebook => laptop
///       """)
///
/// Each line is a group of texts with commas between them, and each of these stands for all others. Texts before `=>` stand for
/// those behind it, and not the other way round. A line that begins with `#` is a comment. Case, accents and punctuation count as
/// little as in the list.
///
/// Only queries are read with them, so a change makes no index anew: see ``SearchIndex/setSynonyms(_:)``. A word stands for others
/// as soon as all of it is typed.
public struct Synonyms: Sendable, Hashable {
  /// A group of texts.
  package struct Group: Sendable, Hashable {
    /// What queries may have.
    package let phrases: [String]
    /// What the phrases stand for; the phrases themselves, where each stands for all others.
    let meanings: [String]
  }

  package let groups: [Group]
  /// The text that they were read from.
  public let text: String

  /// The most texts in a line.
  public static let mostInGroup = 16
  /// The most lines with texts.
  public static let mostGroups = 10_000
  /// The longest text, in Unicode scalars.
  public static let longestText = 64

  /// No synonyms.
  public init() { (groups, text) = ([], "") }

  /// - Throws: ``SynonymError``.
  /// - Complexity: O(*n*) in the length of the text.
  public init(_ text: String) throws(SynonymError) {
    var groups: [Group] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let line = line.trimmed
      if line.isEmpty || line.first == "#" { continue }
      guard groups.count < Synonyms.mostGroups else { throw .tooManyGroups(limit: Synonyms.mostGroups) }
      groups.append(try Group(line, number: index + 1))
    }
    self.groups = groups
    self.text = text
  }

  public var isEmpty: Bool { groups.isEmpty }
}

extension Synonyms.Group {
  fileprivate init(_ line: Substring, number: Int) throws(SynonymError) {
    let sides = line.split(separator: "=>", omittingEmptySubsequences: false)
    guard sides.count <= 2 else { throw .syntax(line: number, text: String(line)) }
    var lists: [[String]] = []
    for side in sides {
      var texts: [String] = []
      for part in side.split(separator: ",", omittingEmptySubsequences: false) {
        let text = part.trimmed
        guard !text.isEmpty else { throw .syntax(line: number, text: String(line)) }
        guard text.unicodeScalars.count <= Synonyms.longestText else {
          throw .tooLong(line: number, text: String(text), limit: Synonyms.longestText)
        }
        texts.append(String(text))
      }
      lists.append(texts)
    }
    guard lists.joined().count > 1 else { throw .syntax(line: number, text: String(line)) }
    guard lists.joined().count <= Synonyms.mostInGroup else {
      throw .tooManyTexts(line: number, limit: Synonyms.mostInGroup)
    }
    self.init(phrases: lists[0], meanings: lists[lists.count - 1])
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? startIndex
    return self[..<end].drop(while: \.isWhitespace)
  }
}

/// An error in a text of ``Synonyms``.
public enum SynonymError: Error, Sendable, Hashable {
  /// A line is no group of two texts or more, with commas between them, or has more than one `=>`.
  case syntax(line: Int, text: String)
  case tooLong(line: Int, text: String, limit: Int)
  case tooManyTexts(line: Int, limit: Int)
  case tooManyGroups(limit: Int)
}

extension SynonymError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .syntax(let line, let text):
      "line \(line) of the synonyms, “\(text)”, is none: write texts with commas between them, or “text => meaning”"
    case .tooLong(let line, let text, let limit):
      "line \(line) of the synonyms has a text of \(text.unicodeScalars.count) characters, “\(text.prefix(20))…”; the limit is \(limit)"
    case .tooManyTexts(let line, let limit): "line \(line) of the synonyms has more than \(limit) texts: divide it"
    case .tooManyGroups(let limit): "the synonyms have more than \(limit) lines: leave some out"
    }
  }
}
