#if Service
  import Foundation
  public import Logging
  import NIOConcurrencyHelpers
  import RiffleInput

  /// A log handler that writes to standard error, one JSON object per line.
  public struct JSONLogs: LogHandler {
    public var logLevel = Logger.Level.info
    public var metadata: Logger.Metadata = [:]
    private let label: String

    public init(label: String) { self.label = label }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
      var json = JSONWriter()
      json.object { json in
        json.member("time", Date.now.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true)))
        json.member("level", event.level.rawValue)
        json.member("logger", label)
        json.member("message", "\(event.message)")
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        for (name, value) in all.sorted(by: { $0.key < $1.key }) { json.member(name, "\(value)") }
      }
      json.newline()
      FileHandle.standardError.write(Data(json.bytes))
    }
  }
#endif
