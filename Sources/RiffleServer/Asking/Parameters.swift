#if Service
  import Foundation
  import Hummingbird
  import RiffleInput

  /// The named parameters of a request: those of its query, or the members of an object in its body.
  struct Parameters {
    private enum Value {
      case text(String)
      case json(JSONValue)
    }

    private let values: [String: Value]
    /// The prefix of names in problems.
    private let prefix: String

    /// - Throws: ``Problem`` for a parameter that is unknown, repeated or malformed.
    init(query: String?, known: Set<String>) throws(Problem) {
      prefix = ""
      var values: [String: Value] = [:]
      for pair in (query ?? "").split(separator: "&") {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = try Parameters.decoded(parts[0], "query")
        let value = parts.count > 1 ? try Parameters.decoded(parts[1], name) : ""
        guard known.contains(name) else {
          throw .invalid(name, "there is no parameter “\(name)”: there are \(Parameters.list(known))")
        }
        if values.updateValue(.text(value), forKey: name) != nil {
          throw .invalid(name, "“\(name)” is there twice: give it once")
        }
      }
      self.values = values
    }

    /// - Parameters:
    ///   - pointer: the JSON pointer of the object.
    /// - Throws: ``Problem`` for a member that is unknown or repeated, and if the value is not an object.
    init(_ json: JSONValue, known: Set<String>, pointer: String = "") throws(Problem) {
      guard let members = json.members else {
        throw Problem(.invalidBody, "this must be an object", parameter: pointer.isEmpty ? nil : pointer)
      }
      prefix = pointer + "/"
      var values: [String: Value] = [:]
      for (name, value) in members {
        guard known.contains(name) else {
          throw .invalid(prefix + name, "there is no member “\(name)”: there are \(Parameters.list(known))")
        }
        if values.updateValue(.json(value), forKey: name) != nil {
          throw .invalid(prefix + name, "“\(name)” is there twice: give it once")
        }
      }
      self.values = values
    }

    private static func list(_ names: Set<String>) -> String { names.sorted().joined(separator: ", ") }

    /// Decodes the percent signs of a part of a URL.
    static func decoded(_ text: Substring, _ name: String) throws(Problem) -> String {
      guard let decoded = PercentEncoding.decoded(text, isForm: true) else {
        throw .invalid(name, "“\(text)” is not well-formed: write “%” as “%25”, and text as UTF-8")
      }
      return decoded
    }

    /// Returns the name of a parameter in problems.
    func path(_ name: String) -> String { prefix + name }

    func has(_ name: String) -> Bool { values[name] != nil }

    private func wrong(_ name: String, _ demand: String) -> Problem {
      let given: String =
        switch values[name] {
        case .text(let text)?: text
        case .json(let json)?: json.json
        case nil: ""
        }
      let shown = given.count > 100 ? given.prefix(100) + "…" : given[...]
      return .invalid(prefix + name, "“\(name)” is “\(shown)”; it must be \(demand)")
    }

    /// Returns the value as JSON; `nil` if it is not a member of an object.
    func json(_ name: String) -> JSONValue? { if case .json(let json)? = values[name] { json } else { nil } }

    func text(_ name: String) throws(Problem) -> String? {
      switch values[name] {
      case nil: return nil
      case .text(let text)?: return text
      case .json(let json)?:
        guard let text = json.string else { throw wrong(name, "a text") }
        return text
      }
    }

    func integer(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
      let number: Int64?
      switch values[name] {
      case nil: return nil
      case .text(let text)?: number = Int64(text)
      case .json(let json)?: number = json.integer
      }
      guard let number, let result = Int(exactly: number), range.contains(result) else {
        throw wrong(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      return result
    }

    func number(_ name: String, atLeast least: Double = -.greatestFiniteMagnitude) throws(Problem) -> Double? {
      let number: Double?
      switch values[name] {
      case nil: return nil
      case .text(let text)?: number = Double(text)
      case .json(let json)?: number = json.number
      }
      guard let number, number.isFinite, number >= least else {
        throw wrong(
          name, least.isFinite && least > -.greatestFiniteMagnitude ? "a number of at least \(least)" : "a number")
      }
      return number
    }

    func boolean(_ name: String) throws(Problem) -> Bool? {
      let value: Bool?
      switch values[name] {
      case nil: return nil
      case .text(let text)?: value = ["true": true, "false": false][text]
      case .json(let json)?: value = json.boolean
      }
      guard let value else { throw wrong(name, "true or false") }
      return value
    }

    func choice<Choice: RawRepresentable & CaseIterable>(
      _ name: String, _: Choice.Type = Choice.self
    ) throws(Problem) -> Choice? where Choice.RawValue == String {
      guard let text = try text(name) else { return nil }
      guard let choice = Choice(rawValue: text) else {
        throw wrong(name, "one of " + Choice.allCases.map(\.rawValue).joined(separator: ", "))
      }
      return choice
    }

    /// Returns a number, or whether the value is a word that represents none.
    func number<Number>(
      orWord word: String, _ name: String, _ number: () throws(Problem) -> Number?
    ) throws(Problem) -> (number: Number?, isWord: Bool) {
      switch values[name] {
      case .text(word)?: return (nil, true)
      case .json(let json)? where json.string == word: return (nil, true)
      default:
        do {
          return (try number(), false)
        } catch {
          throw .invalid(prefix + name, error.detail + ", or “\(word)”")
        }
      }
    }
  }
#endif
