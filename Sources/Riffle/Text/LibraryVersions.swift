internal import CICU

/// The versions of what reads text: an index that is kept must have been made with the same ones.
package enum LibraryVersions {
  /// Of folding and cutting, which is raised whenever a text may have other words than before.
  package static let folding = 5
  /// Of ICU, as major × 100 + minor.
  package static var icu: Int { Int(cicu_version()) }
  /// ICU's version of Unicode, as major × 100 + minor.
  package static var unicode: Int { Int(cicu_unicode_version()) }
}
