import Testing

@testable import RiffleBench

@Suite struct DistributionTests {
  @Test func percentilesAreMicroseconds() {
    let distribution = Distribution(nanoseconds: (1...200).reversed().map { UInt64($0) * 10 })
    #expect(distribution.keystrokes == 200)
    #expect(distribution.p50 == 1)
    #expect(distribution.p90 == 1.8)
    #expect(distribution.p95 == 1.9)
    #expect(distribution.p99 == 1.98)
    #expect(distribution.max == 2)
  }

  @Test func nothingMeasuredIsZero() {
    let distribution = Distribution(nanoseconds: [])
    #expect(distribution.keystrokes == 0)
    #expect(distribution.p50 == 0)
    #expect(distribution.max == 0)
  }
}

@Suite struct PercentilesTests {
  @Test func aPercentileIsTheSmallestValueThatSoManyDoNotExceed() {
    let percentiles = Percentiles([5, 1, 3])
    #expect([0, 33.3, 33.4, 50, 66.7, 90, 100].map(percentiles.value) == [1, 1, 3, 3, 5, 5, 5])
    #expect(percentiles.count == 3)
  }

  @Test func whatIsLargerIsTooLargeByLessThanAThousandth() {
    let values = (0..<20_000).map { UInt64($0 * $0 * $0) }
    let percentiles = Percentiles(values)
    for rank in 1...20_000 where rank % 7 == 0 {
      let exact = values[rank - 1]
      let value = percentiles.value(at: Double(rank) / 200)
      #expect(value >= exact && value - exact <= exact / 1024, "\(rank)")
    }
    #expect(percentiles.value(at: 100) == values.last)
    #expect(percentiles.value(at: 0) == 0)
  }

  @Test func secondsAndHoursHaveRoom() {
    let hour: UInt64 = 3_600_000_000_000
    #expect(Percentiles([1, hour]).value(at: 100) == hour)
    #expect(Percentiles([1, hour]).value(at: 50) == 1)
  }
}
