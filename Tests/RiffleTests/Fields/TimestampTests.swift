import Foundation
import RiffleTestSupport
import Testing

@testable import Riffle

@Suite struct TimestampTests {
  @Test(
    arguments: [
      ("1970", 0), ("1970-01-01T00:00:00Z", 0), ("2024-05", 1_714_521_600_000), ("2024-05-01", 1_714_521_600_000),
      ("2024-05-01T13:30", 1_714_570_200_000), ("2024-05-01 13:30:15.25", 1_714_570_215_250),
      ("2024-05-01T13:30:15+02:00", 1_714_563_015_000), ("2024-05-01t13:30:15-0130z", nil),
      ("2024-05-01T13:30:15-0130", 1_714_575_615_000), ("2024-02-29", 1_709_164_800_000), ("2023-02-29", nil),
      ("2024-13", nil),
      ("2024-00-01", nil), ("24", nil), ("2024-5-1", nil), ("", nil), ("2024-05-01T24:00", nil), ("2024-05-01T", nil),
      ("now", nil),
      ("1969-12-31T23:59:59.999Z", -1), ("0000-01-01", -62_167_219_200_000), ("+12024-05-01", 317_284_041_600_000),
      ("2024-05-01T10:00:00.1234567891", nil), ("２０２４", nil),
    ] as [(String, Int64?)])
  func aTextOfISO8601IsAMoment(text: String, milliseconds: Int64?) {
    #expect(Timestamp(text)?.millisecondsSince1970 == milliseconds, "\(text)")
  }

  @Test func aMomentIsReadFromItsDescription() throws {
    var generator = SeededGenerator(seed: 54)
    let extremes: [Int64] = [.min, .min + 1, .max, 0, -1, -86_400_000]
    for number in extremes
      + (0..<5000).map({ _ in
        Int64.random(in: .min ... .max, using: &generator) >> Int.random(in: 0...30, using: &generator)
      })
    {
      let time = Timestamp(millisecondsSince1970: number)
      #expect(Timestamp(time.description) == time, "\(number)")
    }
  }

  /// Where Foundation has the Gregorian calendar, too.
  @Test func aDescriptionIsThatOfFoundation() {
    let format = ISO8601DateFormatter()
    for day in stride(from: -140_000.0, through: 200_000, by: 37) {
      let date = Date(timeIntervalSince1970: day * 86_400 + 3661)
      #expect(Timestamp(secondsSince1970: day * 86_400 + 3661).description == format.string(from: date))
    }
  }
}
