#if Service
  import Riffle

  /// The sender of a request, with its permissions on lists.
  struct Caller: Sendable {
    /// The name of the key; `nil` for a caller that needs none.
    let name: String?
    let role: KeyRole
    /// The names of the lists; `nil` for all.
    let lists: Set<String>?
    /// The visible parts of lists, by the names of the lists that have such scopes; `nil` for all of them.
    let scopes: [String: Scope]?
    let allowance: Allowance

    var mayWrite: Bool { role >= .write && scopes == nil }
    var isAdmin: Bool { role >= .admin && scopes == nil }

    func maySee(_ list: String) -> Bool { (lists?.contains(list) ?? true) && (scopes.map { $0[list] != nil } ?? true) }

    /// Returns the part of a list that the caller is restricted to; `nil` for all of it.
    func scope(in list: String) -> Scope? { scopes.map { $0[list] ?? .or([]) } }
  }

  /// The role of a key; each includes the permissions of those before it.
  public enum KeyRole: String, Sendable, CaseIterable, Comparable, Codable {
    case read, write, admin

    public static func < (a: KeyRole, b: KeyRole) -> Bool {
      (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
    }
  }
#endif
