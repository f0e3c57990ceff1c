internal import CKernels

// Unsafe memory: `state` has room for as many pieces as two texts of the longest kind have. The kernels write no more pieces
// than half of the bytes passed to them and one for each text, and get no longer text. Only the first `count` pieces of `state`
// are read, which the kernels have written. It is an array of words, whose alignment is that of pieces and masks.
//
// A `LineScreen` points into memory that it owns, writes it once, and is retained by each caller of a kernel.

/// The query that lines are screened for, in the form of the kernels.
private final class LineScreen: @unchecked Sendable {
  let kernel: line_screen
  private let memory: [OwnedMemory]

  init(_ query: LineQuery, openForms: Int, upTo most: UInt32, _ isCaseSensitive: Bool, stride: Int) {
    var memory: [OwnedMemory] = []
    func keep<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafePointer<Element> {
      memory.append(OwnedMemory(byteCount: elements.count * MemoryLayout<Element>.stride))
      let kept = memory[memory.count - 1].bytes.bindMemory(to: Element.self, capacity: elements.count)
      kept.initialize(from: elements, count: elements.count)
      return UnsafePointer(kept)
    }
    let terms = query.kernelTerms(openForms, upTo: most, isCaseSensitive: isCaseSensitive)
    let forms = query.screens(openForms)
    precondition(terms.count <= stride)
    var kernel = line_screen()
    kernel.table = keep(LineLetters.table)
    (kernel.terms, kernel.term_count) = (keep(terms), terms.count)
    kernel.steps = keep(query.steps)
    (kernel.forms, kernel.form_count) = (keep(forms), forms.count)
    (kernel.function_words, kernel.function_word_count) = (keep(FunctionWords.heads), FunctionWords.heads.count)
    kernel.acronyms = query.acronyms(openForms)
    (kernel.stride, kernel.digits, kernel.needed) = (stride, LineLetters.digits, query.needed.bits)
    (kernel.most, kernel.lowercases) = (LineQuery.steps(upTo: most), isCaseSensitive ? 0 : 1)
    self.kernel = kernel
    self.memory = memory
  }
}

/// The texts of a line, screened, and cut where no word reaches across, before anything is folded: those that are ASCII.
struct LinePieces: Sendable {
  enum Verdict {
    case rejected, mayMatch, notASCII

    fileprivate init(_ verdict: Int32) {
      self = verdict == LINE_REJECTED ? .rejected : verdict == LINE_MAY_MATCH ? .mayMatch : .notASCII
    }
  }

  private var state: [UInt64]
  private let stride: Int
  private(set) var count = 0
  /// The number of pieces examined; they are the first ones.
  private var readCount = 0
  /// Where the pieces of the title end, and those of the search text begin.
  private(set) var titleEnd = 0
  private let query: LineQuery
  private let isCaseSensitive: Bool
  private var screen: LineScreen

  /// The longest text that is cut.
  static let longestText = Int(LINE_PIECES_LIMIT)

  /// In words of ``state``: the pieces, then for each of them what its words and those before make of each term, then
  /// masks to work with.
  private static let pieceWords = MemoryLayout<line_piece>.stride / 8
  private static let capacity = 2 * (longestText / 2 + 1)
  private var reachStart: Int { LinePieces.capacity * LinePieces.pieceWords }
  private var masksStart: Int { reachStart + LinePieces.capacity * stride }

  init(_ query: LineQuery, isCaseSensitive: Bool) {
    self.query = query
    self.isCaseSensitive = isCaseSensitive
    stride = max(1, query.terms.count)
    state = []
    screen = LineScreen(query, openForms: query.forms.count, upTo: .max, isCaseSensitive, stride: stride)
    state = Array(repeating: 0, count: masksStart + MemoryLayout<line_masks>.stride / 8)
  }

  /// Restricts the search to fewer terms and forms from here on.
  /// - Parameter most: what a hit costs at most, in ``CostTable/unit``s.
  mutating func set(openForms: Int, upTo most: UInt32) {
    screen = LineScreen(query, openForms: openForms, upTo: most, isCaseSensitive, stride: stride)
    // They speak of other terms.
    (count, readCount) = (0, 0)
  }

  // MARK: - Screening

  /// Screens the next line that is nothing but a title.
  ///
  /// - Parameters:
  ///   - title: where it stands in `text`.
  ///   - previous: the last title that was screened, if it stands in `text` too; else empty.
  @inline(__always)
  mutating func screen(_ title: Range<Int>, after previous: Range<Int>, of text: Span<UInt8>) -> Verdict {
    guard title.count <= LinePieces.longestText else {
      (count, readCount) = (0, 0)
      return .notASCII
    }
    let verdict = with { screen, line in
      text.extracting(previous).withUnsafeBufferPointer { previous in
        text.extracting(title).withUnsafeBufferPointer { title in
          kernel_screen_title(&screen, title.baseAddress, title.count, previous.baseAddress, previous.count, &line)
        }
      }
    }
    titleEnd = count
    return Verdict(verdict)
  }

  /// Screens a line of two texts.
  mutating func screen(_ title: Span<UInt8>, _ searchText: Span<UInt8>) -> Verdict {
    guard title.count <= LinePieces.longestText, searchText.count <= LinePieces.longestText else {
      (count, readCount) = (0, 0)
      return .notASCII
    }
    var titleEnd = 0
    let verdict = with { screen, line in
      title.withUnsafeBufferPointer { title in
        searchText.withUnsafeBufferPointer { text in
          kernel_screen_texts(
            &screen, title.baseAddress, title.count, text.baseAddress, text.count, &titleEnd, &line)
        }
      }
    }
    self.titleEnd = titleEnd
    return Verdict(verdict)
  }

  /// Whether a line of these least costs may match.
  mutating func mayMatch(_ floor: SIMD16<UInt8>) -> Bool {
    with { screen, _ in withFloor(floor) { kernel_may_match(&screen, $0) != 0 } }
  }

  /// The same in a single form.
  func mayMatch(_ floor: SIMD16<UInt8>, form: Int) -> Bool {
    let form = query.screen(form: form)
    return form.least <= screen.kernel.most
      && query.steps.withUnsafeBufferPointer { steps in
        withFloor(floor) { floor in
          steps.baseAddress.map { kernel_least_cost($0 + Int(form.first), Int(form.count), form.price, floor) } ?? 0
        }
      } <= screen.kernel.most
  }

  /// The least cost of each term.
  mutating func floor() -> SIMD16<UInt8> {
    var floor = SIMD16<UInt8>(repeating: LineQuery.none)
    with { screen, line in
      withUnsafeMutableBytes(of: &floor) { lanes in
        guard let lanes = lanes.baseAddress else { return }
        let runs = line.known > 0 ? line.pieces[line.known - 1].runs : 0
        kernel_line_floor(&screen, line.pieces, line.known, runs, lanes.assumingMemoryBound(to: UInt8.self))
      }
    }
    return floor
  }

  @inline(__always)
  private mutating func with<Result>(_ body: (inout line_screen, inout line_pieces) -> Result) -> Result {
    var (screen, line) = (screen.kernel, line_pieces())
    (line.known, line.read) = (count, readCount)
    let (reachStart, masksStart) = (reachStart, masksStart)
    let result = state.withUnsafeMutableBytes { state in
      let base = state.baseAddress
      line.pieces = base?.assumingMemoryBound(to: line_piece.self)
      line.reach = base.map { ($0 + 8 * reachStart).assumingMemoryBound(to: UInt64.self) }
      line.masks = base.map { ($0 + 8 * masksStart).assumingMemoryBound(to: line_masks.self) }
      return body(&screen, &line)
    }
    (count, readCount) = (line.known, line.read)
    return result
  }

  // MARK: - One piece

  private subscript(index: Int) -> line_piece {
    @inline(__always)
    get {
      precondition(index < count)
      return state.withUnsafeBytes {
        $0.loadUnaligned(fromByteOffset: index * MemoryLayout<line_piece>.stride, as: line_piece.self)
      }
    }
    set {
      precondition(index < count)
      state.withUnsafeMutableBytes {
        $0.storeBytes(of: newValue, toByteOffset: index * MemoryLayout<line_piece>.stride, as: line_piece.self)
      }
    }
  }

  func range(_ index: Int) -> Range<Int> { Int(self[index].start)..<Int(self[index].end) }

  /// The number of a piece in a table; `nil` if it has none yet.
  @inline(__always)
  func number(_ index: Int) -> Int? {
    let number = self[index].number
    return number < 0 ? nil : Int(number)
  }

  /// Whether no word of a piece matters.
  @inline(__always)
  func isDead(_ index: Int) -> Bool { self[index].is_dead != 0 }

  mutating func set(_ index: Int, number: Int) {
    var piece = self[index]
    piece.number = Int32(truncatingIfNeeded: number)
    self[index] = piece
  }

  /// Takes the numbers away.
  mutating func forgetNumbers() {
    for index in 0..<count {
      var piece = self[index]
      piece.number = -1
      self[index] = piece
    }
  }
}

extension line_term {
  /// Sets the bytes of the term, and where in it each stands.
  mutating func set(_ term: [UInt8], isCaseSensitive: Bool) {
    let count = min(term.count, 62)
    withUnsafeMutableBytes(of: &bytes) { bytes in for offset in 0..<count { bytes[offset] = term[offset] } }
    withUnsafeMutableBytes(of: &offsets) { offsets in
      let masks = offsets.assumingMemoryBound(to: UInt64.self)
      for offset in 0..<count where term[offset] < 0x80 {
        masks[Int(term[offset])] |= 1 << UInt64(offset)
        if !isCaseSensitive, 0x61...0x7A ~= term[offset] { masks[Int(term[offset]) - 0x20] |= 1 << UInt64(offset) }
      }
    }
  }
}

@inline(__always)
private func withFloor<Result>(_ floor: SIMD16<UInt8>, _ body: (UnsafePointer<UInt8>) -> Result) -> Result {
  withUnsafePointer(to: floor) { $0.withMemoryRebound(to: UInt8.self, capacity: Int(LINE_LANES), body) }
}
