import Glibc
import Riffle
import RiffleCommandLine
import RifflePicker

/// The runner of previews' commands, one at a time: a new request kills the command before.
final class PreviewRunner: Sendable {
  private let running = Lock<Running?>(nil)
  private let send: @Sendable (PickerEvent) -> Void

  private struct Running {
    let serial: Int
    let process: pid_t
  }

  /// The most bytes and lines of output that are read.
  private static let (mostBytes, mostLines) = (8 << 20, 100_000)

  init(send: @escaping @Sendable (PickerEvent) -> Void) { self.send = send }

  /// Kills the running command.
  func stop() {
    let process = running.withLock { running in
      defer { running = nil }
      return running?.process
    }
    if let process { kill(-process, SIGKILL) }
  }

  /// - Parameter offset: the line to show first.
  func start(_ command: String, serial: Int, offset: Int, environment: [String: String]) {
    stop()
    guard let output = CommandOutput(command, environment: environment, withErrors: true) else {
      var text = PreviewText()
      (text.serial, text.lines, text.isDone) = (serial, ["the command cannot be started"], true)
      send(.preview(text))
      return
    }
    running.withLock { $0 = Running(serial: serial, process: output.command.process) }
    let shared = UnsafeSendable(output)
    let isStarted = WorkerThread.startDetached { [self] in read(shared.value, serial, offset) }
    if !isStarted { stop() }
  }

  /// An output that one thread passes to another.
  private struct UnsafeSendable: @unchecked Sendable {
    let value: CommandOutput
    init(_ value: CommandOutput) { self.value = value }
  }

  private func read(_ output: CommandOutput, _ serial: Int, _ offset: Int) {
    var lines: [String] = []
    var rest: [UInt8] = []
    var count = 0
    var told = 0.0
    func tell(isDone: Bool) {
      var text = PreviewText()
      (text.serial, text.lines, text.offset, text.isDone) = (serial, lines, offset, isDone)
      if !rest.isEmpty { text.lines.append(String(decoding: rest, as: UTF8.self)) }
      send(.preview(text))
    }
    while let bytes = output.read() {
      count += bytes.count
      for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
        if line.offset > 0 {
          if rest.last == 0x0D { rest.removeLast() }
          lines.append(String(decoding: rest, as: UTF8.self))
          rest = []
        }
        rest.append(contentsOf: line.element)
      }
      if count > PreviewRunner.mostBytes || lines.count > PreviewRunner.mostLines {
        break
      }
      let now = monotonicSeconds()
      if now - told > 0.1 {
        told = now
        tell(isDone: false)
      }
    }
    // A command that has closed its output is of no more use. From here on its process id may be reused.
    running.withLock { running in
      if running?.serial == serial { running = nil }
      output.command.kill()
      output.command.wait()
    }
    tell(isDone: true)
  }
}
