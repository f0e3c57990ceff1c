import FoundationEssentials

/// The measurements written by `compare.py`.
struct PeerMeasurements: Decodable {
  struct Machine: Decodable {
    let processor: String
    let cores: Int
    let memoryBytes: Int
    let system: String
    /// The measured commit of Riffle, and the date; `nil` if unknown.
    let commit, date: String?
  }

  struct Growth: Decodable {
    let rows: Int
    let peers: [PeerMeasurement]
  }

  /// Queries that were run without typing, to judge their hits.
  struct Study: Decodable {
    /// The number of queries of the set that were run.
    let asked: Int
    let peers: [PeerMeasurement]
  }

  let machine: Machine
  /// Whether the peers got the search texts too, and the option that titles are paths.
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

/// The description and the results of one peer.
struct PeerMeasurement: Decodable {
  struct Setting: Decodable, Hashable {
    let name, value, reason: String
  }

  /// A claim on how many queries of a kind the peer finds, with the reason.
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
    /// By query id: the rows found by the last keystroke, best first.
    let found: [String: [Int]]
  }

  let name, title, measured: String
  /// The peer with the same hits, if this one is not judged itself.
  let judgedAs: String?
  let settings: [Setting]
  let claims: [Claim]
  /// The reason why it was not measured completely.
  let problem: String?
  let version: String?
  let buildSeconds: Double?
  let residentBefore, residentAfter, residentPeak: Int?
  let runs: [Run]
}

/// One keystroke, an array in the JSON.
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
