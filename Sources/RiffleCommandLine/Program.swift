package import ArgumentParser
import Glibc

/// The exit status of this package's programs, as in grep and fzf.
package enum Status: Int32 {
  /// Something was found; everything was done.
  case success = 0
  /// Nothing was found; a fault was found.
  case nothing = 1
  /// The command line or an input is faulty.
  case failure = 2
  /// The program was interrupted (128 plus the number of the signal, as in a shell).
  case interrupted = 130
}

/// The running program.
package enum Program {
  /// The name that it was started by.
  package static let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "riffle"

  /// Prints a message about the program to standard error.
  package static func note(_ text: String) { writeToStandardError("\(name): \(text)\n") }

  package static func leave(_ status: Status) -> Never { exit(status.rawValue) }

  /// Runs the command of the arguments, and exits. Commands throw ``CommandError``, or `ExitCode` to exit with another status
  /// than 0.
  /// - Parameter arguments: the arguments to parse; `nil` for those of the process.
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
      // ArgumentParser would exit with 64; filter programs exit with 2.
      if Command.exitCode(for: error) == .success { print(Command.fullMessage(for: error)) }
      note(Command.message(for: error))
      writeToStandardError(usage(in: Command.fullMessage(for: error)))
      leave(.failure)
    }
  }

  /// Prints requested text, and exits.
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

  /// Returns the usage line of ArgumentParser's message for an error; empty if it has none.
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
