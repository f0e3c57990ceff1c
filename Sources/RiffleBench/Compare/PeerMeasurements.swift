import FoundationEssentials

/// What `compare.py` wrote down.
struct PeerMeasurements: Decodable {
  struct Machine: Decodable {
    let processor: String
    let cores: Int
    let memoryBytes: Int
    let system: String
    /// What of Riffle was measured, and on which day; `nil` where neither is known.
    let commit, date: String?
  }

  struct Growth: Decodable {
    let rows: Int
    let peers: [PeerMeasurement]
  }

  /// Queries that were asked without typing, for what they find.
  struct Study: Decodable {
    /// How many queries of the set.
    let asked: Int
    let peers: [PeerMeasurement]
  }

  let machine: Machine
  /// Whether the peers were given the search texts too, and told that titles are paths.
  let searchTexts, paths: Bool
  let limit, passes: Int
  /// Every n-th query was typed letter by letter.
  let typedEvery, growthTypedEvery: Int
  let peers: [PeerMeasurement]
  let growth: [Growth]
  let quality: [Study]

  init(json bytes: [UInt8]) throws(BenchError) {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    do {
      self = try decoder.decode(PeerMeasurements.self, from: Data(bytes))
    } catch {
      throw .badMeasurements(reason: "\(error)")
    }
  }
}

/// What one peer told about itself and did.
struct PeerMeasurement: Decodable {
  struct Setting: Decodable, Hashable {
    let name, value, reason: String
  }

  /// How much of a kind of query the peer finds, and why.
  struct Claim: Decodable, Hashable {
    enum Rule: String, Decodable {
      case atLeast = "at least"
      case atMost = "at most"
    }

    let kind: String
    let rule: Rule
    let percent: Int
    let reason: String

    func holds(for tally: Tally) -> Bool {
      switch rule {
      case .atLeast: tally.top10 * 100 >= percent * tally.queries
      case .atMost: tally.top10 * 100 <= percent * tally.queries
      }
    }
  }

  struct Run: Decodable {
    let threads: Int
    let passes: [[Keystroke]]
    /// By query id: the rows that the last keystroke found, best first.
    let found: [String: [Int]]
  }

  let name, title, measured: String
  /// The peer that finds the same, where this one is not judged itself.
  let judgedAs: String?
  let settings: [Setting]
  let claims: [Claim]
  /// Why it was not measured, or not to the end.
  let problem: String?
  let version: String?
  let buildSeconds: Double?
  let residentBefore, residentAfter, residentPeak: Int?
  let runs: [Run]
}

/// One keystroke, which stands in the JSON as an array.
struct Keystroke: Decodable, Hashable {
  let letters: Int
  let nanoseconds: UInt64
  let rowCount: Int

  init(letters: Int, nanoseconds: UInt64, rowCount: Int) {
    self.letters = letters
    self.nanoseconds = nanoseconds
    self.rowCount = rowCount
  }

  init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    letters = try values.decode(Int.self)
    nanoseconds = try values.decode(UInt64.self)
    rowCount = try values.decode(Int.self)
  }
}
