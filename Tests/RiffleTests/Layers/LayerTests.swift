import Foundation
import Testing

/// The folders of the engine are layers: each uses only those that stand before it in the table of Keystroke.md.
///
/// Types are known by their names, so what is used through a member alone goes unseen.
@Suite struct LayerTests {
  private static let module = URL(fileURLWithPath: #filePath)
    .appending(path: "../../../../Sources/Riffle").standardized

  @Test func foldersUseOnlyThoseBeforeThem() throws {
    let table = try String(contentsOf: Self.module.appending(path: "Riffle.docc/Keystroke.md"), encoding: .utf8)
    let order = table.matches(of: /\n\| `(\w+|\.)\/` \|/).map { $0.1 == "." ? "" : String($0.1) }
    let layers = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    let files = try Self.sources()
    #expect(Set(files.map(\.folder)) == Set(order), "the table names each folder once, and no other")
    let upwards = Self.upwardUses(of: files, layers)
    #expect(upwards.isEmpty, "\(upwards.joined(separator: ", "))")
  }

  @Test func upwardUsesAreFound() {
    let files = [
      SourceFile(
        path: "Low/A.swift", source: "struct A {\n  let b: B // C\n  let text = \"D\"\n}\n/* E */ let f: F? = nil"),
      SourceFile(path: "High/B.swift", source: "final class B {}\npackage enum C {}\nactor D {}\nprotocol E {}"),
      SourceFile(path: "F.swift", source: "@frozen public struct F {\n  let a: A\n  let b: B\n  enum A {}\n}"),
    ]
    let layers = ["Low": 0, "": 1, "High": 2]
    #expect(
      Self.upwardUses(of: files, layers) == ["Low/A.swift → High/B", "Low/A.swift → F", "F.swift → High/B"])
  }

  /// Each file with what it uses of a later layer.
  private static func upwardUses(of files: [SourceFile], _ layers: [String: Int]) -> [String] {
    var owners: [String: Set<String>] = [:]
    for file in files {
      for name in file.definitions { owners[name, default: []].insert(file.folder) }
    }
    return files.flatMap { file in
      file.identifiers.sorted().compactMap { name -> String? in
        // What several folders define is their own affair.
        guard let owner = owners[name], owner.count == 1, let folder = owner.first,
          let used = layers[folder], let user = layers[file.folder], used > user
        else { return nil }
        return "\(file.path) → \(folder.isEmpty ? name : "\(folder)/\(name)")"
      }
    }
  }

  private static func sources() throws -> [SourceFile] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: module.path).filter { $0.hasSuffix(".swift") }
    return try paths.sorted().map { path in
      SourceFile(path: path, source: try String(contentsOf: module.appending(path: path), encoding: .utf8))
    }
  }
}

/// The names in a file.
private struct SourceFile {
  let path: String
  /// The first part of the path; empty if the file lies in none.
  let folder: String
  /// The types that other files can name, but for nested ones.
  let definitions: Set<String>
  let identifiers: Set<String>

  init(path: String, source: String) {
    self.path = path
    let parts = path.split(separator: "/")
    folder = parts.count > 1 ? String(parts[0]) : ""
    let code = SourceFile.code(in: source)
    let definition =
      /(?:@\w+\s+)*(?:(?:public|package|internal|final|indirect|nonisolated)\s+)*(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)/
    definitions = Set(code.split(separator: "\n").compactMap { $0.prefixMatch(of: definition).map { String($0.1) } })
    identifiers = Set(code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map { String($0) })
  }

  /// The source without comments and what stands in quotation marks.
  private static func code(in source: String) -> String {
    var bytes: [UInt8] = []
    var rest = source.utf8[...]
    func skip(_ start: String, to end: String) -> Bool {
      guard rest.starts(with: start.utf8) else { return false }
      rest = rest.dropFirst(start.utf8.count)
      while !rest.isEmpty, !rest.starts(with: end.utf8) {
        rest = rest.dropFirst(rest.first == UInt8(ascii: "\\") ? 2 : 1)
      }
      // The end of a line stays.
      if end != "\n" { rest = rest.dropFirst(end.utf8.count) }
      return true
    }
    while let byte = rest.first {
      if skip("//", to: "\n") || skip("/*", to: "*/") || skip("\"\"\"", to: "\"\"\"") || skip("\"", to: "\"") {
        continue
      }
      bytes.append(byte)
      rest = rest.dropFirst()
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
