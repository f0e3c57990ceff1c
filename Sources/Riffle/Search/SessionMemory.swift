/// The caches of a session, one for each segment of a list; those of removed segments are dropped.
final class SessionMemory {
  private var memories: [ObjectIdentifier: (segment: Segment, memory: SearchMemory)] = [:]

  init() {}

  func memory(of segment: Segment) -> SearchMemory {
    let key = ObjectIdentifier(segment)
    if let known = memories[key] { return known.memory }
    let memory = SearchMemory()
    memories[key] = (segment, memory)
    return memory
  }

  /// Begins the next search of the session.
  func beginSearch() { for (_, memory) in memories.values { memory.beginSearch() } }

  /// Drops the caches of all segments but these.
  func keep(only segments: some Sequence<Segment>) {
    let kept = Set(segments.map { ObjectIdentifier($0) })
    memories = memories.filter { kept.contains($0.key) }
  }
}
