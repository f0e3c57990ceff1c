internal import Foundation

/// Writes texts to files, whose paths `body` gets.
package func withTemporaryFiles<Result>(_ texts: [String], _ body: ([String]) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "riffle-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  defer { try? FileManager.default.removeItem(at: folder) }
  let files = texts.indices.map { folder.appending(path: "\($0)") }
  for (file, text) in zip(files, texts) { try Data(text.utf8).write(to: file) }
  return try body(files.map(\.path))
}
