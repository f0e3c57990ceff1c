/// A moment, in milliseconds since the beginning of 1970 in UTC, without leap seconds.
public struct Timestamp: Sendable, Hashable, Comparable {
  public var millisecondsSince1970: Int64

  public init(millisecondsSince1970: Int64) { self.millisecondsSince1970 = millisecondsSince1970 }

  /// The nearest moment; a number out of range is clamped, and NaN is the first moment.
  public init(secondsSince1970: Double) {
    let milliseconds = (secondsSince1970 * 1000).rounded()
    self.init(millisecondsSince1970: Int64(exactly: milliseconds) ?? (milliseconds > 0 ? .max : .min))
  }

  public static func < (a: Self, b: Self) -> Bool { a.millisecondsSince1970 < b.millisecondsSince1970 }
}

extension Timestamp: LosslessStringConvertible {
  private static let millisecondsInDay: Int64 = 86_400_000

  /// Parses a moment of the Gregorian calendar as ISO 8601 writes it. Missing parts are the earliest possible; the default time
  /// zone is UTC.
  ///
  /// Examples: `2024`, `2024-05`, `2024-05-01`, `2024-05-01T13:30`, `2024-05-01 13:30:15.250`, `2024-05-01T13:30:15Z`,
  /// `2024-05-01T13:30:15+02:00`. A year of five to nine digits has a sign. Returns `nil` for any other text.
  public init?(_ text: String) {
    var reader = DigitReader(text)
    let sign = reader.takeSign()
    let year: Int64
    if let sign {
      guard let digits = reader.number(of: 5...9) else { return nil }
      year = sign * digits
    } else {
      guard let digits = reader.number(of: 4...4) else { return nil }
      year = digits
    }
    var (month, day, milliseconds): (Int64, Int64, Int64) = (1, 1, 0)
    if reader.take("-") {
      guard let number = reader.number(of: 2...2), 1...12 ~= number else { return nil }
      month = number
      if reader.take("-") {
        guard let number = reader.number(of: 2...2), 1...Timestamp.days(inMonth: month, of: year) ~= number else {
          return nil
        }
        day = number
        if reader.take("T") || reader.take("t") || reader.take(" ") {
          guard let time = reader.timeOfDay() else { return nil }
          milliseconds = time
        }
      }
    }
    guard reader.isAtEnd else { return nil }
    guard let moment = Timestamp.moment(Timestamp.day(year, month, day), milliseconds) else { return nil }
    self.init(millisecondsSince1970: moment)
  }

  /// The moment in UTC, to the second, or to the millisecond unless that is 0.
  public var description: String {
    var day = millisecondsSince1970 / Timestamp.millisecondsInDay
    var rest = millisecondsSince1970 % Timestamp.millisecondsInDay
    if rest < 0 {
      day -= 1
      rest += Timestamp.millisecondsInDay
    }
    let (year, month, dayOfMonth) = Timestamp.date(day)
    let digits = Timestamp.digits
    let yearText =
      0...9999 ~= year ? digits(year, 4) : (year < 0 ? "-" : "+") + digits(abs(year), 5)
    let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { digits($0, 2) }.joined(separator: ":")
    let fraction = rest % 1000 == 0 ? "" : "." + digits(rest % 1000, 3)
    return "\(yearText)-\(digits(month, 2))-\(digits(dayOfMonth, 2))T\(time)\(fraction)Z"
  }

  private static func digits(_ number: Int64, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }

  /// The year and the month of the moment in UTC.
  package var yearAndMonth: (year: Int64, month: Int64) {
    let (days, rest) = millisecondsSince1970.quotientAndRemainder(dividingBy: Timestamp.millisecondsInDay)
    let (year, month, _) = Timestamp.date(rest < 0 ? days - 1 : days)
    return (year, month)
  }

  /// The first moment of a month in UTC; `nil` if it is out of range.
  package init?(year: Int64, month: Int64) {
    guard let moment = Timestamp.moment(Timestamp.day(year, month, 1), 0) else { return nil }
    self.init(millisecondsSince1970: moment)
  }

  /// Milliseconds since 1970 of a day and of the milliseconds after it; `nil` if they are out of range.
  private static func moment(_ day: Int64, _ milliseconds: Int64) -> Int64? {
    // Counted from the end of a day before 1970: the first day that there is begins out of range.
    let (days, rest) = day < 0 ? (day + 1, milliseconds - millisecondsInDay) : (day, milliseconds)
    let (start, isBeyond) = days.multipliedReportingOverflow(by: millisecondsInDay)
    let (moment, isFarther) = start.addingReportingOverflow(rest)
    return isBeyond || isFarther ? nil : moment
  }

  // Days are converted as in H. Hinnant, chrono-Compatible Low-Level Date Algorithms (2013): years begin in March, and 400 of
  // them are 146,097 days.

  /// Days since the beginning of 1970.
  private static func day(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func date(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let day = day + 719_468
    let era = (day >= 0 ? day : day - 146_096) / 146_097
    let dayOfEra = day - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  private static func days(inMonth month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Timestamp: Codable {
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let time = Timestamp(text) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "“\(text)” is no time of ISO 8601"))
    }
    self = time
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// A reader of numbers and signs at the beginning of a text.
private struct DigitReader {
  private let text: String.UTF8View
  private var position: String.UTF8View.Index

  init(_ text: String) {
    self.text = text.utf8
    position = self.text.startIndex
  }

  var isAtEnd: Bool { position == text.endIndex }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard !isAtEnd, text[position] == UInt8(ascii: character) else { return false }
    text.formIndex(after: &position)
    return true
  }

  mutating func takeSign() -> Int64? { take("+") ? 1 : take("-") ? -1 : nil }

  /// Takes as many digits as there are in the range; `nil` if there are too few.
  mutating func number(of count: ClosedRange<Int>) -> Int64? { digits(of: count)?.number }

  /// The same, with the number of digits.
  private mutating func digits(of count: ClosedRange<Int>) -> (number: Int64, count: Int)? {
    var (number, taken) = (Int64(0), 0)
    while taken < count.upperBound, !isAtEnd {
      let byte = text[position]
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { break }
      number = number * 10 + Int64(byte - UInt8(ascii: "0"))
      taken += 1
      text.formIndex(after: &position)
    }
    return taken >= count.lowerBound ? (number, taken) : nil
  }

  /// Milliseconds since midnight in UTC.
  mutating func timeOfDay() -> Int64? {
    guard let hour = number(of: 2...2), hour < 24, take(":"), let minute = number(of: 2...2), minute < 60 else {
      return nil
    }
    var milliseconds = (hour * 60 + minute) * 60_000
    if take(":") {
      guard let second = number(of: 2...2), second < 60 else { return nil }
      milliseconds += second * 1000
      if take(".") {
        guard let (fraction, count) = digits(of: 1...9) else { return nil }
        milliseconds += (count..<9).reduce(fraction) { number, _ in number * 10 } / 1_000_000
      }
    }
    if take("Z") || take("z") || isAtEnd { return milliseconds }
    guard let sign = takeSign(), let hours = number(of: 2...2), hours < 24 else { return nil }
    var offset = hours * 60
    if take(":") || !isAtEnd {
      guard let minutes = number(of: 2...2), minutes < 60 else { return nil }
      offset += minutes
    }
    return milliseconds - sign * offset * 60_000
  }
}
