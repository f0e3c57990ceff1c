package import Riffle

/// The texts of options about fields, as `--where`, `--sort` and `--facets` have them.
package enum FieldTexts {
  /// - Parameter text: that of `--where`.
  /// - Throws: an error that names the option.
  package static func filter(_ text: String?) throws(CommandError) -> Filter? {
    guard let text else { return nil }
    do throws(FilterError) {
      return try Filter(text)
    } catch {
      throw .usage("--where: \(error)")
    }
  }

  /// - Parameter texts: those of `--sort`.
  /// - Throws: an error that names the option.
  package static func order(_ texts: [String]) throws(CommandError) -> FieldOrder {
    do throws(FilterError) {
      return try FieldOrder(names(texts))
    } catch {
      throw .usage("--sort: \(error)")
    }
  }

  /// Splits lists of names with commas between them.
  package static func names(_ lists: [String]) -> [String] {
    lists.flatMap { $0.split(separator: ",") }.map { String($0.drop { $0 == " " }) }
  }
}
