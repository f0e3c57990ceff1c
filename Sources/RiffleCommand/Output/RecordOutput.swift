import Riffle
import RiffleInput

/// A way to print records.
protocol RecordOutput {
  /// Prints a hit, whose record has been read.
  func write(_ hit: LineHit, explanation: Explanation?, to writer: ByteWriter) throws(CommandError)
}

extension Double {
  /// As fine as a cost need be.
  var roundedToThousandths: Double { (self * 1000).rounded() / 1000 }

  /// The same in as few characters as will do.
  var inThousandths: String {
    let rounded = roundedToThousandths
    return Int64(exactly: rounded)?.description ?? rounded.description
  }
}

extension Field {
  /// The name that the options and the formats use.
  var name: String {
    switch self {
    case .title: "title"
    case .reading: "reading"
    case .searchText: "search_text"
    }
  }

  var role: Role {
    switch self {
    case .title: .title
    case .reading: .reading
    case .searchText: .searchText
    }
  }
}
