#if Service

  /// Splits a body into lines as it comes in. Keeps at most a line that has not ended.
  struct LineSplitter {
    enum Line: Sendable {
      /// Without what ends it.
      case bytes([UInt8])
      /// Longer than lines may be; comes as soon as that is known, and the rest of the line is passed over.
      case tooLong
    }

    private let longest: Int
    private var rest: [UInt8] = []
    private var isPassing = false

    /// - Parameter longest: how many bytes a line may have.
    init(longest: Int) { self.longest = longest }

    /// Calls `body` with the lines that end in a piece, except those of white space alone.
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

    /// Calls `body` with the last line, if it does not end.
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
