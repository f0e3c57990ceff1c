#if Service

  /// A splitter of a body into lines as it arrives. Keeps at most an incomplete line.
  struct LineSplitter {
    enum Line: Sendable {
      /// Without its line ending.
      case bytes([UInt8])
      /// A line longer than allowed; reported as soon as that is known, and the rest of the line is skipped.
      case tooLong
    }

    private let longest: Int
    private var rest: [UInt8] = []
    private var isPassing = false

    /// - Parameter longest: the most bytes of a line.
    init(longest: Int) { self.longest = longest }

    /// Calls `body` with the lines that end in a piece, except blank ones.
    mutating func split<Failure: Error>(
      _ piece: some Collection<UInt8>, _ body: (Line) async throws(Failure) -> Void
    ) async throws(Failure) {
      var piece = piece[...]
      while let end = piece.firstIndex(of: UInt8(ascii: "\n")) {
        rest.append(contentsOf: piece[..<end])
        piece = piece[piece.index(after: end)...]
        try await finish(body)
      }
      if isPassing { return }
      rest.append(contentsOf: piece)
      if rest.count > longest {
        isPassing = true
        rest = []
        try await body(.tooLong)
      }
    }

    /// Calls `body` with the last line, if it has no line ending.
    mutating func finish<Failure: Error>(_ body: (Line) async throws(Failure) -> Void) async throws(Failure) {
      defer {
        rest.removeAll(keepingCapacity: true)
        isPassing = false
      }
      if isPassing { return }
      if rest.count > longest { return try await body(.tooLong) }
      if !rest.allSatisfy({ $0 == 32 || $0 == 9 || $0 == 13 }) { try await body(.bytes(rest)) }
    }
  }
#endif
