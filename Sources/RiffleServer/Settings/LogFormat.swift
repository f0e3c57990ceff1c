#if Service
  /// The format of logs.
  package enum LogFormat: String, Sendable, CaseIterable { case text, json }
#endif
