#if Service
  import Foundation
  import HTTPTypes
  import Hummingbird
  import Riffle
  import RiffleInput
  import RiffleTestSupport
  import Testing

  @testable import RiffleServer

  /// What requests are read by, against what nobody would write. RIFFLE_CASES sets how many there are, RIFFLE_SEED where they begin.
  @Suite(.timeLimit(.minutes(15)))
  struct RequestFuzzTests {
    private static let firstSeed = setting("RIFFLE_SEED") ?? 1
    private static let seeds = firstSeed..<firstSeed + (setting("RIFFLE_CASES") ?? 150)

    private static let pieces = [
      "a", "é", "🎉", "\u{0}", " ", "+", "%", "%20", "%zz", "%FF", "&", "=", "\"", "\\", "\\u12", "(", ")", "{", "}",
      "[", "]",
      ":", ",", "not", " and ", " or ", "even", "north", "-1", "9223372036854775808", "1e999", "null", "true", "\n",
      "id", "title",
      "q", "limit", "scope", "filter", "offset", "\"id\":1", "\"title\":\"x\"", "\"op\":\"delete\"", "snapshot=new",
    ]

    private static func text(_ random: inout SeededGenerator, upTo most: Int) -> String {
      (0..<Int.random(in: 0...most, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }

    private static func name(_ random: inout SeededGenerator) -> String {
      String((0..<8).map { _ in "abcdefghijklmnopqrstuvwxyzåπ".randomElement(using: &random) ?? "a" })
    }

    @Test func whatIsNotWellFormedIsAProblemAndNothingElse() {
      for seed in Self.seeds {
        var random = SeededGenerator(seed: UInt64(seed))
        let text = Self.text(&random, upTo: 30)
        let bytes = (0..<40).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        for input in [
          Array(text.utf8), Array("{\(text)}".utf8), bytes, Array("{\"id\":1,\"title\":\"x\",\(text)}".utf8),
        ] {
          do throws(Problem) {
            _ = try BulkLine(input)
          } catch {
            #expect([.invalidBody, .invalidParameter].contains(error.kind), "seed \(seed): \(error)")
            #expect(!error.detail.isEmpty)
          }
        }
        do throws(Problem) {
          _ = try Parameters(query: text, known: ["q", "limit", "a"])
        } catch {
          #expect(error.kind == .invalidParameter && error.parameter != nil, "seed \(seed): \(error)")
        }
      }
    }

    @Test func parametersAreReadAsTheyWereWritten() throws {
      for seed in Self.seeds {
        var random = SeededGenerator(seed: UInt64(seed))
        var values: [String: String] = [:]
        for _ in 0..<5 { values[Self.name(&random)] = Self.text(&random, upTo: 8) }
        let allowed = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{0}"..."\u{7f}"))
        func encoded(_ text: String) -> String {
          let parts = text.split(separator: " ", omittingEmptySubsequences: false)
          let space = Bool.random(using: &random) ? "+" : "%20"
          return parts.map { $0.addingPercentEncoding(withAllowedCharacters: allowed) ?? "" }.joined(separator: space)
        }
        let query = values.map { "\(encoded($0.key))=\(encoded($0.value))" }.joined(separator: "&")
        let parameters = try Parameters(query: query, known: Set(values.keys))
        for (name, value) in values { #expect(try parameters.text(name) == value, "seed \(seed)") }
      }
    }

    private static let scopes = ["even", "north", "c d", "and", "not-so"]

    private typealias Condition = @Sendable (Set<String>) -> Bool

    private static func condition(_ random: inout SeededGenerator, deep: Int) -> (Condition, String) {
      func spelled(_ name: String) -> String { name.contains(" ") || name == "and" ? "\"\(name)\"" : name }
      let name = scopes.randomElement(using: &random) ?? "even"
      if deep == 0 { return ({ $0.contains(name) }, spelled(name)) }
      let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in condition(&random, deep: deep - 1) }
      let conditions = parts.map { $0.0 }
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        return ({ names in conditions.allSatisfy { $0(names) } }, parts.map { "(\($0.1))" }.joined(separator: " and "))
      case 1:
        return ({ names in conditions.contains { $0(names) } }, parts.map { "(\($0.1))" }.joined(separator: " OR\n"))
      case 2: return ({ !conditions[0]($0) }, "not(\(parts[0].1))")
      default: return ({ $0.contains(name) }, spelled(name))
      }
    }

    @Test func filtersOfScopesMeanWhatTheySay() throws {
      var conditions: [String: @Sendable (Item<Int>) -> Bool] = [:]
      for name in Self.scopes { conditions[name] = { $0.scopes.contains(name) } }
      let snapshot = try SearchIndex(
        [Item<Int>](), id: \.id, title: \.title, scopes: conditions
      ).snapshot()
      for seed in Self.seeds {
        var random = SeededGenerator(seed: UInt64(seed))
        let (condition, text) = Self.condition(&random, deep: 4)
        let items = (0..<10).map { id in
          Item(id: id, title: "", scopes: Set(Self.scopes.filter { _ in Bool.random(using: &random) }))
        }
        let found = try snapshot.meets(try Filter(text), items)
        #expect(found == items.map { condition($0.scopes) }, "seed \(seed): \(text)")
      }
    }

    @Test func everyRequestIsAnsweredWithWhatTheDescriptionKnows() async throws {
      let seeds = Self.seeds
      try await Fixture.with { fixture in
        let paths = [
          "search", "rows", "jumplist", "changes", "items/1", "items/x", "items/1/explanation", "live/x", "items", "",
        ]
        let methods: [HTTPRequest.Method] = [.get, .post, .put, .patch, .delete]
        for seed in seeds {
          var random = SeededGenerator(seed: UInt64(seed))
          let method = methods.randomElement(using: &random) ?? .get
          let text = Self.text(&random, upTo: 6)
          let query =
            Bool.random(using: &random)
            ? "?" + (text.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? "") : ""
          let path = "/v1/lists/cities/" + (paths.randomElement(using: &random) ?? "") + query
          let body = method == .get ? nil : Self.text(&random, upTo: 12)
          let type = ["application/json", "application/x-ndjson", "text/plain"].randomElement(using: &random) ?? ""
          let reply = try await fixture.send(method, path, body, type: type)
          #expect(
            [200, 304, 400, 404, 405, 409, 410, 412, 413, 415].contains(reply.status),
            "seed \(seed): \(method) \(path): \(reply.status) \(reply.body.prefix(300))")
          if reply.status >= 400 { #expect(reply.headers[.contentType] == "application/problem+json", "seed \(seed)") }
        }
      }
    }
  }
#endif
