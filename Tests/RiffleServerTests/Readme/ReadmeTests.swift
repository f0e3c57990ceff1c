#if Service
  import Foundation
  import NIOConcurrencyHelpers
  import Testing

  /// That the README shows just this code, `RiffleTests` tests.
  @Suite(.timeLimit(.minutes(15)))
  struct ReadmeTests {
    @Test func readmeCodeFindsWhatWasTyped() async throws {
      try await RunningServer.with { server in
        let lines = NIOLockedValueBox<[String]>([])
        try await readmeExample(of: server.url) { values in
          lines.withLockedValue { $0.append(values.map { "\($0)" }.joined(separator: " ")) }
        }
        #expect(lines.withLockedValue { $0 } == [#"["Göteborg"]"#])
      }
    }
  }
#endif
