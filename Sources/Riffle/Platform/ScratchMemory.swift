// Unsafe memory: `base` is that of `count` elements in `memory`; every access is checked against `count`. They begin as zero
// bytes, so only types may be kept here of which zero bytes, like all others, are a value: integers, and structures and
// tuples of them.

/// Temporary memory that begins as zeros.
struct ScratchMemory<Element: BitwiseCopyable>: ~Copyable {
  private let memory: OwnedMemory
  private let base: UnsafeMutablePointer<Element>
  let count: Int

  /// - Complexity: O(`count`) for little memory; more is made when it is first touched.
  init(count: Int) {
    precondition(count >= 0)
    self.count = count
    memory = OwnedMemory(byteCount: count * MemoryLayout<Element>.stride)
    base = memory.bytes.bindMemory(to: Element.self, capacity: count)
  }

  subscript(index: Int) -> Element {
    @inline(__always)
    get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      return base[index]
    }
    @inline(__always)
    set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      base[index] = newValue
    }
  }
}

extension ScratchMemory<UInt64> {
  /// Sorts a few elements by their upper bits; those that are alike in these stay in their order.
  /// - Parameter shift: the number of bits below.
  mutating func sortFew(_ range: Range<Int>, by shift: UInt64) {
    for index in range.dropFirst() {
      let entry = self[index]
      var place = index
      while place > range.lowerBound, self[place - 1] >> shift > entry >> shift {
        self[place] = self[place - 1]
        place -= 1
      }
      self[place] = entry
    }
  }
}
