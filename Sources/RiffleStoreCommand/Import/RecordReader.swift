#if Store
  import RiffleInput

  /// A reader of the records of inputs, one after another; it continues after unreadable records.
  final class RecordReader {
    let record: Record
    private let chunks: InputChunks
    private var chunk: InputChunks.Chunk?
    private var place = RecordPlace(offset: 0, line: 0)
    /// The input of the last record; `nil` before the first one.
    private(set) var input: OpenInput?
    /// The number of ill-formed places so far.
    private(set) var illFormedCount = 0

    private static let chunkSize = 1 << 18

    /// The first record, read in advance.
    private var first: Next?

    /// Reads the first record.
    /// - Throws: an error if there is nothing to read, or the columns do not exist.
    init(_ description: InputDescription) throws(InputError) {
      chunks = try InputChunks(description, chunkSize: RecordReader.chunkSize)
      record = Record(in: GrowingBuffer(), description.columns)
      try readChunk()
      first = try read()
    }

    enum Next {
      /// ``record`` is a new one.
      case record
      case bad(InputError)
      case end
    }

    /// - Throws: an error that ends reading.
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

    /// The number of bytes read.
    var byteCount: Int { chunks.counts.bytes - max(0, chunk == nil ? 0 : record.source.count - place.offset) }
    /// The line of the input behind the last record, counted from 1.
    var nextLine: Int { place.line - (input?.firstLine ?? 0) + 1 }

    private func readChunk() throws(InputError) {
      chunk = try chunks.next(into: record.source)
      guard let chunk else { return }
      place = chunk.start
      illFormedCount += UTF8Repair.count(in: record.source.bytes)
    }

    /// Checks the title: the whole record is its title only if it has a single column.
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
