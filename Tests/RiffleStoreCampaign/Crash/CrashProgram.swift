#if Store
  import GRDB
  import Riffle
  import RiffleStore
  import RiffleStoreTestSupport
  import RiffleTestSupport
  import SystemPackage

  /// A random program that uses a store, from starting a machine until its power fails, while all that it does to the disk is
  /// written down.
  struct CrashProgram {
    static let database = "a.db"
    static let writerCount = 4

    let writers: [CrashWriter]
    let operations: [DiskOperation]

    /// Runs it.
    /// - Parameters:
    ///   - image: what is on the disk.
    ///   - models: what the items of each writer are there.
    /// - Throws: what the store throws, which it has no reason to.
    init(
      on image: DiskImage, _ models: [StoreModel], _ settings: StoreSettings, _ durability: StoreOptions.Durability,
      without omission: DiskRecorder.Omission, _ random: inout RandomText
    ) throws {
      let folder = try TestFolder()
      try image.write(to: folder.path)
      let recorder = DiskRecorder(folder.path, image, without: omission)
      writers = models.indices.map { number in
        CrashWriter(
          number, models[number], settings, recorder, RandomText(seed: UInt64(random.number(below: 1 << 40))))
      }
      ObservedSQLite.observe(recorder)
      defer { ObservedSQLite.observe(nil) }
      let path = folder.file(CrashProgram.database).string
      var store: ListStore?
      for _ in 0..<4 + random.number(below: 14) {
        let open =
          try store
          ?? ListStore(
            path, settings: random.oneIn(3) ? random.withOtherFields(settings) : settings,
            options: StoreOptions(durability: durability), files: ObservedFiles(recorder))
        store = open
        let writer = writers[random.number(below: writers.count - 1)]
        switch random.number(below: 14) {
        case 0..<6: for _ in 0..<1 + random.number(below: 3) { try writer.write(to: open) }
        case 6: try CrashProgram.writeAtOnce(writers.dropLast(), open)
        case 7: try CrashProgram.writeSQL(writers[writers.count - 1], path)
        case 8: try open.checkpoint()
        case 9: try open.optimize()
        case 10: try open.rebuild()
        case 11:
          try open.close()
          store = nil
        case 12: try CrashProgram.checkpointDatabase(path, &random)
        // As a process that ends leaves it.
        default: store = nil
        }
      }
      recorder.stop()
      operations = recorder.operations
      try store?.close()
    }

    private static func writeAtOnce(_ writers: ArraySlice<CrashWriter>, _ store: ListStore) throws {
      let errors = Lock<[any Error]>([])
      let threads = writers.map { writer in
        WorkerThread {
          do {
            for _ in 0..<3 { try writer.write(to: store) }
          } catch {
            errors.withLock { $0.append(error) }
          }
        }
      }
      for thread in threads { thread?.join() }
      if let error = errors.withLock({ $0.first }) { throw error }
    }

    private static func writeSQL(_ writer: CrashWriter, _ path: String) throws {
      let queue = try otherProgram(path)
      try writer.write(to: queue)
      try queue.close()
    }

    /// As a program may do at any time; readers and writers that are in its way keep it from doing all of it.
    private static func checkpointDatabase(_ path: String, _ random: inout RandomText) throws {
      let queue = try otherProgram(path)
      let kind = [Database.CheckpointMode.passive, .full, .restart, .truncate][random.number(below: 4)]
      do {
        _ = try queue.inDatabase { try $0.checkpoint(kind) }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY || error.resultCode == .SQLITE_LOCKED {}
      try queue.close()
    }
  }
#endif
