import Testing

@testable import Riffle

@Suite struct ScratchMemoryTests {
  /// Little memory comes from the C library, much of it from the system.
  @Test(arguments: [0, 1, 1000, 1 << 15 - 1, 1 << 15, 1 << 20])
  func memoryIsZeroAndKeepsWhatIsWritten(count: Int) {
    var memory = ScratchMemory<UInt64>(count: count)
    #expect(memory.count == count)
    let isZero = (0..<count).allSatisfy { memory[$0] == 0 }
    #expect(isZero)
    for index in 0..<count { memory[index] = UInt64(index) + 1 }
    let isKept = (0..<count).allSatisfy { memory[$0] == UInt64($0) + 1 }
    #expect(isKept)
  }

  @Test func nothingOutsideIsRead() async {
    await #expect(processExitsWith: .failure) { _ = ScratchMemory<UInt32>(count: 5)[5] }
    await #expect(processExitsWith: .failure) { _ = ScratchMemory<UInt32>(count: 5)[-1] }
    await #expect(processExitsWith: .failure) { _ = ScratchMemory<UInt32>(count: 0)[0] }
  }

  @Test func nothingOutsideIsWritten() async {
    await #expect(processExitsWith: .failure) {
      var memory = ScratchMemory<UInt32>(count: 1 << 18)
      memory[1 << 18] = 1
    }
    await #expect(processExitsWith: .failure) {
      var memory = ScratchMemory<UInt32>(count: 5)
      memory[.min] = 1
    }
  }
}
