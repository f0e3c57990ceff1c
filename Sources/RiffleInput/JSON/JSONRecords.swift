/// A converter of JSON in pieces to JSON Lines: the elements of an array, or consecutive values in any form, each on one line.
///
/// Malformed JSON passes unchanged, so that the reader of the line reports the fault.
struct JSONRecords: Sendable {
  /// The terminator of lines.
  private let terminator: UInt8
  /// The number of open brackets, except that of the array of records.
  private var depth = 0
  private var isInArray = false
  private var isInString = false
  private var isEscaped = false
  /// Whether a record has begun.
  private var isInRecord = false
  /// The number of bytes of a byte order mark read; `nil` behind it.
  private var markCount: Int? = 0

  init(terminator: UInt8) { self.terminator = terminator }

  mutating func pass(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var passed: [UInt8] = []
    for byte in bytes { take(byte, &passed) }
    return passed
  }

  private mutating func take(_ byte: UInt8, _ passed: inout [UInt8]) {
    if let count = markCount {
      let isMark = count < ByteOrderMark.utf8.count && byte == ByteOrderMark.utf8[count]
      markCount = isMark ? count + 1 : nil
      if isMark { return }
    }
    if isInString {
      passed.append(byte)
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
      return
    }
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D:
      // Between values of the top level a blank is an end, elsewhere it is not.
      if depth == 0, !isInArray, isInRecord { end(&passed) }
    case UInt8(ascii: "\""):
      isInString = true
      isInRecord = true
      passed.append(byte)
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      if depth == 0, !isInArray, !isInRecord, byte == UInt8(ascii: "[") {
        isInArray = true
        return
      }
      depth += 1
      isInRecord = true
      passed.append(byte)
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      if depth == 0, isInArray, byte == UInt8(ascii: "]") {
        if isInRecord { end(&passed) }
        isInArray = false
        return
      }
      depth = max(0, depth - 1)
      isInRecord = true
      passed.append(byte)
      if depth == 0, !isInArray { end(&passed) }
    case UInt8(ascii: ",") where depth == 0 && isInArray:
      end(&passed)
    default:
      isInRecord = true
      passed.append(byte)
    }
  }

  private mutating func end(_ passed: inout [UInt8]) {
    passed.append(terminator)
    isInRecord = false
  }
}
