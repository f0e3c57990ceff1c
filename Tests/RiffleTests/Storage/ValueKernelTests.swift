import CKernels
import Foundation
import RiffleTestSupport
import Testing

/// The kernel that compares packed numbers, where memory that it may not read follows.
@Suite struct ValueKernelTests {
  private static let seed = UInt64(setting("RIFFLE_SEED") ?? 54)

  /// Memory whose last byte is the last one that may be read at all.
  private static func withMemory(_ body: (UnsafeMutableRawBufferPointer) throws -> Void) throws {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let memory = try #require(mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    #expect(memory != MAP_FAILED)
    defer { munmap(memory, 2 * page) }
    #expect(mprotect(memory + page, page, PROT_NONE) == 0)
    try body(UnsafeMutableRawBufferPointer(start: memory, count: page))
  }

  @Test func rangesAreFoundAtAllWidthsAndLengthsWithoutReadingOn() throws {
    var random = SeededGenerator(seed: Self.seed)
    try Self.withMemory { memory in
      for width in 1...8 {
        let greatest = width == 8 ? UInt64.max : 1 << UInt64(8 * width) - 1
        for count in 0...64 {
          for round in 0..<6 {
            // Eight bytes may be read from where the last number begins.
            let start = memory.count - (count == 0 ? 0 : (count - 1) * width + 8)
            for index in start..<memory.count { memory[index] = UInt8.random(in: 0...255, using: &random) }
            let numbers = (0..<count).map { index in
              (0..<width).reduce(UInt64(0)) { $0 | UInt64(memory[start + index * width + $1]) << UInt64(8 * $1) }
            }
            // Bounds at the ends, at a number, or anywhere.
            let bounds = [
              0, greatest, numbers.randomElement(using: &random) ?? 0, UInt64.random(in: 0...greatest, using: &random),
            ]
            let (a, b) = (bounds[round % 4], bounds[Int.random(in: 0..<4, using: &random)])
            let (low, high) = (min(a, b), max(a, b))
            let expected = numbers.enumerated().reduce(UInt64(0)) { bits, number in
              low...high ~= number.element ? bits | 1 << UInt64(number.offset) : bits
            }
            let bytes = memory.baseAddress.map { $0.assumingMemoryBound(to: UInt8.self) + start }
            let found = kernel_range_mask(bytes, width, count, low, high - low)
            #expect(found == expected, "seed \(Self.seed), \(count) numbers of \(width) bytes in \(low)...\(high)")
          }
        }
      }
    }
  }
}
