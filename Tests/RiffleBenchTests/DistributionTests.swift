import Testing

@testable import RiffleBench

@Suite struct DistributionTests {
  @Test func percentilesAreExact() {
    let distribution = Distribution(nanoseconds: (1...200).reversed().map { UInt64($0) * 1000 })
    #expect(distribution.keystrokes == 200)
    #expect(distribution.p50 == 100)
    #expect(distribution.p90 == 180)
    #expect(distribution.p95 == 190)
    #expect(distribution.p99 == 198)
    #expect(distribution.max == 200)
  }

  @Test func aPercentileIsAlwaysATimeThatWasMeasured() {
    let distribution = Distribution(nanoseconds: [5000, 1000, 3000])
    #expect(distribution.p50 == 3)
    #expect(distribution.p90 == 5)
    #expect(distribution.p99 == 5)
  }

  @Test func nothingMeasuredIsZero() {
    let distribution = Distribution(nanoseconds: [])
    #expect(distribution.keystrokes == 0)
    #expect(distribution.p50 == 0)
    #expect(distribution.max == 0)
  }
}
