#if Service
  import Riffle

  /// The sender of a request, with its permissions on lists.
  struct Caller: Sendable {
    /// The name of the key; `nil` for a caller that needs none.
    let name: String?
    let role: KeyRole
    /// The names of the lists; `nil` for all.
    let lists: Set<String>?
    /// The filters that the caller is bound to, by the names of the lists that have their fields and scopes; `nil` for none.
    let bounds: [String: Filter]?
    let allowance: Allowance

    var mayWrite: Bool { role >= .write && bounds == nil }
    var isAdmin: Bool { role >= .admin && bounds == nil }

    func maySee(_ list: String) -> Bool { (lists?.contains(list) ?? true) && (bounds.map { $0[list] != nil } ?? true) }

    /// Returns the filter that the caller is bound to in a list; `nil` if it may see all of the list.
    func bound(in list: String) -> Filter? { bounds.map { $0[list] ?? .any([]) } }
  }

  /// The role of a key; each includes the permissions of those before it.
  public enum KeyRole: String, Sendable, CaseIterable, Comparable, Codable {
    case read, write, admin

    public static func < (a: KeyRole, b: KeyRole) -> Bool {
      (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
    }
  }
#endif
