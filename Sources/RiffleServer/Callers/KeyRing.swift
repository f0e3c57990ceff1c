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
    }

    private struct State {
      var keys: [String: Known] = [:]
      var stamp: FileStamp?
      /// The scopes of the lists, by their names.
      var lists: [String: [String]]
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
    ///   - lists: the scopes of the lists, by their names.
    ///   - isComplete: whether there are never other lists.
    init(
      path: String?, lists: [String: [String]], isComplete: Bool = true, limits: Limits
    ) throws(SettingsError) {
      (self.path, self.isComplete, self.limits) = (path, isComplete, limits)
      anonymous = Caller(
        name: nil, role: .admin, lists: nil, scopes: nil, allowance: Allowance(requests: 0, work: 0))
      decoy = (Array(repeating: 7, count: 16), Array(repeating: 0, count: 32))
      state = NIOLockedValueBox(State(lists: lists))
      if path != nil { try read() }
    }

    /// Records that a list has been created or dropped.
    ///
    /// Reads the keys again, because they may be restricted to scopes of the list. If they cannot be read, they stay unchanged,
    /// and ``read()`` tries again.
    /// - Parameter scopes: `nil` for a list that has been dropped.
    func set(list name: String, scopes: [String]?) {
      state.withLockedValue { state in
        state.lists[name] = scopes
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
            name: name, role: key.caller.role, lists: key.caller.lists, scopes: key.caller.scopes,
            allowance: before.caller.allowance)
          return Known(salt: key.salt, hash: key.hash, caller: caller)
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
        if key.scope != nil, key.role != .read { throw wrong("is bound to a scope, so it can only read") }
        let caller = Caller(
          name: key.name, role: key.role, lists: key.lists.map { Set($0) },
          scopes: try scopes(key, lists, wrong),
          allowance: Allowance(
            requests: key.requestsPerSecond ?? limits.requestsPerSecond, work: key.workPerSecond ?? limits.workPerSecond
          ))
        if known.updateValue(Known(salt: parts.salt, hash: parts.hash, caller: caller), forKey: key.name) != nil {
          throw wrong("is there twice")
        }
      }
      return known
    }

    private func scopes(
      _ key: APIKey, _ lists: [String: [String]], _ wrong: (String) -> SettingsError
    ) throws(SettingsError) -> [String: Scope]? {
      guard let text = key.scope else { return nil }
      var scopes: [String: Scope] = [:]
      var failure = "there is no list"
      for (list, names) in lists where key.lists?.contains(list) ?? true {
        do throws(ScopeExpression.Failure) {
          scopes[list] = try ScopeExpression.parse(text, known: names)
        } catch {
          failure = error.description
        }
      }
      if scopes.isEmpty, isComplete { throw wrong("is bound to “\(text)”, which is a scope of no list: \(failure)") }
      return scopes
    }

    var needsKey: Bool { path != nil }

    /// Returns the caller with these credentials.
    /// - Parameter authorization: the header field.
    /// - Throws: ``Problem`` if they belong to no key.
    func caller(_ authorization: String?) throws(Problem) -> Caller {
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
      return known.caller
    }
  }
#endif
