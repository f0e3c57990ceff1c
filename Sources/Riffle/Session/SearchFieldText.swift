/// What stands in a search field, and who has been told that somebody is in it.
///
/// Somebody enters it, types and leaves it, and each time that changes whether it is searched at all, it is said first, with
/// no lock held: whoever is told may use the field, and so may others meanwhile. Then the last one to enter or leave decides.
package struct SearchFieldText: Sendable {
  /// `nil` if nobody is in it.
  package private(set) var text: String?
  /// Whether somebody is in it, as has been told or is being told.
  private var isAnnounced = false
  /// Counts how often somebody has entered or left it.
  private var announcements = 0

  /// What is to be told before the text changes.
  package struct Announcement: Sendable {
    /// Whether somebody enters the field, or leaves it.
    package let isBeginning: Bool
    fileprivate let number: Int
  }

  package init() {}

  /// Changes the text.
  /// - Parameter text: the new text from the old; `nil` if somebody leaves the field.
  /// - Returns: what is to be told first. Then nothing has been changed yet: ``set(_:after:)`` does it.
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

  /// Changes the text when it has been told that it will be.
  /// - Returns: `false` if somebody has entered or left the field meanwhile. Nothing changes then.
  package mutating func set(_ text: (String?) -> String?, after announcement: Announcement) -> Bool {
    guard announcements == announcement.number else { return false }
    self.text = text(self.text)
    return true
  }
}
