import MadeUpLists
import Riffle

/// A random search for the slowest query: slow queries are repeatedly modified a little.
struct QueryAttack {
  private let items: ItemList
  private let snapshot: BenchSnapshot
  private let limit: Int
  private var random: SeededRandom
  /// Slowest first.
  private(set) var slowest: [HardRun.Answer] = []
  private(set) var tried = 0

  private static let keptCount = 40

  init(_ items: ItemList, _ snapshot: BenchSnapshot, limit: Int, seed: UInt64) {
    self.items = items
    self.snapshot = snapshot
    self.limit = limit
    random = SeededRandom(seed: seed, stream: "attack")
    for query in HardQuery.all { attempt(query) }
  }

  /// Tries queries for some seconds.
  mutating func run(seconds: Double) {
    let end = nanosecondsNow() + UInt64(seconds * 1e9)
    while nanosecondsNow() < end {
      attempt(random.below(8) == 0 ? invented() : changed(slowest[random.below(slowest.count)].query))
    }
  }

  private mutating func attempt(_ query: HardQuery) {
    tried += 1
    // A query that is fast once is not slow.
    guard let answer = HardRun.ask(query, snapshot, limit: limit, passes: 1),
      slowest.count < QueryAttack.keptCount || answer.call > slowest.last?.call ?? 0,
      let again = HardRun.ask(query, snapshot, limit: limit, passes: 2)
    else { return }
    slowest.removeAll { $0.query == query }
    slowest.append(again)
    slowest.sort { $0.call > $1.call }
    if slowest.count > QueryAttack.keptCount { slowest.removeLast() }
  }

  // MARK: - Changes

  private mutating func invented() -> HardQuery {
    var query = HardQuery((0...random.below(6)).map { _ in word() }.joined(separator: " "))
    setReading(of: &query)
    return query
  }

  /// Returns a word of the list, or its beginning.
  private mutating func word() -> String {
    let words = items.title(random.below(items.count)).split { !$0.isLetter && !$0.isNumber }
    guard !words.isEmpty else { return "a" }
    let word = words[random.below(words.count)].lowercased()
    return random.below(3) == 0 ? word : String(word.prefix(1 + random.below(4)))
  }

  private mutating func setReading(of query: inout HardQuery) {
    query.mode = random.below(2) == 0 ? .smart : QueryMode.allCases[random.below(QueryMode.allCases.count)]
    query.syntax = random.below(3) == 0 ? .extended : .plain
  }

  private mutating func changed(_ query: HardQuery) -> HardQuery {
    var query = query
    var terms = query.text.split(separator: " ").map(String.init)
    for _ in 0...random.below(2) {
      let place = random.below(max(1, terms.count))
      switch random.below(9) {
      case 0: terms.insert(word(), at: min(place, terms.count))
      case 1: if terms.count > 1 { terms.remove(at: place) }
      case 2: if !terms.isEmpty { terms[place] = word() }
      case 3: if !terms.isEmpty { terms.insert(terms[place], at: place) }
      case 4: if !terms.isEmpty { terms[place] = edited(terms[place]) }
      case 5: if !terms.isEmpty { terms[place] = String(terms[place].dropLast()) }
      case 6: if !terms.isEmpty { terms[place] += word() }
      case 7: if !terms.isEmpty { terms[place] = marked(terms[place]) }
      default: setReading(of: &query)
      }
    }
    query.text = terms.filter { !$0.isEmpty }.joined(separator: " ")
    return query
  }

  private mutating func edited(_ term: String) -> String {
    var letters = Array(term)
    guard !letters.isEmpty else { return "e" }
    let place = random.below(letters.count)
    let letter = QueryAttack.letters[random.below(QueryAttack.letters.count)]
    switch random.below(4) {
    case 0: letters[place] = letter
    case 1: letters.insert(letter, at: place)
    case 2: letters.remove(at: place)
    default: letters.swapAt(place, random.below(letters.count))
    }
    return String(letters)
  }

  private mutating func marked(_ term: String) -> String {
    switch random.below(6) {
    case 0: "'\(term)"
    case 1: "!\(term)"
    case 2: "^\(term)"
    case 3: "\(term)$"
    case 4: "| \(term)"
    default: "\(term)\\ "
    }
  }

  private static let letters = Array("etaoinsrhldcumfpgwybvkxjqz0123456789-.'éñüаеионのн京東ก")
}
