import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct ColumnTests {
  /// Little memory and much comes from different places.
  @Test(arguments: [0, 1, 5, 64, 1000, 40_000, 200_000])
  func elementsAreKept(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let elements = (0..<count).map { _ in UInt64.random(in: 0...UInt64.max, using: &random) }
    let column = Column(elements)
    #expect(column.count == count && Array(column) == elements)
    #expect(column.span.indices.allSatisfy { column.span[$0] == elements[$0] })
    #expect(column.withUnsafeBufferPointer(toRead: 0..<count) { Array($0) } == elements)
    let padded = Column(elements.map { UInt8(truncatingIfNeeded: $0) }, padding: 3, of: 7)
    #expect(Array(padded) == elements.map { UInt8(truncatingIfNeeded: $0) } + [7, 7, 7])
    #expect(Column<UInt16>(zeros: count) { _ in }.allSatisfy { $0 == 0 })
  }

  @Test func copiesShareElementsAndKeepThem() {
    var columns = [Column<UInt32>((0..<100_000).map { UInt32($0) })]
    columns.append(columns[0])
    let address = columns[0].withUnsafeBufferPointer(toRead: 0..<1) { $0.baseAddress }
    columns.removeFirst()
    #expect(columns[0].withUnsafeBufferPointer(toRead: 0..<1) { $0.baseAddress } == address)
    #expect(columns[0].last == 99_999)
  }

  @Test func aColumnWhoseElementsFailIsNotMade() {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      _ = try Column<UInt8>(zeros: 10) { (output: inout MutableSpan<UInt8>) throws(Failure) in
        output[3] = 1
        throw Failure()
      }
    }
  }

  /// A prefetch reads nothing, so it may go anywhere.
  @Test func elementsBeyondTheEndAreAskedForInVain() {
    for column in [Column<UInt32>(), Column([1, 2, 3])] {
      for index in [-1, 0, 3, Int.min, .max] { column.prefetch(index) }
    }
  }

  @Test func elementsBeyondTheEndAreRefused() async {
    await #expect(processExitsWith: .failure) { _ = Column<UInt8>([1, 2, 3])[3] }
    await #expect(processExitsWith: .failure) { _ = Column<UInt8>([1, 2, 3])[-1] }
    await #expect(processExitsWith: .failure) { _ = Column<UInt64>()[.max] }
  }
}
