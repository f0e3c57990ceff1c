#if Service
  import Foundation
  package import Hummingbird
  package import Riffle
  import RiffleInput

  extension ItemID {
    /// Parses a percent-encoded id in a path; see ``init(text:parameter:)``.
    /// - Throws: ``Problem``.
    package init(path: String, parameter: String) throws(Problem) {
      guard let text = PercentEncoding.decoded(path[...], isForm: false) else {
        throw .invalid(parameter, "“\(path.prefix(100))” is not well-formed: write “%” as “%25”, and text as UTF-8")
      }
      try self.init(text: text, parameter: parameter)
    }

    /// Parses an id in a parameter: a whole number, a JSON string, or any other text as it is.
    /// - Throws: ``Problem``.
    init(text: String, parameter: String) throws(Problem) {
      if let number = Int64(text), number.description == text {
        self = .integer(number)
        return
      }
      guard text.hasPrefix("\"") else {
        self = .text(text)
        return
      }
      guard let json = try? JSONValue(whole: Array(text.utf8)), let string = json.string else {
        throw .invalid(parameter, "“\(text.prefix(100))” begins with a double quote, but is no JSON string")
      }
      self = .text(string)
    }
  }

  extension Request {
    /// Checks that the body has one of the given types, with any parameters, and no content encoding.
    /// - Throws: ``Problem``.
    package func check(types: [String]) throws(Problem) {
      if let encoding = headers[.contentEncoding], encoding.lowercased() != "identity" {
        throw Problem(
          .unsupportedMediaType, "the body is encoded as “\(encoding.prefix(100))”: send it as it is",
          parameter: "Content-Encoding")
      }
      let type = headers[.contentType]?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
      guard let type, types.contains(type) else {
        throw Problem(
          .unsupportedMediaType, "send \(types.joined(separator: " or "))", parameter: "Content-Type")
      }
    }
  }
#endif
