#if Service
  import Crypto
  import Foundation
  public import Riffle

  /// A stored key: its permissions, and a hash of its secret.
  public struct APIKey: Sendable, Hashable {
    /// Lower-case letters, digits and `-`.
    public var name: String
    public var role: KeyRole
    /// A salt and the SHA-256 of the salt and the key, in hexadecimal digits, with a colon between.
    ///
    /// The secret has 256 random bits, so it cannot be found by trial; a slow hash would only slow down each request.
    public var hash: String
    /// Names of lists; `nil` for all of them.
    public var lists: [String]?
    /// A filter, as in the parameter `filter`. The key is bound to the items that meet it, and to lists with its fields and
    /// scopes, and can only read.
    public var filter: String?
    /// The moment from which the key is refused; `nil` for none.
    public var expires: Timestamp?
    /// In place of those of the limits.
    public var requestsPerSecond, workPerSecond: Int?

    static let start = "riffle_"
    /// The length of 32 bytes in base64.
    private static let secretLength = 43

    /// Creates a key.
    /// - Returns: the stored form, and the key itself, which cannot be recovered later.
    public static func make(
      name: String, role: KeyRole, lists: [String]? = nil, filter: String? = nil, expires: Timestamp? = nil
    ) -> (kept: APIKey, key: String) {
      let secret = Data(SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }).base64EncodedString()
        .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
      let key = "\(start)\(name)_\(secret)"
      let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
      let hash = hexadecimal(salt) + ":" + hexadecimal(Array(digest(salt, key)))
      return (APIKey(name: name, role: role, hash: hash, lists: lists, filter: filter, expires: expires), key)
    }

    /// Returns whether a key may have this name.
    static func isName(_ name: String) -> Bool {
      !name.isEmpty && name.utf8.count <= 64
        && name.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || 48...57 ~= $0 || $0 == 45 }
    }

    /// Returns the name in a key; `nil` if the text is not a key.
    static func name(in key: String) -> String? {
      guard key.hasPrefix(start), key.utf8.count > start.utf8.count + secretLength + 1, key.utf8.count < 200 else {
        return nil
      }
      let rest = key.dropFirst(start.count).dropLast(secretLength)
      return rest.last == "_" ? String(rest.dropLast()) : nil
    }

    static func digest(_ salt: [UInt8], _ key: String) -> SHA256Digest { SHA256.hash(data: salt + Array(key.utf8)) }

    static func hexadecimal(_ bytes: [UInt8]) -> String {
      bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The salt and the hash; `nil` if they are malformed.
    var parts: (salt: [UInt8], hash: [UInt8])? {
      let parts = hash.split(separator: ":").map { APIKey.bytes($0) }
      guard parts.count == 2, let salt = parts[0], let hash = parts[1], hash.count == 32 else { return nil }
      return (salt, hash)
    }

    private static func bytes(_ text: Substring) -> [UInt8]? {
      guard text.utf8.count.isMultiple(of: 2) else { return nil }
      var bytes: [UInt8] = []
      var rest = text
      while !rest.isEmpty {
        guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
        bytes.append(byte)
        rest = rest.dropFirst(2)
      }
      return bytes
    }
  }

  extension APIKey: Codable {
    private enum CodingKeys: String, CodingKey {
      case name, role, hash, lists, filter, expires, requestsPerSecond, workPerSecond
      /// The name of ``APIKey/filter`` before there were fields.
      case scope
    }

    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        name: try container.decode(String.self, forKey: .name), role: try container.decode(KeyRole.self, forKey: .role),
        hash: try container.decode(String.self, forKey: .hash),
        lists: try container.decodeIfPresent([String].self, forKey: .lists),
        filter: try container.decodeIfPresent(String.self, forKey: .filter),
        expires: try container.decodeIfPresent(Timestamp.self, forKey: .expires),
        requestsPerSecond: try container.decodeIfPresent(Int.self, forKey: .requestsPerSecond),
        workPerSecond: try container.decodeIfPresent(Int.self, forKey: .workPerSecond))
      guard let scope = try container.decodeIfPresent(String.self, forKey: .scope) else { return }
      filter = filter.map { "(\($0)) AND (\(scope))" } ?? scope
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(role, forKey: .role)
      try container.encode(hash, forKey: .hash)
      try container.encodeIfPresent(lists, forKey: .lists)
      try container.encodeIfPresent(filter, forKey: .filter)
      try container.encodeIfPresent(expires, forKey: .expires)
      try container.encodeIfPresent(requestsPerSecond, forKey: .requestsPerSecond)
      try container.encodeIfPresent(workPerSecond, forKey: .workPerSecond)
    }
  }
#endif
