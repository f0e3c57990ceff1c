#if Service
  import Riffle

  /// Who asks, and what of the lists they may see and do.
  struct Caller: Sendable {
    /// The name of the key; `nil` for whoever needs none.
    let name: String?
    let role: KeyRole
    /// The names of the lists; `nil` for all.
    let lists: Set<String>?
    /// What of the lists, by the names of the lists that have such scopes; `nil` for all of them.
    let scopes: [String: Scope]?
    let allowance: Allowance

    var mayWrite: Bool { role >= .write && scopes == nil }
    var isAdmin: Bool { role >= .admin && scopes == nil }

    func maySee(_ list: String) -> Bool { (lists?.contains(list) ?? true) && (scopes.map { $0[list] != nil } ?? true) }

    /// The part of a list beyond which the caller sees nothing; `nil` for all of it.
    func scope(in list: String) -> Scope? { scopes.map { $0[list] ?? .or([]) } }
  }

  /// What a key allows; each allows what those before it do.
  public enum KeyRole: String, Sendable, CaseIterable, Comparable, Codable {
    case read, write, admin

    public static func < (a: KeyRole, b: KeyRole) -> Bool {
      (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
    }
  }
#endif
