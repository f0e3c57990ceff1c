#if Store
  import Foundation
  import Riffle

  /// This program in another process, and the lines that it prints.
  package final class ChildProgram {
    private let process = Process()
    private let input = Pipe()
    private let output: Output
    private let reader: WorkerThread?

    private final class Output: Sendable {
      let lines = Lock<(new: [String], isOver: Bool)>(([], false))

      func read(_ file: FileHandle) {
        var rest = ""
        while case let bytes = file.availableData, !bytes.isEmpty {
          let parts = (rest + String(decoding: bytes, as: UTF8.self)).split(
            separator: "\n", omittingEmptySubsequences: false)
          rest = String(parts[parts.count - 1])
          lines.withLock { $0.new += parts.dropLast().map(String.init) }
        }
        lines.withLock { lines in
          if !rest.isEmpty { lines.new.append(rest) }
          lines.isOver = true
        }
      }
    }

    package init(_ arguments: [String]) throws {
      let (pipe, output) = (Pipe(), Output())
      self.output = output
      process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      process.arguments = arguments
      process.standardInput = input
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      let file = pipe.fileHandleForReading
      reader = WorkerThread { output.read(file) }
    }

    /// A campaign that has found something leaves nobody behind.
    deinit { if process.isRunning { kill() } }

    package var isRunning: Bool { process.isRunning }

    /// The lines that have not been given yet.
    package func newLines() -> [String] {
      output.lines.withLock { lines in
        defer { lines.new = [] }
        return lines.new
      }
    }

    /// Waits for a line.
    /// - Throws: ``CampaignFailure`` if the program ends before, or says nothing for a minute.
    package func nextLine() throws -> String {
      let start = Date()
      while true {
        let (line, isOver) = output.lines.withLock { lines in
          (lines.new.isEmpty ? nil : lines.new.removeFirst(), lines.isOver)
        }
        if let line { return line }
        if isOver { throw CampaignFailure("a process has ended: \(end())") }
        if Date().timeIntervalSince(start) > 60 { throw CampaignFailure("a process says nothing any more") }
        usleep(300)
      }
    }

    package func send(_ line: String) throws {
      try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
    }

    /// Kills it.
    package func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

    /// Waits until it has ended and all has been read that it has said.
    /// - Returns: how it has ended, in words.
    @discardableResult
    package func end() -> String {
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
      reader?.join()
      return (process.terminationReason == .exit ? "status" : "signal") + " \(process.terminationStatus)"
    }

    /// Says something to the program that has started this one, at once.
    package static func say(_ line: String) throws {
      try FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
    }
  }
#endif

/// Something that must not happen, and how to see it again.
package struct CampaignFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
