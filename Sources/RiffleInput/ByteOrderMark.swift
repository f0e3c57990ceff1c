/// A mark at the start of a text that identifies its encoding.
enum ByteOrderMark {
  static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]
}
