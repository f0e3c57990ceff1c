package import ArgumentParser
package import Riffle
import RiffleInput

/// A file of synonyms on the command line.
package enum SynonymFile {
  package static let help = ArgumentHelp(
    "A file of words and phrases of queries that stand for others, with commas between them: nyc, new york city.",
    discussion: "Behind => are those that the others stand for, and not the other way round. An empty file has none.",
    valueName: "file")

  /// - Throws: `ValidationError`.
  package static func read(_ file: String) throws -> Synonyms {
    let lines: [String]
    do throws(InputError) { lines = try InputDescription.lines(of: file).map(\.text) } catch {
      throw ValidationError("cannot read the synonyms: \(error)")
    }
    do throws(SynonymError) { return try Synonyms(lines.joined(separator: "\n")) } catch {
      throw ValidationError("\(file): \(error)")
    }
  }
}
