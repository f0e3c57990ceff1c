#if Service
  import Configuration
  import Foundation
  import Riffle
  import RiffleInput

  /// The given settings, in order of precedence: from the command line, the environment, and a file.
  ///
  /// The providers of swift-configuration convert values and make names of keys. This type adds two features that a
  /// `ConfigReader` lacks. It records the name of each key that is read, so that an unknown name is an error; and an error names
  /// the source of the value.
  package struct Values {
    /// A source of values other than the command line.
    private struct Source {
      /// The name in messages.
      let name: String
      let value: (AbsoluteConfigKey, ConfigType) throws -> LookupResult
      /// The names that it contains.
      let names: [String]
      /// The names of the keys that have been read.
      var known: Set<String> = []
    }

    private var sources: [Source]

    package init(environment: [String: String]) {
      let provider = EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "riffle")
      let names = environment.keys.filter { $0.hasPrefix("RIFFLE_") && !Values.isOfAnotherProgram($0) }
      sources = [Source(name: "the environment", value: provider.value, names: names)]
    }

    // MARK: - Values

    /// - Parameter given: the value of the command line.
    /// - Throws: ``SettingsError`` if any source has a value of another type, even if it is overridden.
    private mutating func value<Value>(
      _ key: String, _ given: Value?, _ type: ConfigType, _ demand: String, _ read: (ConfigContent) -> Value?
    ) throws(SettingsError) -> Value? {
      var value = given
      for index in sources.indices {
        do {
          let found = try sources[index].value(AbsoluteConfigKey(ConfigKey(key)), type)
          sources[index].known.insert(found.encodedKey)
          value = value ?? (found.value?.content).flatMap(read)
        } catch {
          throw SettingsError("“\(key)”, as in \(sources[index].name), must be \(demand)")
        }
      }
      return value
    }

    package mutating func text(_ key: String, _ given: String?) throws(SettingsError) -> String? {
      try value(key, given, .string, "a text") { if case .string(let text) = $0 { text } else { nil } }
    }

    package mutating func texts(_ key: String, _ given: [String]) throws(SettingsError) -> [String] {
      try value(key, given.isEmpty ? nil : given, .stringArray, "an array of texts") {
        if case .stringArray(let texts) = $0 { texts } else { nil }
      } ?? []
    }

    package mutating func flag(_ key: String, _ given: Bool?) throws(SettingsError) -> Bool {
      try value(key, given, .bool, "true or false") { if case .bool(let flag) = $0 { flag } else { nil } } ?? false
    }

    package mutating func number(_ key: String, _ given: Int?, in range: ClosedRange<Int>) throws(SettingsError) -> Int?
    {
      let demand = "a whole number from \(range.lowerBound) to \(range.upperBound)"
      let number = try value(key, given, .int, demand) { if case .int(let number) = $0 { number } else { nil } }
      guard let number, !range.contains(number) else { return number }
      throw SettingsError("“\(key)” is \(number); it must be \(demand)")
    }

    package mutating func choice<Choice: RawRepresentable & CaseIterable>(
      _ key: String, _ given: String?, _ standard: Choice
    ) throws(SettingsError) -> Choice where Choice.RawValue == String {
      guard let text = try text(key, given) else { return standard }
      if let choice = Choice(rawValue: text) { return choice }
      let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw SettingsError("“\(key)” is “\(text)”; it must be one of \(known)")
    }

    // MARK: - The file

    /// Adds the values of a file, with the lowest precedence.
    /// - Throws: ``SettingsError``.
    package mutating func read(file path: String) throws(SettingsError) {
      do {
        let data = try Data(contentsOf: URL(filePath: path))
        let json = try JSONValue([UInt8](data))
        guard json.kind == .object else { throw SettingsError("it must be an object") }
        let values = try JSONSnapshot(data: data.bytes, providerName: path, parsingOptions: .default)
        sources.append(Source(name: "the file “\(path)”", value: values.value, names: Values.names(json)))
      } catch {
        let reason =
          switch error {
          case is JSONValue.Failure, is SettingsError: "\(error)"
          case let error as CocoaError: error.localizedDescription
          // An array has only texts, or only numbers.
          default: "a value in it is of a type that no setting has"
          }
        throw SettingsError("the file of settings “\(path)” cannot be read: \(reason)")
      }
    }

    /// Returns the names of the values of an object, such as `limits.body`.
    private static func names(_ json: JSONValue, _ prefix: String = "") -> [String] {
      (json.members ?? []).flatMap { name, value in
        value.kind == .object ? names(value, "\(prefix)\(name).") : [prefix + name]
      }
    }

    // MARK: - Names

    /// Checks that all given names are known, after all settings have been read. Otherwise a misspelt setting would go unnoticed,
    /// and a server without its keys would answer every client.
    /// - Throws: ``SettingsError`` with the unknown name, and the setting that it resembles.
    package func checkNames() throws(SettingsError) {
      for source in sources {
        guard let name = source.names.sorted().first(where: { !source.known.contains($0) }) else { continue }
        let index = try? SearchIndex(source.known.sorted(), id: { $0 }, title: { Values.words($0) })
        let near = try? index?.search(Values.words(name), limit: 1).first?.id
        throw SettingsError(
          "there is no setting “\(name)”, as in \(source.name): " + (near.map { "is it “\($0)”? " } ?? "")
            + "see --help")
      }
    }

    /// Returns the words of a name, without the common prefix.
    private static func words(_ name: String) -> String {
      var words = name.hasPrefix("RIFFLE_") ? String(name.dropFirst("RIFFLE_".count)) : name
      words.replace(/[._]/, with: " ")
      return words
    }

    /// Returns whether the name belongs to Riffle's other programs or its tests.
    static func isOfAnotherProgram(_ name: String) -> Bool {
      otherNames.contains { $0.hasSuffix("_") ? name.hasPrefix($0) : name == $0 }
    }

    /// A name ending with `_` is a prefix.
    private static let otherNames = [
      "RIFFLE_ALT_C_", "RIFFLE_BIN", "RIFFLE_CASES", "RIFFLE_COLOURS", "RIFFLE_COMPLETION_", "RIFFLE_CTRL_",
      "RIFFLE_DEFAULT_", "RIFFLE_EVENTS", "RIFFLE_FUZZ", "RIFFLE_HEIGHT", "RIFFLE_OPTIMIZED",
      "RIFFLE_PAGE", "RIFFLE_POSTGRES", "RIFFLE_PREVIEW_", "RIFFLE_ROWS", "RIFFLE_SEED", "RIFFLE_STEPS",
      "RIFFLE_WRITE_",
    ]
  }
#endif
