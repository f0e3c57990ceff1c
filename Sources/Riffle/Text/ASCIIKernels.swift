internal import CKernels

// Unsafe memory: the kernels read `count` bytes from the pointer they get and write at most 16 more
// than that. Both functions clamp `count` to what is there, and the second reserves the rest.

/// The masks of up to 64 bytes of `text` from `start` on.
@inline(always)
func asciiMasks(_ text: Span<UInt8>, from start: Int) -> ascii_masks {
  text.withUnsafeBufferPointer { text in
    guard let base = text.baseAddress, start < text.count else { return ascii_masks() }
    return ascii_masks64(base + start, min(64, text.count - start))
  }
}

/// How many bytes ``appendASCII(_:from:lowercases:to:)`` needs.
let asciiRoom = 64 + 16

/// Appends the ASCII bytes that stand first among the 64 from `start` on, and returns the masks of
/// all 64 as they were; nothing if there is less room than ``asciiRoom``.
@inline(always)
func appendASCII(
  _ text: Span<UInt8>, from start: Int, lowercases: Bool, to output: inout OutputSpan<UInt8>
) -> (count: Int, masks: ascii_masks) {
  guard output.freeCapacity >= asciiRoom, start < text.count else { return (0, ascii_masks()) }
  return text.withUnsafeBufferPointer { text in
    output.withUnsafeMutableBufferPointer { output, written in
      guard let source = text.baseAddress, let target = output.baseAddress else {
        return (0, ascii_masks())
      }
      let available = min(64, text.count - start)
      let masks: ascii_masks
      if lowercases {
        masks = ascii_lowercase64(source + start, available, target + written)
      } else {
        masks = ascii_masks64(source + start, available)
        (target + written).update(from: source + start, count: available)
      }
      let count = min(available, masks.others.trailingZeroBitCount)
      written += count
      return (count, masks)
    }
  }
}
