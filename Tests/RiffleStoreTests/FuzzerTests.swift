import Foundation
import RiffleStoreTestSupport
import Testing

/// Replays what the fuzzer has found worth keeping, and what it has found.
@Suite struct FuzzerTests {
  @Test func whatHasBeenFuzzedIsReadAgain() throws {
    let fuzzer = try IndexFuzzer()
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/fuzz")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.count > 20)
    for name in names {
      let problem = fuzzer.problem(try Data(contentsOf: folder.appending(path: name)))
      #expect(problem == nil, "\(name)")
    }
    for (number, seed) in fuzzer.seeds.enumerated() { #expect(fuzzer.problem(seed) == nil, "seed \(number)") }
  }
}
