internal import CICU

/// The order of a list in a language.
///
/// Texts compare as the bytes of their keys do, so a list is sorted by making each key once.
/// Opening a collation is dear (up to some milliseconds); a key costs about 300 ns.
public struct ListCollation: Sendable {
  /// The canonical name of the locale.
  public let locale: String
  /// `true` if digits count as numbers: 2 before 10.
  public let isNumeric: Bool

  private let collator: Collator

  /// Opens the collation of a locale, such as `sv`, `zh-Hant` or `de-u-co-phonebk`.
  ///
  /// `sv-u-kn` is that of `sv` with digits as numbers, `sv-u-kf-upper` that with capitals first, and `sv-u-ks-level1` that in
  /// which neither accents nor cases count.
  ///
  /// - Throws: ``LocaleError/unknownLocale(_:)``.
  public init(locale: String, isNumeric: Bool = false) throws(LocaleError) {
    let name = try canonicalLocaleName(locale)
    guard let collator = Collator(locale: name, isNumeric: isNumeric) else { throw .unknownLocale(locale) }
    self.locale = name
    self.isNumeric = isNumeric
    self.collator = collator
  }

  /// The version of the order. Keys of different versions do not compare.
  public var version: String {
    let version = cicu_collator_version(collator.handle)
    return "\(version >> 24).\(version >> 16 & 0xFF).\(version >> 8 & 0xFF).\(version & 0xFF)"
  }

  /// The key of `text`: the order of keys, byte by byte, is the order of the texts.
  /// - Complexity: O(*n*) in the length of `text`.
  public func key(for text: String) -> [UInt8] {
    var key: [UInt8] = []
    appendKey(of: text.utf8.span, to: &key)
    return key
  }

  /// Whether a text comes before another.
  package func isOrdered(_ first: String, before second: String) -> Bool {
    isOrdered(first.utf8Span.span, before: second.utf8Span.span)
  }

  /// Whether a text comes before another, as their keys do; both are well-formed UTF-8.
  func isOrdered(_ first: Span<UInt8>, before second: Span<UInt8>) -> Bool {
    first.withUnsafeBytes { first in
      second.withUnsafeBytes { second in
        cicu_collator_compare(
          collator.handle, first.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: first.count),
          second.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: second.count)) == -1
      }
    }
  }

  /// Appends the key of `text`, which is well-formed UTF-8.
  package func appendKey(of text: Span<UInt8>, to key: inout [UInt8]) {
    let count = Int32(clamping: text.count)
    text.withUnsafeBytes { text in
      let bytes = text.baseAddress?.assumingMemoryBound(to: CChar.self)
      var capacity = 2 * Int(count) + 32
      while true {
        var needed: Int32 = 0
        key.append(addingCapacity: capacity) { output in
          output.withUnsafeMutableBufferPointer { buffer, written in
            needed = cicu_collator_key(
              collator.handle, bytes, count, buffer.baseAddress, Int32(clamping: capacity))
            // ICU counts the zero at the end when it checks for room.
            if needed >= 0 && needed < capacity { written = Int(needed) }
          }
        }
        if needed < capacity { return }
        capacity = Int(needed) + 1
      }
    }
  }
}

/// An open collator. It is never changed once it is open, and ICU's collators may then be used by any
/// number of threads.
private final class Collator: @unchecked Sendable {
  let handle: OpaquePointer

  init?(locale: String, isNumeric: Bool) {
    guard let handle = cicu_collator_open(locale, isNumeric) else { return nil }
    self.handle = handle
  }

  deinit { cicu_collator_close(handle) }
}
