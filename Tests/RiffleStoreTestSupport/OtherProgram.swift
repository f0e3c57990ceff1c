#if Store
  package import GRDB

  /// The connection of a program that knows nothing of Riffle. As programs that share a database do, it waits for others that
  /// write: a store writes a little by itself, at any time.
  package func otherProgram(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(60)
    return try DatabaseQueue(path: path, configuration: configuration)
  }
#endif
