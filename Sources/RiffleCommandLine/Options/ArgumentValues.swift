public import ArgumentParser
public import Riffle
package import RiffleInput

extension QueryMode: ExpressibleByArgument {}

extension InputFormat: ExpressibleByArgument {}

extension FieldDefinition: ExpressibleByArgument {
  /// Parses a name and a type, as `population:integer`. `country:keyword:folded` is a folded keyword.
  public init?(argument: String) {
    let isFolded = argument.hasSuffix(":keyword:folded")
    let text = isFolded ? argument.dropLast(":folded".count) : argument[...]
    guard let colon = text.lastIndex(of: ":"), colon > text.startIndex,
      let kind = FieldKind(rawValue: String(text[text.index(after: colon)...]))
    else { return nil }
    self.init(String(text[..<colon]), kind, isFolded: isFolded)
  }
}

extension Reach: ExpressibleByArgument {
  public init?(argument: String) {
    if argument == "unlimited" {
      self = .unlimited
    } else if let cost = Double(argument), cost.isFinite, cost >= 0 {
      self = .cost(cost)
    } else {
      return nil
    }
  }

  public var defaultValueDescription: String {
    switch self {
    case .cost(let cost): cost == cost.rounded() ? "\(Int(cost))" : "\(cost)"
    case .unlimited: "unlimited"
    }
  }
}
