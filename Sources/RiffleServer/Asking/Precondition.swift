#if Service
  package import HTTPTypes
  package import Riffle

  /// The conditions of a write on the present item (RFC 9110, section 13).
  package struct Precondition: Sendable {
    private enum Tags {
      case any
      case these([Substring])
    }

    /// The tags to match, and the tags that must not match.
    private let match, noneMatch: Tags?

    /// - Returns: `nil` if there are no conditions.
    /// - Throws: ``Problem`` if it is malformed.
    package init?(_ headers: HTTPFields) throws(Problem) {
      match = try Precondition.tags(headers, .ifMatch)
      noneMatch = try Precondition.tags(headers, .ifNoneMatch)
      if match == nil, noneMatch == nil { return nil }
    }

    private static func tags(_ headers: HTTPFields, _ name: HTTPField.Name) throws(Problem) -> Tags? {
      guard let text = headers[name] else { return nil }
      if text == "*" { return .any }
      var tags: [Substring] = []
      var rest = text[...]
      while !rest.isEmpty {
        let weak = rest.hasPrefix("W/") ? 2 : 0
        guard rest.dropFirst(weak).first == "\"",
          let end = rest.dropFirst(weak + 1).firstIndex(of: "\"")
        else { throw .invalid(name.rawName, "“\(name.rawName)” must be “*”, or tags in double quotes") }
        tags.append(rest[...end])
        rest = rest[rest.index(after: end)...].drop { $0 == " " || $0 == "\t" || $0 == "," }
      }
      return .these(tags)
    }

    /// - Parameter tag: the tag of the item; `nil` if there is no item.
    /// - Throws: ``Problem`` if a condition is not met.
    package func check(_ tag: String?, _ id: ItemID) throws(Problem) {
      let shown = id.description.prefix(100)
      let isMatch =
        switch match {
        case nil: true
        case .any?: tag != nil
        // Items have no weak tags.
        case .these(let tags)?: tags.contains { $0 == tag ?? "" }
        }
      if !isMatch {
        let reason = tag == nil ? "there is no item \(shown)" : "the item \(shown) is another one by now: read it again"
        throw Problem(.preconditionFailed, reason, parameter: HTTPField.Name.ifMatch.rawName)
      }
      let isNone =
        switch noneMatch {
        case nil: true
        case .any?: tag == nil
        case .these(let tags)?: !tags.contains { ($0.hasPrefix("W/") ? $0.dropFirst(2) : $0) == tag ?? "" }
        }
      if !isNone {
        throw Problem(
          .preconditionFailed, "the item \(shown) is there already", parameter: HTTPField.Name.ifNoneMatch.rawName)
      }
    }
  }
#endif
