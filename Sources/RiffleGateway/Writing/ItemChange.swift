#if Service && Cluster
  import Riffle
  import RiffleCluster
  import RiffleServer
  import RiffleStore

  /// A write of one item.
  enum ItemChange: Sendable {
    case put(StoreItem)
    /// The item must not exist yet.
    case insert(StoreItem)
    case patch(ItemID, StorePatch)
    case delete(ItemID)

    var id: ItemID {
      switch self {
      case .put(let item), .insert(let item): item.id
      case .patch(let id, _), .delete(let id): id
      }
    }

    /// Whether the change requires an existing item.
    var changesItem: Bool {
      switch self {
      case .put, .insert: false
      case .patch, .delete: true
      }
    }

    /// Whether the change requires that there is no such item.
    var mustBeNew: Bool { if case .insert = self { true } else { false } }

    /// Creates the change of a line of a body.
    init?(_ line: BulkLine) {
      switch line.operation {
      case .upsert:
        guard let item = line.item else { return nil }
        self = .put(item)
      case .insert:
        guard let item = line.item else { return nil }
        self = .insert(item)
      case .patch:
        guard let patch = line.patch else { return nil }
        self = .patch(line.id, patch)
      case .delete: self = .delete(line.id)
      }
    }

    /// Returns the SQL of the change.
    /// - Parameter isNew: whether the item must not exist yet.
    func statement(_ table: ListTable, isNew: Bool) throws(ListTable.Fault) -> String {
      switch self {
      case .put(let item), .insert(let item): try table.insert(item, replaces: !isNew)
      case .patch(let id, let patch): try table.update(id, patch)
      case .delete(let id): try table.delete(id)
      }
    }

    /// The problem of a line of a body that was not written.
    var problemOfLine: Problem { changesItem ? BulkWriter.unknown(id) : Problem(StoreError.idInUse(id: id)) }

    /// The problem to throw if nothing was written.
    var problem: Problem {
      let shown = id.description.prefix(100)
      return changesItem
        ? Problem(.unknownItem, "there is no item \(shown)", parameter: "id")
        : Problem(.preconditionFailed, "the item \(shown) is there already", parameter: "If-None-Match")
    }
  }

  extension Problem {
    init(_ fault: ListTable.Fault) {
      switch fault {
      case .id(needsText: true):
        self = .invalid("id", "the ids of this list are texts: write a number in double quotes, as in %2217%22")
      case .id(needsText: false): self = .invalid("id", "the ids of this list are whole numbers")
      case .nul(let column):
        self = .invalid(column, "PostgreSQL keeps no text with the character U+0000: leave it out")
      case .payload: self = .invalid("/payloadBase64", "payloads of this list are JSON: send “payload”")
      }
    }

    /// Creates the problem of a line of a body, whose members have JSON pointers.
    init(ofLine fault: ListTable.Fault) {
      self.init(fault)
      parameter = parameter.map { $0.hasPrefix("/") ? $0 : "/" + $0 }
    }

    /// - Parameter isCommitting: whether the database may have committed the write.
    init(writing error: ClusterError, isCommitting: Bool) {
      switch error {
      case .refused("55P03", _), .refused("57014", _), .refused("40P01", _):
        self.init(.busy, "others are writing at the moment: try again in a second", retryAfter: 1)
      case .refused(let state, let message) where state.hasPrefix("22") || state.hasPrefix("23"):
        self.init(.conflict, "PostgreSQL refuses the item: \(message)")
      default:
        self.init(
          .storeFailed,
          isCommitting
            ? "PostgreSQL has not answered; whether the write was made is not known: read, then try again"
            : "PostgreSQL cannot be written at the moment; the gateway's log says why", retryAfter: 1)
        cause = "\(error)"
      }
    }
  }
#endif
