import Testing

@testable import RiffleCommandLine

@Suite struct ProgressLineTests {
  @Test func tellsRateAndTimeLeft() {
    func text(_ rows: Int, _ share: Double?, seconds: Double) -> String {
      ProgressLine.text(ProgressLine.State("importing", rows: rows, share: share), seconds: seconds)
    }
    #expect(text(0, 0, seconds: 0) == "importing  0 rows  0/s  0 %")
    #expect(text(1_234_567, 0.25, seconds: 10) == "importing  1,234,567 rows  123,456/s  25 %  0:30 left")
    #expect(text(10, 0.001, seconds: 60) == "importing  10 rows  0/s  0 %  16:39:00 left")
    #expect(text(999, nil, seconds: 3) == "importing  999 rows  333/s")
    #expect(text(5, 1.5, seconds: 1) == "importing  5 rows  5/s  100 %  0:00 left")
  }

  @Test func numbersAreGrouped() {
    #expect(
      [0, 12, 999, 1_000, 12_345, 1_234_567, -1_000].map(\.grouped) == [
        "0", "12", "999", "1,000", "12,345", "1,234,567", "-1,000",
      ])
  }
}
