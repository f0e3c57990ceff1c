internal import CICU

/// An error in the locales of an order.
public enum LocaleError: Error, Sendable, Hashable {
  /// The name is ill-formed, or its language one that ICU has nothing about.
  case unknownLocale(String)
  /// No locale was named.
  case noLocale
}

extension LocaleError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownLocale(let name):
      "there is no locale \"\(name)\": name a language, as in sv or zh-Hant, or und for none"
    case .noLocale: "name at least one locale"
    }
  }
}

/// Returns the canonical name of a locale; throws if ICU does not support it.
func canonicalLocaleName(_ name: String) throws(LocaleError) -> String {
  // An embedded zero would cut the name short.
  guard !name.utf8.contains(0) else { throw .unknownLocale(name) }
  guard let canonical = stringFromICU({ cicu_locale_name(name, $0, $1) }) else {
    throw .unknownLocale(name)
  }
  return canonical
}

/// The text that a function of the shim writes; `nil` if it fails.
func stringFromICU(_ write: (UnsafeMutablePointer<CChar>?, Int32) -> Int32) -> String? {
  let needed = write(nil, 0)
  guard needed >= 0 else { return nil }
  return String(unsafeUninitializedCapacity: Int(needed)) { buffer in
    buffer.withMemoryRebound(to: CChar.self) { Int(write($0.baseAddress, needed)) }
  }
}
