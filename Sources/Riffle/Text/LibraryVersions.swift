internal import CICU

/// The versions of what reads text: an index that is kept must have been made with the same ones.
package enum LibraryVersions {
  /// Of folding, cutting, readings and the pairs of words, which is raised whenever a text may have others than before.
  package static let folding = 7
  /// Of ICU, as major × 100 + minor.
  package static var icu: Int { Int(cicu_version()) }
  /// ICU's version of Unicode, as major × 100 + minor.
  package static var unicode: Int { Int(cicu_unicode_version()) }
}
