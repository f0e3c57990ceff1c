import Riffle
import RiffleInput

/// The lines of a list that is sorted when all of them have been read.
struct UnsortedLines {
  private let search: FieldSearch
  /// The values of each line that it is sorted by.
  var values: FoundValues
  private var bytes = GrowingBuffer()
  private var ranges: [Range<Int>] = []
  private var fields: [LineFields] = []

  /// The size from which a block of sorted lines is complete.
  private static let blockSize = 1 << 20

  init(_ search: FieldSearch) { (self.search, values) = (search, search.values) }

  /// Adds lines, whose values have been added to ``values``.
  /// - Throws: an error if there is not enough memory.
  mutating func append(
    _ buffer: GrowingBuffer, _ ranges: [Range<Int>], _ fields: [LineFields]
  ) throws(InputError) {
    for range in ranges {
      let start = bytes.count
      guard bytes.append(UnsafeRawBufferPointer(buffer[range])) else {
        throw .system(name: "the list", reason: "there is no memory to sort it")
      }
      self.ranges.append(start..<bytes.count)
    }
    self.fields += fields
  }

  /// Moves the lines into a list, in the order of the sort keys.
  /// - Complexity: O(bytes), and O(lines) for each key.
  /// - Throws: an error if there are too many lines.
  consuming func sort(into lines: LineStore) throws(InputError) {
    let order: [Int]?
    do throws(FilterError) {
      order = try search.answer(to: values).order
    } catch {
      throw .system(name: "--sort", reason: error.description)
    }
    var block: [UInt8] = []
    var places: [Range<Int>] = []
    var texts: [LineFields] = []
    for line in order ?? Array(ranges.indices) {
      let start = block.count
      block += bytes[ranges[line]]
      places.append(start..<block.count)
      texts.append(fields[line])
      if block.count < UnsortedLines.blockSize { continue }
      lines.append(block[...], ranges: places, fields: texts)
      (block, places, texts) = ([], [], [])
    }
    lines.append(block[...], ranges: places, fields: texts)
  }
}
