import Glibc
import RiffleCommandLine
import RifflePicker

/// The arguments of a command line, prepared for the parser.
enum CommandArguments {
  /// An option with an optional value, as in fzf.
  private struct Optional {
    /// The value if none is given.
    let standard: String
    /// Returns whether a separate argument is the value: any other may be the query.
    let takes: @Sendable (String) -> Bool
  }

  private static let optionals = [
    "--multi": Optional(standard: "\(Int32.max)") { !$0.isEmpty && $0.allSatisfy(\.isNumber) },
    "--border": Optional(standard: "rounded") { borders.contains($0) },
  ]

  /// The borders of fzf. Those that do not exist here are included, so that they are rejected instead of taken as the query.
  private static let borders = Set(Border.allCases.map(\.rawValue)).union(["block", "thinblock", "line", "dashed"])

  /// Returns the arguments of this process, preceded by the user's permanent ones.
  static func all() throws(CommandError) -> [String] {
    prepared(try standing()) + given
  }

  /// The arguments of this process alone.
  static var given: [String] { prepared(Array(CommandLine.arguments.dropFirst())) }

  /// - Parameter words: the arguments passed by a shell.
  static func prepared(_ words: [String]) -> [String] {
    var prepared: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" { return prepared + [word] + rest }
      if let optional = optionals[word] {
        let value = rest.first.flatMap { optional.takes($0) ? $0 : nil }
        if value != nil { rest.removeFirst() }
        prepared.append("\(word)=\(value ?? optional.standard)")
      } else if word == "--color", let value = rest.first, isTheme(value) {
        rest.removeFirst()
        prepared += ["--colors", value]
      } else if word.hasPrefix("--color="), isTheme(String(word.dropFirst("--color=".count))) {
        prepared += ["--colors", String(word.dropFirst("--color=".count))]
      } else {
        prepared.append(word)
      }
    }
    return prepared
  }

  private static func isTheme(_ text: String) -> Bool {
    ["dark", "light", "16", "bw"].contains { text == $0 || text.hasPrefix($0 + ",") } || text.contains(":")
  }

  /// Returns the arguments in a file and in `RIFFLE_DEFAULT_OPTS`.
  private static func standing() throws(CommandError) -> [String] {
    var words: [String] = []
    if let path = configurationFile {
      for line in PickerSettings.lines(ofFile: path) ?? [] where !line.hasPrefix("#") {
        words += try split(line, in: path)
      }
    }
    if let text = getenv("RIFFLE_DEFAULT_OPTS") {
      words += try split(String(cString: text), in: "RIFFLE_DEFAULT_OPTS")
    }
    return words
  }

  private static var configurationFile: String? {
    func variable(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    if let file = variable("RIFFLE_DEFAULT_OPTS_FILE") { return file }
    let folder = variable("XDG_CONFIG_HOME") ?? variable("HOME").map { $0 + "/.config" }
    return folder.map { $0 + "/riffle/options" }
  }

  /// Splits a line into words as a shell does, with quotes and backslashes only.
  static func split(_ text: String, in name: String) throws(CommandError) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = text[...]
    while let character = rest.popFirst() {
      if let open = quote {
        if character == open {
          quote = nil
        } else if open == "\"", character == "\\", let next = rest.first, "\"\\$`".contains(next) {
          word?.append(next)
          rest.removeFirst()
        } else {
          word?.append(character)
        }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character == "\\", let next = rest.popFirst() {
        word = (word ?? "") + String(next)
      } else if character.isWhitespace {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let quote { throw .usage("\(name): a quote (\(quote)) is not closed") }
    if let word { words.append(word) }
    return words
  }
}
