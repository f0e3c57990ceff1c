package import Riffle

/// The options of a picker. Names are those of fzf's options with the same meaning.
package struct PickerOptions: Sendable {
  package enum Layout: String, CaseIterable, Sendable {
    /// The query at the bottom, the best hit right above it.
    case `default`
    /// The query at the top, the best hit right below it.
    case reverse
    /// The query at the bottom, the best hit at the top.
    case reverseList = "reverse-list"
  }

  package enum Info: String, CaseIterable, Sendable { case `default`, inline, hidden }

  package var layout = Layout.default
  package var border = Border.none
  package var info = Info.default
  package var prompt = "> "
  package var pointer = ">"
  package var marker = "*"
  package var ellipsis = ".."
  /// The text that is repeated behind the counts.
  package var separator = "─"
  /// The label in the upper border.
  package var borderLabel = ""
  /// The margin around the border, and the padding within it.
  package var margin = Insets()
  package var padding = Insets()
  /// The number of hits that show before and behind the current one, if there are any.
  package var scrollOff = 0
  /// Whether the end of items that are too long shows.
  package var keepsRight = false
  /// Whether the header is on the other side of the query.
  package var isHeaderFirst = false
  /// Whether the cursor stays on its item when the hits change.
  package var tracksCurrent = false
  /// Whether nothing is drawn until the whole list has been read.
  package var waitsForAll = false
  /// The lines above the list, or below it.
  package var header: [String] = []
  /// The number of lines of the list that are shown in the header instead.
  package var headerLines = 0
  /// The most items that can be selected; 0 to choose a single one without a mark.
  package var multiLimit = 0
  package var isCyclic = false
  package var query = ""
  package var mode = QueryMode.smart
  package var isSorted = true
  package var isSearchEnabled = true
  package var preview: String?
  package var previewWindow = PreviewWindow()
  package var bindings = KeyBindings.standard
  /// Further keys that accept, like enter; the key used is printed first.
  package var expectedKeys: [Key] = []
  package var printsQuery = false
  /// Whether the picker ends at once with the only hit, or with none.
  package var selectsOne = false
  package var endsWithoutHits = false
  /// Earlier queries, the latest last.
  package var history: [String]?
  package var theme = Theme.standard
  /// Whether the letters of an alphabetical list show at its edge.
  package var showsLetters = true

  package init() {}
}

/// The border of an area.
package enum Border: String, CaseIterable, Sendable {
  case none, rounded, sharp, bold, double, horizontal, vertical, top, bottom, left, right

  package var hasTop: Bool { ![.none, .vertical, .bottom, .left, .right].contains(self) }
  package var hasBottom: Bool { ![.none, .vertical, .top, .left, .right].contains(self) }
  package var hasLeft: Bool { [.rounded, .sharp, .bold, .double, .vertical, .left].contains(self) }
  package var hasRight: Bool { [.rounded, .sharp, .bold, .double, .vertical, .right].contains(self) }

  /// Horizontal, vertical, and the corners clockwise from the top left.
  var lines: [String] {
    switch self {
    case .bold: ["━", "┃", "┏", "┓", "┛", "┗"]
    case .double: ["═", "║", "╔", "╗", "╝", "╚"]
    case .rounded: ["─", "│", "╭", "╮", "╯", "╰"]
    default: ["─", "│", "┌", "┐", "┘", "└"]
    }
  }

  func inner(_ area: GridArea) -> GridArea {
    area.inset(top: hasTop ? 1 : 0, left: hasLeft ? 2 : 0, bottom: hasBottom ? 1 : 0, right: hasRight ? 2 : 0)
  }
}

/// The space at the sides of an area.
package struct Insets: Hashable, Sendable {
  package var top = Length.cells(0), right = Length.cells(0), bottom = Length.cells(0), left = Length.cells(0)

  package init() {}

  /// - Parameter text: lengths separated by commas. One is for all sides; two are for top and bottom, then left and right; three
  ///   are for top, left and right, and bottom; four are clockwise from the top.
  package init(_ text: String, option: String) throws(PickerOptionError) {
    let lengths = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { Length($0) }
    guard lengths.count == text.count(where: { $0 == "," }) + 1, 1...4 ~= lengths.count else {
      throw PickerOptionError("\(option) \(text): say up to four lengths in cells or percent, as in 1,5%")
    }
    top = lengths[0]
    right = lengths.count > 1 ? lengths[1] : top
    bottom = lengths.count > 2 ? lengths[2] : top
    left = lengths.count > 3 ? lengths[3] : right
  }

  func inner(_ area: GridArea) -> GridArea {
    let inner = area.inset(
      top: top.of(area.rows), left: left.of(area.columns), bottom: bottom.of(area.rows), right: right.of(area.columns))
    return inner.rows < 2 || inner.columns < 4 ? area : inner
  }
}

/// A length in cells, or in percent of the available space.
package enum Length: Hashable, Sendable {
  case cells(Int)
  case percent(Double)

  package init?(_ text: some StringProtocol) {
    if text.hasSuffix("%") {
      guard let percent = Double(text.dropLast()), 0...100 ~= percent else { return nil }
      self = .percent(percent)
    } else {
      guard let cells = Int(text), 0...10_000 ~= cells else { return nil }
      self = .cells(cells)
    }
  }

  package func of(_ whole: Int) -> Int {
    switch self {
    case .cells(let cells): min(cells, whole)
    case .percent(let percent): Int(Double(whole) * percent / 100)
    }
  }
}

/// The place of a preview, as in fzf's `--preview-window`.
package struct PreviewWindow: Hashable, Sendable {
  package enum Side: String, Sendable { case up, down, left, right }

  package var side = Side.right
  package var length = Length.percent(50)
  package var border = Border.rounded
  package var isHidden = false
  package var wraps = false
  /// Whether the end shows while more output arrives.
  package var follows = false
  /// The first line to show: a sum of numbers and fields of the item, as in `+{2}-5`.
  package var scroll = ""

  package init() {}

  package init(_ text: String) throws(PickerOptionError) {
    try apply(text)
  }

  package mutating func apply(_ text: String) throws(PickerOptionError) {
    for part in text.split(whereSeparator: { $0 == "," || $0 == ":" }) {
      switch part {
      case "up", "top": side = .up
      case "down", "bottom": side = .down
      case "left": side = .left
      case "right": side = .right
      case "hidden": isHidden = true
      case "nohidden": isHidden = false
      case "wrap": wraps = true
      case "nowrap": wraps = false
      case "follow": follows = true
      case "nofollow": follows = false
      case "cycle", "nocycle": break
      case "default": self = PreviewWindow()
      case "border": border = .rounded
      case "noborder": border = .none
      default:
        if part.hasPrefix("border-"), let border = Border(rawValue: String(part.dropFirst("border-".count))) {
          self.border = border
        } else if part.hasPrefix("+") || part.hasPrefix("~") {
          if part.hasPrefix("+") { scroll = String(part) }
        } else if let length = Length(part) {
          self.length = length
        } else {
          throw PickerOptionError("--preview-window \(text): '\(part)' is no side, size, border or flag")
        }
      }
    }
  }
}
