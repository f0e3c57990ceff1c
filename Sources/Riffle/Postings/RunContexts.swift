internal import CKernels

/// What surrounds the beginnings of two neighbouring words: a few letters for each entry of a list of
/// such places, asked 64 entries at a time.
///
/// Invariant: every column holds `count` bytes and 64 more of padding. The kernels read 64 bytes from a
/// position below `count`, so they never read outside; what they see of the padding is masked away.
struct RunContexts: Sendable {
  /// The second byte of the first word, 0 if it has only one.
  private let firstInsides: [UInt8]
  /// The second byte of the next word, 0 if it has only one.
  private let nextInsides: [UInt8]
  /// The first byte of the word after the next, 0 if there is none.
  private let laterLeads: [UInt8]
  let count: Int

  static let padding = 64

  /// - Parameter contexts: of each entry the bytes of ``pack(firstInside:nextInside:laterLead:)``.
  init(_ contexts: borrowing ScratchMemory<UInt32>) {
    count = contexts.count
    firstInsides = RunContexts.column(of: contexts, shift: 16)
    nextInsides = RunContexts.column(of: contexts, shift: 8)
    laterLeads = RunContexts.column(of: contexts, shift: 0)
  }

  private static func column(of contexts: borrowing ScratchMemory<UInt32>, shift: UInt32) -> [UInt8] {
    [UInt8](capacity: contexts.count + padding) { output in
      for index in 0..<contexts.count { output.append(UInt8(truncatingIfNeeded: contexts[index] >> shift)) }
      output.append(repeating: 0, count: padding)
    }
  }

  /// - Parameters: the columns, best with room for as many bytes more as ``padding`` says.
  init(firstInsides: consuming [UInt8], nextInsides: consuming [UInt8], laterLeads: consuming [UInt8]) {
    count = firstInsides.count
    precondition(nextInsides.count == count && laterLeads.count == count)
    firstInsides.append(contentsOf: repeatElement(0, count: RunContexts.padding))
    nextInsides.append(contentsOf: repeatElement(0, count: RunContexts.padding))
    laterLeads.append(contentsOf: repeatElement(0, count: RunContexts.padding))
    self.firstInsides = firstInsides.fitted()
    self.nextInsides = nextInsides.fitted()
    self.laterLeads = laterLeads.fitted()
  }

  /// An entry's bytes as ``pack(firstInside:nextInside:laterLead:)`` has them.
  @inline(__always)
  func context(_ entry: Int) -> UInt32 {
    RunContexts.pack(
      firstInside: firstInsides[entry], nextInside: nextInsides[entry], laterLead: laterLeads[entry])
  }

  /// The three bytes in the order of the columns, the first one highest.
  static func pack(firstInside: UInt8, nextInside: UInt8, laterLead: UInt8) -> UInt32 {
    UInt32(firstInside) << 16 | UInt32(nextInside) << 8 | UInt32(laterLead)
  }

  /// Calls `body` with every entry in `range`, ascending, whose first word goes on with `inside`, and whose
  /// next word goes on with `following` or is followed by a word that begins with it. `nil` asks nothing.
  func forEachEntry(in range: Range<Int>, inside: UInt8?, following: UInt8?, _ body: (Int) -> Void) {
    let range = range.clamped(to: 0..<count)
    firstInsides.withUnsafeBufferPointer { first in
      nextInsides.withUnsafeBufferPointer { next in
        laterLeads.withUnsafeBufferPointer { later in
          guard let first = first.baseAddress, let next = next.baseAddress, let later = later.baseAddress else {
            return
          }
          var offset = range.lowerBound
          while offset < range.upperBound {
            var mask = UInt64.max
            if let inside { mask &= kernel_equal_mask64(first + offset, inside) }
            if let following, mask != 0 {
              mask &= kernel_equal_mask64(next + offset, following) | kernel_equal_mask64(later + offset, following)
            }
            if range.upperBound - offset < 64 { mask &= 1 << UInt64(range.upperBound - offset) &- 1 }
            while mask != 0 {
              body(offset + mask.trailingZeroBitCount)
              mask &= mask &- 1
            }
            offset += 64
          }
        }
      }
    }
  }
}
