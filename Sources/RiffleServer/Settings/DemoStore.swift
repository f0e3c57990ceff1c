#if Service
  import Foundation
  import Riffle
  import RiffleInput
  import RiffleStore

  /// A list of cities that comes with Riffle, in a temporary store.
  public struct DemoStore: Sendable {
    /// The list to serve.
    public let list: ServerSettings.List
    private let folder: URL

    static let name = "cities"

    /// The path of the list, relative to the working directory.
    public static let sample = "Corpora/samples/cities.tsv"

    /// - Parameter scopes: scopes in place of those of the list.
    /// - Throws: ``SettingsError`` if the list does not exist, `StoreError`.
    public init(sample path: String = sample, scopes: [String: String]? = nil) throws {
      let text: String
      do {
        text = try String(contentsOfFile: path, encoding: .utf8)
      } catch {
        throw SettingsError("“\(path)” cannot be read: run --demo in the folder that has Riffle's sources")
      }
      folder = FileManager.default.temporaryDirectory.appending(path: "riffle-demo-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let database = folder.appending(path: "cities.db").path
      let settings = StoreSettings(
        arrangement: .alphabet(locales: ["en"]),
        scopes: scopes ?? [
          "sweden": "title LIKE '%, Sweden'", "japan": "title LIKE '%, Japan'", "brazil": "title LIKE '%, Brazil'",
        ],
        fields: [
          FieldDefinition("country", .keyword), FieldDefinition("population", .integer),
          FieldDefinition("feature", .keyword),
        ])
      let store = try ListStore(database, settings: settings)
      var batch = StoreBatch()
      for line in text.split(separator: "\n") {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
        guard fields.count >= 2, let id = Int64(fields[0]) else { continue }
        // The population of some places is unknown.
        let population = fields.count > 4 ? Int(fields[4]).flatMap { $0 > 0 ? $0 : nil } : nil
        var values: [String: [FieldValue]] = [:]
        if let comma = fields[1].lastIndex(of: ",") {
          values["country"] = [.text(String(fields[1][fields[1].index(after: comma)...].drop { $0 == " " }))]
        }
        if fields.count > 5, !fields[5].isEmpty { values["feature"] = [.text(fields[5])] }
        if let population { values["population"] = [.integer(Int64(population))] }
        batch.upsert(
          StoreItem(
            id: .integer(id), title: fields[1], searchText: fields.count > 2 ? fields[2] : "",
            weight: fields.count > 3 ? UInt16(fields[3]) ?? 0 : 0,
            payload: population.map { .json(#"{"population": \#($0)}"#) }, fields: values))
      }
      try store.write(batch)
      try store.close()
      list = ServerSettings.List(name: DemoStore.name, path: database)
    }

    public func remove() { try? FileManager.default.removeItem(at: folder) }
  }
#endif
