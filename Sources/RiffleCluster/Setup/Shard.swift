#if Cluster
  /// A part of a list by the hash of its ids: a range of 256 fixed slots.
  public struct Shard: Sendable, Hashable {
    /// From 0.
    public let number: Int
    public let count: Int

    /// How many slots all shards have together, and so how many shards there can be.
    public static let slotCount = 256

    /// - Throws: ``ClusterError/shard(text:)``.
    public init(_ number: Int, of count: Int) throws(ClusterError) {
      guard (1...Shard.slotCount).contains(count), (0..<count).contains(number) else {
        throw .shard(text: "\(number)/\(count)")
      }
      (self.number, self.count) = (number, count)
    }

    private init(number: Int, count: Int) { (self.number, self.count) = (number, count) }

    /// All of a list.
    package static let whole = Shard(number: 0, count: 1)

    /// Parses `0/4`.
    /// - Throws: ``ClusterError/shard(text:)``.
    public init(_ text: String) throws(ClusterError) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, let number = Shard.number(parts[0]), let count = Shard.number(parts[1]) else {
        throw .shard(text: text)
      }
      do throws(ClusterError) {
        try self.init(number, of: count)
      } catch {
        throw .shard(text: text)
      }
    }

    private static func number(_ digits: Substring) -> Int? {
      digits.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int(digits) : nil
    }

    /// The slots of the shard.
    public var slots: Range<Int> {
      number * Shard.slotCount / count..<(number + 1) * Shard.slotCount / count
    }

    /// The condition that a row of the shard meets, in SQL of PostgreSQL over the table's key. Hash functions of partitions
    /// (with a seed) stay the same from version to version.
    func condition(key column: String, _ type: KeyType) -> String {
      let name = PostgresName.quoted(column)
      let hash =
        switch type {
        case .integer: "hashint8extended(\(name), 0)"
        case .text: "hashtextextended(\(name), 0)"
        case .uuid: "uuid_hash_extended(\(name), 0)"
        }
      return "((\(hash) & \(Shard.slotCount - 1)) BETWEEN \(slots.lowerBound) AND \(slots.upperBound - 1))"
    }
  }

  extension Shard: CustomStringConvertible {
    public var description: String { "\(number)/\(count)" }
  }

  /// The types that the key of a followed table may have.
  enum KeyType: Sendable {
    case integer, text, uuid

    /// - Parameter type: the OID of a type.
    /// - Returns: `nil` if no id of an item is of this type.
    init?(type: UInt32) {
      switch type {
      case 20, 21, 23: self = .integer
      case 25, 1043: self = .text
      case 2950: self = .uuid
      default: return nil
      }
    }
  }

  /// Names as PostgreSQL has them.
  enum PostgresName {
    /// Behind which PostgreSQL cuts names off.
    static let longest = 63

    static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
    static func literal(_ text: String) -> String {
      // Independent of standard_conforming_strings.
      let quoted = text.replacing("'", with: "''").replacing("\\", with: "\\\\")
      return (text.contains("\\") ? " E'" : "'") + quoted + "'"
    }

    /// The publication of a list or of one of its shards.
    static func publication(_ list: String, _ shard: Shard?) -> String {
      "riffle_\(list)" + (shard.map { "_\($0.number)_of_\($0.count)" } ?? "")
    }

    /// A name for the slot of one copy of a list, which no other copy has.
    static func newSlot(_ list: String, _ shard: Shard?) -> String {
      let name = publication(list, shard).lowercased().map { character in
        character.isASCII && (character.isLetter || character.isNumber) ? character : "_"
      }
      let random = UInt64.random(in: .min ... .max)
      let suffix = "_" + String(repeating: "0", count: random.leadingZeroBitCount / 4) + String(random, radix: 16)
      return String(name.prefix(longest - 17)) + (random == 0 ? "_0" : suffix)
    }
  }
#endif
