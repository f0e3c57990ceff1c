internal import CICU

// Unsafe memory: ICU reads exactly `count` bytes of the text it is handed and writes at most `capacity`; both are those
// of the buffer that goes with them. A handle is closed once, when nothing refers to it any more.

/// ICU's rules that write other scripts in Latin letters.
///
/// Opening rules is slow (milliseconds, for Han 0.1 s), so they are opened when the first text needs them. One thread at a time
/// may use a transliterator; the lock costs nothing without contention.
final class RomanizationRules: Sendable {
  enum Name: Int32 {
    /// ICU's rules for the script, for any language.
    case any = 0
    /// As English writes Russian names: `Чехов` is Chekhov here, and Čehov by the rules for all of Cyrillic.
    case russian = 1
    case ukrainian = 2
    case greek = 3
  }

  /// Used only while the lock around it is held.
  private struct Handle: @unchecked Sendable {
    let pointer: OpaquePointer?
  }

  private let handle: Lock<Handle>

  /// Opened before, and not in use.
  private static let spare = Lock<[Handle]>([])
  /// No more are kept.
  private static let mostSpare = 4

  init() {
    handle = Lock(RomanizationRules.spare.withLock { $0.popLast() } ?? Handle(pointer: cicu_romanizer_open()))
  }

  deinit {
    let handle = handle.withLock { $0 }
    let isKept = RomanizationRules.spare.withLock { spare in
      guard spare.count < RomanizationRules.mostSpare else { return false }
      spare.append(handle)
      return true
    }
    if !isKept { cicu_romanizer_close(handle.pointer) }
  }

  /// `text` in Latin letters; none if ICU fails.
  func romanize(_ text: Span<UInt8>, by name: Name) -> [UInt8] {
    guard text.count <= Int(Int32.max / 32) else { return [] }
    var capacity = 64 + text.count * 4
    while true {
      var needed: Int32 = 0
      let result = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        needed = text.withUnsafeBytes { text in
          handle.withLock { handle in
            cicu_romanize(
              handle.pointer, name.rawValue, text.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(text.count),
              UnsafeMutableRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: CChar.self),
              Int32(truncatingIfNeeded: min(buffer.count, Int(Int32.max))))
          }
        }
        count = needed >= 0 && Int(needed) <= buffer.count ? Int(needed) : 0
      }
      if Int(needed) <= capacity { return result }
      capacity = Int(needed)
    }
  }
}

/// The classes of letters that romanisation distinguishes.
enum LetterScript: Int32 {
  /// No letter, or a Latin one, or one that many scripts share.
  case none = 0
  case other = 1
  case han = 2
  case kana = 3
  case cyrillic = 4
  case greek = 5

  /// The first scalar that has any other script than ``none``.
  static let firstScalar: UInt32 = 0x370

  /// Letters of Han that every version of ICU has: most text of Chinese.
  private static let ordinaryHan: ClosedRange<UInt32> = 0x4E00...0x9FA5

  init(_ scalar: UInt32) {
    if LetterScript.ordinaryHan.contains(scalar) {
      self = .han
      return
    }
    self = scalar < LetterScript.firstScalar ? .none : LetterScript(rawValue: cicu_letter_script(scalar)) ?? .none
  }
}
