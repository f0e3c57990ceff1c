/// The reasons for a match of an item and for its rank.
public struct Explanation: Sendable, Hashable, CustomStringConvertible {
  /// One part of the total cost.
  public struct Reason: Sendable, Hashable {
    /// What was found, in words.
    public let text: String
    /// The cost of it.
    public let cost: Double
  }

  /// The sum of all the reasons' costs; lower is better.
  public let cost: Double
  public let reasons: [Reason]

  init(cost: Double, reasons: [Reason]) {
    self.cost = cost
    self.reasons = reasons
  }

  /// An explanation that costs nothing.
  init(because text: String) { self.init(cost: 0, reasons: [Reason(text: text, cost: 0)]) }

  public var description: String {
    reasons.map { "\($0.cost)\t\($0.text)" }.joined(separator: "\n")
  }
}
