/// A fault in the settings of the server, in a sentence that names it.
public struct SettingsError: Error, Sendable, Hashable, CustomStringConvertible {
  public let description: String
  package init(_ description: String) { self.description = description }
}
