import Glibc
import RiffleCommandLine
import RifflePicker

/// The words of a command line, made ready for the parser.
enum CommandArguments {
  /// An option whose value may be left out, as in fzf.
  private struct Optional {
    /// What stands where it is left out.
    let standard: String
    /// Whether a word behind a blank is the value: any other may be the query.
    let takes: @Sendable (String) -> Bool
  }

  private static let optionals = [
    "--multi": Optional(standard: "\(Int32.max)") { !$0.isEmpty && $0.allSatisfy(\.isNumber) },
    "--border": Optional(standard: "rounded") { borders.contains($0) },
  ]

  /// The frames of fzf, those included that are not here, which are refused instead of being searched for.
  private static let borders = Set(Border.allCases.map(\.rawValue)).union(["block", "thinblock", "line", "dashed"])

  /// The arguments of this process, and before them those that its user always wants.
  static func all() throws(CommandError) -> [String] {
    prepared(try standing()) + given
  }

  /// The arguments of this process alone.
  static var given: [String] { prepared(Array(CommandLine.arguments.dropFirst())) }

  /// - Parameter words: those that a shell gives.
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

  /// What a file and `RIFFLE_DEFAULT_OPTS` say.
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

  /// The words of a line as a shell divides it: with quotes and backslashes, and nothing else.
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
