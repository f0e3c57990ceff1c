#if Service
  import Crypto
  import Foundation
  import Logging
  import NIOConcurrencyHelpers
  import NIOCore
  import Riffle

  /// The known keys, read again whenever their file has changed.
  final class KeyRing: Sendable {
    private struct Known {
      let salt, hash: [UInt8]
      let caller: Caller
      let expires: Timestamp?
    }

    private struct State {
      var keys: [String: Known] = [:]
      var stamp: FileStamp?
      /// The names in filters of the lists, by the names of the lists.
      var lists: [String: FilterNames]
    }

    private let path: String?
    /// Whether all lists are known at the start, so that keys may name no others.
    private let isComplete: Bool
    private let limits: Limits
    private let state: NIOLockedValueBox<State>
    /// The caller where no key is needed.
    private let anonymous: Caller
    /// The hash that unknown keys are compared with, so that they take as long as others.
    private let decoy: (salt: [UInt8], hash: [UInt8])

    /// - Parameters:
    ///   - path: the path of the file; `nil` if no key is needed.
    ///   - lists: the names in filters of the lists, by the names of the lists.
    ///   - isComplete: whether there are never other lists.
    init(
      path: String?, lists: [String: FilterNames], isComplete: Bool = true, limits: Limits
    ) throws(SettingsError) {
      (self.path, self.isComplete, self.limits) = (path, isComplete, limits)
      anonymous = Caller(
        name: nil, role: .admin, lists: nil, bounds: nil, allowance: Allowance(requests: 0, work: 0))
      decoy = (Array(repeating: 7, count: 16), Array(repeating: 0, count: 32))
      state = NIOLockedValueBox(State(lists: lists))
      if path != nil { try read() }
    }

    /// Records that a list has been created or dropped.
    ///
    /// Reads the keys again, because they may be bound to fields and scopes of the list. If they cannot be read, they stay
    /// unchanged, and ``read()`` tries again.
    /// - Parameter names: `nil` for a list that has been dropped.
    func set(list name: String, names: FilterNames?) {
      state.withLockedValue { state in
        state.lists[name] = names
        state.stamp = nil
      }
      _ = try? read()
    }

    /// Reads the file, if it has changed. A faulty file changes nothing.
    /// - Returns: whether it has changed.
    /// - Throws: ``SettingsError``.
    @discardableResult
    func read() throws(SettingsError) -> Bool {
      guard let path else { return false }
      let stamp = FileStamp(path)
      if let stamp, stamp == state.withLockedValue({ $0.stamp }) { return false }
      let keys = try known(try KeyRing.keys(in: path), path)
      state.withLockedValue { state in
        // A key that stays keeps the used part of its allowance.
        let old = state.keys
        state.keys = keys.mapValues { key in
          guard let name = key.caller.name, let before = old[name], before.hash == key.hash else { return key }
          let caller = Caller(
            name: name, role: key.caller.role, lists: key.caller.lists, bounds: key.caller.bounds,
            allowance: before.caller.allowance)
          return Known(salt: key.salt, hash: key.hash, caller: caller, expires: key.expires)
        }
        state.stamp = stamp
      }
      return true
    }

    private struct File: Codable { var keys: [APIKey] }

    private static func keys(in path: String) throws(SettingsError) -> [APIKey] {
      do {
        return try JSONDecoder().decode(File.self, from: try Data(contentsOf: URL(filePath: path))).keys
      } catch let error as DecodingError {
        throw SettingsError("the file of keys “\(path)” cannot be read: \(error.sentence)")
      } catch {
        throw SettingsError("the file of keys “\(path)” cannot be read: \(error.localizedDescription)")
      }
    }

    private func known(_ keys: [APIKey], _ path: String) throws(SettingsError) -> [String: Known] {
      var known: [String: Known] = [:]
      let lists = state.withLockedValue { $0.lists }
      for key in keys {
        func wrong(_ reason: String) -> SettingsError {
          SettingsError("the key “\(key.name)” in “\(path)” \(reason)")
        }
        if !APIKey.isName(key.name) { throw wrong("has no name of 1 to 64 small letters, digits and “-”") }
        guard let parts = key.parts else { throw wrong("has no hash: make it with --make-key") }
        for list in key.lists ?? [] where isComplete && lists[list] == nil {
          throw wrong("names the list “\(list)”, which is not served")
        }
        for (member, rate) in [("requestsPerSecond", key.requestsPerSecond), ("workPerSecond", key.workPerSecond)] {
          if let rate, rate < 0 { throw wrong("has \(member) \(rate): give 0 for any number, or more") }
        }
        if key.filter != nil, key.role != .read { throw wrong("is bound to a filter, so it can only read") }
        let caller = Caller(
          name: key.name, role: key.role, lists: key.lists.map { Set($0) },
          bounds: try bounds(key, lists, wrong),
          allowance: Allowance(
            requests: key.requestsPerSecond ?? limits.requestsPerSecond, work: key.workPerSecond ?? limits.workPerSecond
          ))
        let entry = Known(salt: parts.salt, hash: parts.hash, caller: caller, expires: key.expires)
        if known.updateValue(entry, forKey: key.name) != nil {
          throw wrong("is there twice")
        }
      }
      return known
    }

    private func bounds(
      _ key: APIKey, _ lists: [String: FilterNames], _ wrong: (String) -> SettingsError
    ) throws(SettingsError) -> [String: Filter]? {
      guard let text = key.filter else { return nil }
      var bounds: [String: Filter] = [:]
      var failure = "there is no list"
      for (list, names) in lists where key.lists?.contains(list) ?? true {
        do throws(FilterError) {
          bounds[list] = try names.filter(text)
        } catch {
          failure = error.description
        }
      }
      if bounds.isEmpty, isComplete { throw wrong("is bound to “\(text)”, which is a filter of no list: \(failure)") }
      return bounds
    }

    var needsKey: Bool { path != nil }

    /// Returns the caller with these credentials.
    /// - Parameters:
    ///   - authorization: the header field.
    ///   - now: the present moment; `nil` to read the clock.
    /// - Throws: ``Problem`` if they belong to no key, or to one that has expired.
    func caller(_ authorization: String?, now: Timestamp? = nil) throws(Problem) -> Caller {
      guard path != nil else { return anonymous }
      guard let authorization else {
        throw Problem(.unauthorized, "send “Authorization: Bearer KEY”", parameter: "Authorization")
      }
      let words = authorization.split(separator: " ")
      let unknown = Problem(.unauthorized, "the key is not known", parameter: "Authorization")
      guard words.count == 2, words[0].lowercased() == "bearer" else {
        throw Problem(.unauthorized, "send “Authorization: Bearer KEY”", parameter: "Authorization")
      }
      let key = String(words[1])
      let known = APIKey.name(in: key).flatMap { name in state.withLockedValue { $0.keys[name] } }
      // Comparing digests takes the same time for all of them.
      let isRight = APIKey.digest(known?.salt ?? decoy.salt, key) == (known?.hash ?? decoy.hash)
      guard let known, isRight else { throw unknown }
      if let expires = known.expires {
        let now = now ?? Timestamp(secondsSince1970: Date().timeIntervalSince1970)
        if now >= expires {
          throw Problem(.unauthorized, "the key has expired: ask for another one", parameter: "Authorization")
        }
      }
      return known.caller
    }
  }
#endif
