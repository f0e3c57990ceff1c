#if Service
  import Configuration

  /// What is set, by several providers, of which the first that has a value counts.
  struct Values {
    private let providers: [any ConfigProvider]

    init(_ providers: [any ConfigProvider]) { self.providers = providers }

    /// - Throws: ``SettingsError`` if what is there is of another type. A provider says so only where it has a value.
    private func value(_ key: String, _ type: ConfigType, _ demand: String) throws(SettingsError) -> ConfigContent? {
      let path = AbsoluteConfigKey(ConfigKey(key))
      for provider in providers {
        do {
          if let value = try provider.value(forKey: path, type: type).value { return value.content }
        } catch {
          throw SettingsError("“\(key)” (\(provider.providerName)) must be \(demand)")
        }
      }
      return nil
    }

    func text(_ key: String) throws(SettingsError) -> String? {
      if case .string(let text)? = try value(key, .string, "a text") { text } else { nil }
    }

    func texts(_ key: String) throws(SettingsError) -> [String] {
      if case .stringArray(let texts)? = try value(key, .stringArray, "an array of texts") { texts } else { [] }
    }

    func flag(_ key: String) throws(SettingsError) -> Bool {
      if case .bool(let flag)? = try value(key, .bool, "true or false") { flag } else { false }
    }

    func number(_ key: String, in range: ClosedRange<Int>) throws(SettingsError) -> Int? {
      let demand = "a whole number from \(range.lowerBound) to \(range.upperBound)"
      guard case .int(let number)? = try value(key, .int, demand) else { return nil }
      guard range.contains(number) else { throw SettingsError("“\(key)” is \(number); it must be \(demand)") }
      return number
    }

    func choice<Choice: RawRepresentable & CaseIterable>(
      _ key: String, _ standard: Choice
    ) throws(SettingsError) -> Choice where Choice.RawValue == String {
      guard let text = try text(key) else { return standard }
      guard let choice = Choice(rawValue: text) else {
        throw SettingsError(
          "“\(key)” is “\(text)”; it must be one of " + Choice.allCases.map(\.rawValue).joined(separator: ", "))
      }
      return choice
    }
  }
#endif
