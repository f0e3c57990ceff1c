/// A fault in an option of the picker.
package struct PickerOptionError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}
