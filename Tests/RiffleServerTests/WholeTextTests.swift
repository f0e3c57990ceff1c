#if Service
  import HTTPTypes
  import Hummingbird
  import HummingbirdTesting
  import NIOCore
  import Riffle
  import RiffleInput
  import RiffleStore
  import Testing

  @testable import RiffleServer

  /// What is written is found again as it was sent, or refused.
  @Suite struct WholeTextTests {
    private static func body(_ text: String) -> [UInt8] { Array(text.utf8) }

    static let refused: [(bytes: [UInt8], place: Int)] = [
      (body(#"{"title": "a"#) + [0xFF] + body("\"}"), 12),
      (body(#"{"title": ""#) + [0xED, 0xA0, 0x80] + body("\"}"), 11),
      (body(#"{"title": "x\ud800"}"#), 12),
      (body(#"{"title": "\udc00"}"#), 11),
      (body(#"{"title": "\ud83d\n"}"#), 11),
      (body(#"{"title": "\ud83d\u0041"}"#), 11),
      (body(#"{"title": "\\\ud83d\ud83d\ude00"}"#), 13),
      (body(#"{"payload": {"\ud800": 1}, "title": "a"}"#), 14),
    ]

    @Test(arguments: refused) func whatWouldBeChangedByReadingItIsRefused(bytes: [UInt8], place: Int) throws {
      #expect {
        _ = try JSONValue(whole: bytes)
      } throws: { error in
        let problem = error as? Problem
        return problem?.kind == .invalidBody && problem?.detail.contains("at byte \(place)") == true
      }
    }

    @Test(arguments: [
      #"{"title": "\ud83d\ude00 \\ud800 \"\u00e9\\"}"#, #"["\\", "\\\\u", "u\\"]"#, "\"\u{1F600}\u{FFFD}\"",
    ])
    func allOtherJSONIsTaken(text: String) throws {
      #expect(try JSONValue(whole: Array(text.utf8)).json == text)
    }

    @Test(arguments: refused) func nothingIsWrittenOfIt(bytes: [UInt8], place: Int) async throws {
      try await Fixture.with { fixture in
        let reply = try await fixture.client.execute(
          uri: "/v1/lists/cities/items/1", method: .put, headers: [.contentType: "application/json"],
          body: NIOCore.ByteBuffer(bytes: bytes)
        ) { ($0.status.code, String(decoding: $0.body.readableBytesView, as: UTF8.self)) }
        #expect(reply.0 == 400 && reply.1.contains("at byte \(place)"), "\(reply.1)")
        #expect(try fixture.store.item(1)?.title == Fixture.titles[0])
      }
    }
  }
#endif
