#if Service
  /// How logs are written.
  package enum LogFormat: String, Sendable, CaseIterable { case text, json }
#endif
