import FoundationEssentials
import Subprocess

/// A `riffle-bench answer` process, of this build or another.
final class AnsweringProgram {
  /// The greeting sent when the list has been indexed.
  struct Greeting: Sendable, Decodable {
    let items: Int
    let buildSeconds: Double
    let residentBefore, residentAfter: Int
  }

  struct Answer: Sendable, Decodable, Hashable {
    let rows: [Int]
    let nanoseconds: UInt64
  }

  private let path: String
  private let writer: StandardInputWriter
  private var lines: SubprocessOutputSequence.StringSequence<UTF8>.AsyncIterator
  private let decoder: JSONDecoder
  let greeting: Greeting

  /// Starts a process, calls `body` with it, and ends it.
  ///
  /// - Throws: ``BenchError``, or the error of `body`.
  static func with<Result: Sendable>(
    _ path: String, _ arguments: [String], _ body: (AnsweringProgram) async throws -> Result
  ) async throws -> Result {
    do {
      return try await run(
        Executable(path), arguments: Arguments(["answer"] + arguments), input: .inputWriter, output: .sequence,
        error: .currentStandardError
      ) { execution in
        try await body(
          AnsweringProgram(path, writer: execution.standardInputWriter, output: execution.standardOutput))
      }.closureResult
    } catch let error as SubprocessError {
      throw BenchError.cannotRun(program: path, reason: "\(error)")
    }
  }

  /// Starts several processes, each after the one before has indexed its list.
  static func withAll<Result: Sendable>(
    _ programs: [(path: String, arguments: [String])], started: [AnsweringProgram] = [],
    _ body: ([AnsweringProgram]) async throws -> Result
  ) async throws -> Result {
    guard let first = programs.first else { return try await body(started) }
    return try await with(first.path, first.arguments) { program in
      try await withAll(Array(programs.dropFirst()), started: started + [program], body)
    }
  }

  private init(_ path: String, writer: StandardInputWriter, output: SubprocessOutputSequence) async throws {
    self.path = path
    self.writer = writer
    lines = output.strings(bufferingPolicy: .maxLineLength(1 << 24)).makeAsyncIterator()
    decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    guard let line = try await lines.next() else {
      throw BenchError.cannotRun(program: path, reason: "it ended before it had taken in the list")
    }
    greeting = try AnsweringProgram.decode(line, by: decoder, path: path)
  }

  /// - Parameter begins: whether another query begins.
  func ask(_ text: String, limit: Int, begins: Bool) async throws -> Answer {
    let request: JSONValue = ["query": .string(text), "limit": .integer(limit), "begins": .bool(begins)]
    _ = try await writer.write("\(request)\n")
    guard let line = try await lines.next() else {
      throw BenchError.cannotRun(program: path, reason: "it ended when it was asked for '\(text)'")
    }
    return try AnsweringProgram.decode(line, by: decoder, path: path)
  }

  private static func decode<Line: Decodable>(
    _ line: String, by decoder: JSONDecoder, path: String
  ) throws(BenchError) -> Line {
    do {
      return try decoder.decode(Line.self, from: Data(line.utf8))
    } catch {
      throw .cannotRun(program: path, reason: "it answered with another line than expected: \(line)")
    }
  }
}
