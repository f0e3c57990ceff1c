package import ArgumentParser
import Glibc

/// How the programs of this package end, as grep and fzf do.
package enum Status: Int32 {
  /// Something was found; all has been done.
  case success = 0
  /// Nothing was found; something is not as it should be.
  case nothing = 1
  /// The command line or an input is wrong.
  case failure = 2
  /// Someone has interrupted the program (128 and the number of the signal, as a shell says it).
  case interrupted = 130
}

/// The program that runs.
package enum Program {
  /// The name that it was started by.
  package static let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "riffle"

  /// Says something about the program's own doings, on standard error.
  package static func note(_ text: String) { writeToStandardError("\(name): \(text)\n") }

  package static func leave(_ status: Status) -> Never { exit(status.rawValue) }

  /// Runs what the arguments ask for, and ends. Commands throw ``CommandError``, or `ExitCode` to end with another status
  /// than 0.
  /// - Parameter arguments: what to parse; `nil` for those of the process.
  package static func run<Command: ParsableCommand>(
    _: Command.Type, arguments: () throws(CommandError) -> [String]? = { () throws(CommandError) in nil }
  ) -> Never {
    do {
      var command = try Command.parseAsRoot(try arguments())
      try command.run()
      leave(.success)
    } catch let error as CommandError {
      note(error.description)
      leave(.failure)
    } catch let code as ExitCode {
      exit(code.rawValue)
    } catch {
      // ArgumentParser would leave with 64; programs that filter say 2.
      if Command.exitCode(for: error) == .success { print(Command.fullMessage(for: error)) }
      note(Command.message(for: error))
      writeToStandardError(usage(in: Command.fullMessage(for: error)))
      leave(.failure)
    }
  }

  /// Prints what somebody has asked for, and ends.
  private static func print(_ text: String) -> Never {
    let writer = ByteWriter()
    do throws(CommandError) {
      try writer.write(text.hasSuffix("\n") ? text : text + "\n")
      try writer.flush()
    } catch {
      note(error.description)
      leave(.failure)
    }
    leave(.success)
  }

  /// How the command is used, out of what ArgumentParser says of an error, which may be all that there is to say.
  private static func usage(in message: String) -> String {
    let lines = message.split(separator: "\n")
    guard let line = lines.first(where: { $0.lowercased().hasPrefix("usage: ") }) else { return "" }
    let usage = line.dropFirst("usage: ".count)
    let command = usage.prefix { $0 != "[" && $0 != "<" }.split(separator: " ").joined(separator: " ")
    return "Usage: \(usage)\n  See '\(command) --help' for more.\n"
  }
}

extension ExitCode {
  package init(_ status: Status) { self.init(status.rawValue) }
}
