import Foundation
import Riffle
import RiffleList
import Testing

@Suite struct TimestampNowTests {
  @Test func timesAreOrderedAndApart() {
    let start = Timestamp(secondsSince1970: 100)
    let end = start.advanced(by: .milliseconds(1500))
    #expect(start < end && end > start && start != end)
    #expect(start.duration(to: end) == .milliseconds(1500) && end.duration(to: start) == .milliseconds(-1500))
    #expect(end.description == "1970-01-01T00:01:41.500Z")
  }

  @Test func noTimeIsOutOfRange() {
    let (first, last) = (Timestamp(millisecondsSince1970: .min), Timestamp(millisecondsSince1970: .max))
    #expect(first.advanced(by: first.duration(to: last)) == last)
    #expect(last.advanced(by: last.duration(to: first)) == first)
    #expect(last.advanced(by: .milliseconds(1)) == last && first.advanced(by: .seconds(Int64.min)) == first)
  }

  @Test func nowIsNow() {
    let difference = Timestamp.now.duration(to: Timestamp(secondsSince1970: Date().timeIntervalSince1970))
    #expect(difference < .seconds(60) && difference > .seconds(-60))
  }
}
