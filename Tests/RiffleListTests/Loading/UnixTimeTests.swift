import Foundation
import RiffleList
import Testing

@Suite struct UnixTimeTests {
  @Test func timesBeyondWhatCanBeWrittenAreRefused() throws {
    for sign in ["", "-"] {
      let limit = Int64.max
      let data = Data("{\"seconds\":\(sign)\(limit),\"attoseconds\":\(sign)\(limit)}".utf8)
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(UnixTime.self, from: data) }
    }
    let latest = Duration.seconds(Int64.max)
    for time in [latest + .nanoseconds(1), .zero - latest - .nanoseconds(1)] {
      #expect(throws: EncodingError.self) { try JSONEncoder().encode(UnixTime(sinceEpoch: time)) }
    }
    #expect(throws: Never.self) { try JSONEncoder().encode(UnixTime(sinceEpoch: latest)) }
  }

  @Test func timesAreOrderedAndApart() {
    let start = UnixTime(sinceEpoch: .seconds(100))
    let end = start.advanced(by: .milliseconds(1500))
    #expect(start < end && end > start && start != end)
    #expect(start.duration(to: end) == .milliseconds(1500) && end.duration(to: start) == .milliseconds(-1500))
    #expect(Set([start, end, start]).count == 2)
    #expect(end.description == "101.5 seconds since 1970")
  }

  @Test func nowIsNow() {
    let difference = UnixTime.now.duration(to: UnixTime(sinceEpoch: .seconds(Date().timeIntervalSince1970)))
    #expect(difference < .seconds(60) && difference > .seconds(-60))
  }

  @Test(arguments: [
    Duration.zero, .seconds(1_700_000_000), .seconds(-3) - .nanoseconds(1),
    .init(secondsComponent: 0, attosecondsComponent: 1),
  ]) func timesAreCodedExactly(duration: Duration) throws {
    let time = UnixTime(sinceEpoch: duration)
    let data = try JSONEncoder().encode(time)
    #expect(try JSONDecoder().decode(UnixTime.self, from: data) == time)
  }

  @Test func wholeSecondsAreOneNumber() throws {
    let data = try JSONEncoder().encode(UnixTime(sinceEpoch: .seconds(7)))
    #expect(String(decoding: data, as: UTF8.self) == #"{"seconds":7}"#)
  }
}
