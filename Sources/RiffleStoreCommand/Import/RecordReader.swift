#if Store
  import RiffleInput

  /// Reads the records of inputs one after another, on past those that cannot be read.
  final class RecordReader {
    let record: Record
    private let chunks: InputChunks
    private var chunk: InputChunks.Chunk?
    private var place = RecordPlace(offset: 0, line: 0)
    /// The input that the last record is from; `nil` before the first one.
    private(set) var input: OpenInput?
    /// How many places are ill-formed, in what has been read.
    private(set) var illFormedCount = 0

    private static let chunkSize = 1 << 18

    /// What has been read before anybody asked for it.
    private var first: Next?

    /// Reads the first record.
    /// - Throws: if there is nothing to be read, or it has no such columns.
    init(_ description: InputDescription) throws(InputError) {
      chunks = try InputChunks(description, chunkSize: RecordReader.chunkSize)
      record = Record(in: GrowingBuffer(), description.columns)
      try readChunk()
      first = try read()
    }

    enum Next {
      /// ``record`` is another one.
      case record
      case bad(InputError)
      case end
    }

    /// - Throws: what ends the reading.
    func next() throws(InputError) -> Next {
      if let first {
        self.first = nil
        return first
      }
      return try read()
    }

    private func read() throws(InputError) -> Next {
      while let source = chunk?.input {
        var isThere = false
        var problem: InputError?
        do throws(InputError) {
          isThere = try source.read(record, &place)
        } catch {
          problem = error
        }
        if isThere || problem != nil {
          let isFirst = input?.firstLine != source.firstLine
          input = source
          if let problem { return .bad(problem) }
          if isFirst { try checkTitle(of: source) }
          return .record
        }
        try readChunk()
      }
      return .end
    }

    /// How many bytes have been read.
    var byteCount: Int { chunks.counts.bytes - max(0, chunk == nil ? 0 : record.source.count - place.offset) }
    /// The line of the input behind the last record, counted from 1.
    var nextLine: Int { place.line - (input?.firstLine ?? 0) + 1 }

    private func readChunk() throws(InputError) {
      chunk = try chunks.next(into: record.source)
      guard let chunk else { return }
      place = chunk.start
      illFormedCount += UTF8Repair.count(in: record.source.bytes)
    }

    /// All of a record is its title only if it is a single column.
    private func checkTitle(of input: OpenInput) throws(InputError) {
      if record.holds(.title) { return }
      let count = input.columnCount(of: record)
      if count < 2 { return }
      throw .column(
        source: input.name,
        problem: """
          there are \(count) columns, and none is known to be the title: choose it by number, as in --title 2, or say --header \
          if the first record names the columns
          """)
    }
  }
#endif
