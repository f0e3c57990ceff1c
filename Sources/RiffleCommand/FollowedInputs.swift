import Glibc
import Riffle
import RiffleCommandLine
import RiffleInput
import RifflePicker

/// Files that are read beyond their ends, all at once: each by a thread that waits for further data.
final class FollowedInputs: Sendable {
  private let commands: Lock<[Int: CommandOutput]>
  private let state: Lock<State>

  private struct State {
    var waiting: [(file: Int, chunk: InputChunks.Chunk, bytes: [UInt8])] = []
    var failures: [InputError] = []
    var openCount: Int
    var isStopped = false
    /// The number of lines of all files so far, and the place in it where the lines of each file begin.
    var lineCount = 0
    var starts: [Int]
  }

  /// The most chunks that are read ahead.
  private static let mostWaiting = 16

  /// - Parameters:
  ///   - description: the files to follow; standard input is read to its end.
  ///   - tail: the number of last lines of each file to begin with; `nil` for all.
  ///   - countsLines: whether lines are numbered from the start of their files even if the first ones are not read.
  init(_ description: InputDescription, tail: Int?, countsLines: Bool) throws(CommandError) {
    var unreadable: [InputError] = []
    var files: [String] = []
    for file in description.files.isEmpty ? ["-"] : description.files {
      do throws(CommandError) {
        if file != "-" { try checkReadable(file) }
        files.append(file)
      } catch {
        guard case .input(let error) = error else { throw error }
        unreadable.append(error)
      }
    }
    if tail != nil, description.header == .present {
      throw .usage("--header: of a table that is followed from its last lines on, the header is not read")
    }
    var state = State(openCount: files.count, starts: Array(repeating: 0, count: files.count))
    state.failures = unreadable
    var commands: [Int: CommandOutput] = [:]
    var inputs: [InputChunks] = []
    for (place, file) in files.enumerated() {
      var one = description
      (one.files, one.tail) = ([file], nil)
      if file != "-" {
        one.format = description.recognizedFormat(of: file)
        var start = tail.map { "-n \($0)" } ?? "-n +1"
        if let tail, countsLines {
          let first = max(0, try FollowedInputs.countLines(one) - tail)
          (state.starts[place], start) = (first, "-n +\(first + 1)")
        }
        let text = "exec tail --pid=\(getpid()) \(start) -F -- \(Placeholders.quoted(file)) 2>/dev/null"
        guard let output = CommandOutput(text, withErrors: false) else {
          throw .usage("--follow: tail cannot be started")
        }
        commands[place] = output
        one.files = ["/dev/fd/\(output.descriptor)"]
        one.names[one.files[0]] = file
      }
      inputs.append(try reading { () throws(InputError) in try InputChunks(one, chunkSize: 1) })
    }
    self.commands = Lock(commands)
    self.state = Lock(state)
    for (place, chunks) in inputs.enumerated() {
      guard WorkerThread.startDetached({ [self] in read(chunks, place) }) else {
        stop()
        throw .usage("--follow: the system has no more threads to give")
      }
    }
  }

  private static func countLines(_ description: InputDescription) throws(CommandError) -> Int {
    try reading { () throws(InputError) in
      let chunks = try InputChunks(description, chunkSize: Search.standardChunkSize)
      let buffer = GrowingBuffer()
      while try chunks.next(into: buffer) != nil {}
      return chunks.counts.lines
    }
  }

  /// The files that could not be read.
  var unreadable: [InputError] { state.withLock { $0.failures } }

  /// Ends all reading.
  func stop() {
    state.withLock { $0.isStopped = true }
    state.notifyAll()
    commands.withLock { commands in
      for output in commands.values {
        output.command.kill()
        output.command.wait()
      }
      commands = [:]
    }
  }

  /// Reads the next chunk into a buffer when there is one; returns `nil` when no file has more to come.
  func next(into buffer: GrowingBuffer) throws(InputError) -> ChunkSource.Given? {
    let isReady = { (state: State) in state.isStopped || state.openCount == 0 || !state.waiting.isEmpty }
    let next = state.withLock(waitingUntil: isReady) { state -> (ChunkSource.Given, [UInt8])? in
      if state.isStopped || state.waiting.isEmpty { return nil }
      let (file, chunk, bytes) = state.waiting.removeFirst()
      let given = ChunkSource.Given(
        chunk: chunk, lineOffset: state.lineCount - chunk.lines.lowerBound, fileLineOffset: state.starts[file])
      state.lineCount += chunk.lines.count
      return (given, bytes)
    }
    state.notifyAll()
    guard let (given, bytes) = next else { return nil }
    buffer.truncate(0)
    guard bytes.withUnsafeBytes({ buffer.append($0) }) else {
      throw .system(name: given.chunk.input.name, reason: systemMessage(ENOMEM))
    }
    return given
  }

  private func read(_ chunks: InputChunks, _ file: Int) {
    let buffer = GrowingBuffer()
    var failure: InputError?
    do throws(InputError) {
      while let chunk = try chunks.next(into: buffer) {
        let bytes = Array(buffer.bytes)
        let isRoom = { (state: State) in state.isStopped || state.waiting.count < FollowedInputs.mostWaiting }
        let isStopped = state.withLock(waitingUntil: isRoom) { state in
          state.waiting.append((file, chunk, bytes))
          return state.isStopped
        }
        state.notifyAll()
        if isStopped { return }
      }
    } catch {
      failure = error
    }
    state.withLock { state in
      state.openCount -= 1
      state.failures += chunks.unreadable + (failure.map { [$0] } ?? [])
    }
    state.notifyAll()
  }
}
