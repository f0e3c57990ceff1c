import CICU
import CKernels
import Foundation
import Testing

@Suite struct TextTableTests {
  private let file = URL(fileURLWithPath: #filePath)
    .appending(path: "../../../../Sources/CKernels/text_tables.c").standardizedFileURL

  /// Another version of Unicode has other tables: they are made with the one the project is built on.
  @Test(.enabled(if: cicu_unicode_version() == text_tables_version || writesTables))
  func tablesAreWhatICUSays() throws {
    var generator = TextTableGenerator()
    let source = generator.source()
    if writesTables {
      try Data(source.utf8).write(to: file)
    } else {
      let isEqual = try source == String(decoding: Data(contentsOf: file), as: UTF8.self)
      #expect(
        isEqual, "write the tables anew: RIFFLE_WRITE_TABLES=1 swift test --filter TextTableTests")
    }
  }
}

private let writesTables = ProcessInfo.processInfo.environment["RIFFLE_WRITE_TABLES"] != nil
