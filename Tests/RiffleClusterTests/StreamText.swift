#if Cluster
  import Foundation

  @testable import RiffleCluster

  /// The changes of a stream, a line each, in one notation for both plugins.
  enum StreamText {
    /// Of messages of pgoutput.
    static func lines(_ messages: [ChangeMessage]) throws -> [String] {
      var relations: [UInt32: Relation] = [:]
      func relation(_ id: UInt32) throws -> Relation {
        guard let relation = relations[id] else { throw ClusterError.malformed(reason: "no relation \(id)") }
        return relation
      }
      let lines = try messages.compactMap { message -> String? in
        switch message {
        case .begin: return "B"
        case .commit: return "C"
        case .origin, .type: return nil
        case .relation(let relation):
          relations[relation.id] = relation
          return nil
        case .insert(let id, let row):
          return "I \(try relation(id).name) \(text(row, try relation(id), keyOnly: false))"
        case .update(let id, let key, let row):
          let relation = try relation(id)
          let identity = text(key ?? row, relation, keyOnly: true)
          return "U \(relation.name) (\(identity)) \(text(row, relation, keyOnly: false))"
        case .delete(let id, let key):
          return "D \(try relation(id).name) (\(text(key, try relation(id), keyOnly: true)))"
        case .truncate(let ids): return try ids.map { "T \(try relation($0).name)" }.joined(separator: "\n")
        case .message(let isTransactional, _, let prefix, let content):
          return "M \(isTransactional) \(prefix) \(String(decoding: content, as: UTF8.self))"
        }
      }.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) } }
      return withoutEmptyTransactions(lines)
    }

    private static func text(_ row: RowValues, _ relation: Relation, keyOnly: Bool) -> String {
      zip(relation.columns, row).compactMap { column, value in
        if keyOnly, !column.isKey { return nil }
        return switch value {
        case .null: "\(column.name)=NULL"
        case .unchanged: nil
        case .text(let text): "\(column.name)=\(shown(text))"
        }
      }.joined(separator: " ")
    }

    /// Without transactions that have changed no table, which only one of the plugins reports.
    static func withoutEmptyTransactions(_ lines: [String]) -> [String] {
      var kept: [String] = []
      for line in lines {
        if line == "C", kept.last == "B" { kept.removeLast() } else { kept.append(line) }
      }
      return kept
    }

    /// On one line, and short.
    private static func shown(_ text: String) -> String {
      let plain = text.replacing("\n", with: "\\n")
      return plain.utf8.count > 80 ? "\(plain.prefix(20))…\(plain.utf8.count)" : plain
    }

    /// Of lines of wal2json, format version 2.
    static func lines(ofJSON texts: [String]) throws -> [String] {
      let lines = try texts.map { text -> String in
        guard let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else { return text }
        let table = json["table"] as? String ?? ""
        switch json["action"] as? String {
        case "I"?: return "I \(table) \(columns(json["columns"]))"
        case "U"?: return "U \(table) (\(columns(json["identity"]))) \(columns(json["columns"]))"
        case "D"?: return "D \(table) (\(columns(json["identity"])))"
        case "T"?: return "T \(table)"
        case "M"?:
          return
            "M \(json["transactional"] as? Bool ?? false) \(json["prefix"] as? String ?? "") \(json["content"] as? String ?? "")"
        case let action: return action ?? text
        }
      }
      return withoutEmptyTransactions(lines)
    }

    private static func columns(_ list: Any?) -> String {
      (list as? [[String: Any]] ?? []).map { column in
        let value: String =
          switch column["value"] {
          case let text as String: shown(text)
          case let number as NSNumber where column["type"] as? String == "boolean": number.boolValue ? "t" : "f"
          case let number as NSNumber: "\(number)"
          default: "NULL"
          }
        return "\(column["name"] as? String ?? "")=\(value)"
      }.joined(separator: " ")
    }
  }
#endif
