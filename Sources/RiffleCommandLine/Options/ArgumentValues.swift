public import ArgumentParser
public import Riffle
package import RiffleInput

extension QueryMode: ExpressibleByArgument {}

extension InputFormat: ExpressibleByArgument {}

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
