/// The text of a search field, and whether its listeners were notified that it is in use.
///
/// Entering or leaving the field is announced before the text changes, with no lock held: listeners and other threads may use
/// the field meanwhile. Then the last call to enter or leave decides.
package struct SearchFieldText: Sendable {
  /// The text; `nil` if the field is not in use.
  package private(set) var text: String?
  /// Whether the field is in use according to the last announcement.
  private var isAnnounced = false
  /// Counts the announcements.
  private var announcements = 0

  /// An announcement to make before the text changes.
  package struct Announcement: Sendable {
    /// Whether the field comes into use, or goes out of use.
    package let isBeginning: Bool
    fileprivate let number: Int
  }

  package init() {}

  /// Changes the text.
  /// - Parameter text: the new text from the old; `nil` to leave the field.
  /// - Returns: an announcement to make first. If it is not `nil`, nothing has changed yet; call ``set(_:after:)`` next.
  package mutating func set(_ text: (String?) -> String?) -> Announcement? {
    let new = text(self.text)
    guard (new != nil) != isAnnounced else {
      self.text = new
      return nil
    }
    isAnnounced.toggle()
    announcements += 1
    return Announcement(isBeginning: isAnnounced, number: announcements)
  }

  /// Changes the text after its announcement.
  /// - Returns: `false` if a later announcement has been made. Nothing changes then.
  package mutating func set(_ text: (String?) -> String?, after announcement: Announcement) -> Bool {
    guard announcements == announcement.number else { return false }
    self.text = text(self.text)
    return true
  }
}
