#if Service
  import Foundation
  package import Hummingbird
  import NIOConcurrencyHelpers
  import NIOCore
  package import Riffle
  package import RiffleStore
  package import SystemPackage

  /// The items of a whole list, as they arrive. An unnamed file holds them until all have arrived; then they replace the list in
  /// one transaction. An incomplete upload, or one with a faulty line, changes nothing.
  package final class WholeList: Sendable {
    private struct State {
      var file: SystemPackage.FileDescriptor?
      var byteCount: Int64 = 0
      /// The bytes that are not in the file yet.
      var rest: [UInt8] = []
      var lineCount = 0
      /// The problem of the first faulty line.
      var problem: Problem?
    }

    private let state = NIOLockedValueBox(State())
    private let folder: FilePath?
    private let fields: [FieldDefinition]
    private let longestLine: Int
    private let check: @Sendable (StoreItem) throws(Problem) -> Void

    private static let bytesAtOnce = 1 << 18

    /// - Parameters:
    ///   - folder: the folder for the data of the file; `nil` for that of temporary files.
    ///   - fields: the fields of the list.
    ///   - longestLine: the most bytes of a line.
    ///   - check: throws if an item cannot be in the list.
    package init(
      in folder: FilePath?, fields: [FieldDefinition], longestLine: Int,
      check: @escaping @Sendable (StoreItem) throws(Problem) -> Void = { _ in }
    ) {
      (self.folder, self.fields, self.longestLine, self.check) = (folder, fields, longestLine, check)
    }

    deinit { try? state.withLockedValue { $0.file.take() }?.close() }

    /// Reads a body to its end, even if it has a fault: so a client that sends everything before it reads gets its answer.
    /// - Parameter target: where the items will be written; its threads write the file.
    /// - Throws: ``Problem`` that names the faulty line, and errors of reading the body.
    package func read(_ body: RequestBody, _ target: some BulkTarget) async throws {
      var lines = LineSplitter(longest: longestLine)
      for try await buffer in body {
        await lines.split(buffer.readableBytesView) { add($0) }
        if state.withLockedValue({ $0.rest.count }) >= WholeList.bytesAtOnce {
          try await target.keep { [self] in try write() }
        }
      }
      await lines.finish { add($0) }
      let (problem, count) = state.withLockedValue { ($0.problem, $0.lineCount) }
      if let problem { throw problem }
      // A program that failed may have sent it.
      if count == 0 { throw Problem(.invalidBody, "the body has no items: DELETE clears the list") }
    }

    private func add(_ line: LineSplitter.Line) {
      state.withLockedValue { state in
        state.lineCount += 1
        if state.problem != nil { return }
        do throws(Problem) {
          guard case .bytes(let bytes) = line else {
            throw Problem(.bodyTooLarge, "a line may have \(longestLine) bytes")
          }
          try check(try item(bytes))
          state.rest += bytes
          state.rest.append(UInt8(ascii: "\n"))
        } catch {
          state.problem = Problem(
            error.kind, "line \(state.lineCount): \(error.detail); nothing was written", parameter: error.parameter)
          state.rest = []
        }
      }
    }

    /// - Throws: ``Problem``.
    private func item(_ bytes: [UInt8]) throws(Problem) -> StoreItem {
      let line = try BulkLine(bytes, fields: fields)
      guard line.operation == .upsert, let item = line.item else {
        throw .invalid("/op", "a whole list has items: leave “op” out")
      }
      return item
    }

    private func write() throws {
      try state.withLockedValue { state in
        let file = try state.file ?? UnnamedFile.make(in: folder)
        state.file = file
        try file.writeAll(toAbsoluteOffset: state.byteCount, state.rest)
        state.byteCount += Int64(state.rest.count)
        state.rest.removeAll(keepingCapacity: true)
      }
    }

    // MARK: - Reading

    /// Calls `body` with each item, in the order of their lines. Blocks the thread; may be called several times.
    /// - Throws: `Errno`, and errors of `body`.
    package func withEach(_ body: (StoreItem) throws -> Void) throws {
      let (file, end, rest) = state.withLockedValue { ($0.file, $0.byteCount, $0.rest) }
      var lines = Lines()
      var offset: Int64 = 0
      while let file, offset < end {
        let count = Int(min(Int64(WholeList.bytesAtOnce), end - offset))
        let bytes = try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
          initialized = try file.read(fromAbsoluteOffset: offset, into: UnsafeMutableRawBufferPointer(buffer))
        }
        if bytes.isEmpty { throw Errno.ioError }
        offset += Int64(bytes.count)
        try lines.add(bytes) { try body(item($0)) }
      }
      try lines.add(rest) { try body(item($0)) }
    }

    /// A splitter of pieces into lines, each with a line ending.
    private struct Lines {
      private var rest: [UInt8] = []

      mutating func add(_ piece: [UInt8], _ body: ([UInt8]) throws -> Void) throws {
        var piece = piece[...]
        while let end = piece.firstIndex(of: UInt8(ascii: "\n")) {
          try body(rest + piece[..<end])
          rest.removeAll(keepingCapacity: true)
          piece = piece[piece.index(after: end)...]
        }
        rest += piece
      }
    }
  }
#endif
