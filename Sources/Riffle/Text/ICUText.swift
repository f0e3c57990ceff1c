internal import CICU

// Unsafe memory: ICU reads exactly `count` bytes of the text it is handed and writes at most `capacity`
// elements; both are those of the buffer that goes with them. It reads nothing after the call.

/// A normalisation form.
enum NormalizationForm: Int32 {
  case nfc = 0
  case nfd = 1
  case nfkc = 2
  case nfkd = 3
  case nfkcCaseFold = 4
}

/// Replaces `result` by `text` in the given form; by `text` as it is should ICU fail.
func normalize(_ text: Span<UInt8>, to form: NormalizationForm, into result: inout [UInt8]) {
  guard text.count <= Int(Int32.max / 32) else {
    result = [UInt8](copying: text)
    return
  }
  var capacity = max(64, result.capacity, text.count * 2)
  while true {
    var needed: Int32 = 0
    result.removeAll(keepingCapacity: true)
    result.append(addingCapacity: capacity) { output in
      output.withUnsafeMutableBufferPointer { buffer, count in
        needed = text.withUnsafeBytes { text in
          cicu_normalize(
            form.rawValue, text.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(text.count),
            UnsafeMutableRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: CChar.self),
            Int32(truncatingIfNeeded: min(buffer.count, Int(Int32.max))))
        }
        if needed >= 0 && Int(needed) <= buffer.count { count = Int(needed) }
      }
    }
    if needed < 0 {
      result = [UInt8](copying: text)
      return
    }
    if Int(needed) <= capacity { return }
    capacity = Int(needed)
  }
}

/// Writes where ICU ends the segments of `text`, words and others, and returns how many there are;
/// 0 if it fails.
func icuWordEnds(_ text: Span<UInt8>, into ends: inout [Int32]) -> Int {
  guard text.count < Int(Int32.max) else { return 0 }
  if ends.count < text.count {
    ends.append(contentsOf: repeatElement(0, count: text.count - ends.count))
  }
  let found = text.withUnsafeBytes { text in
    cicu_word_ends(
      text.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(text.count), &ends,
      Int32(truncatingIfNeeded: ends.count))
  }
  return max(0, Int(found))
}
