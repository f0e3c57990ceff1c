#if Service
  import Foundation
  import Metrics
  import Riffle
  import RiffleStore

  /// The metrics of requests and searches.
  package struct Measures: Sendable {
    package let prometheus = Prometheus()

    package init() {}

    func didAnswer(_ endpoint: String, _ method: String, status: Int, nanoseconds: UInt64) {
      Metrics.Timer(
        label: "riffle_request_seconds",
        dimensions: [("endpoint", endpoint), ("method", method), ("status", "\(status)")],
        factory: prometheus
      ).recordNanoseconds(Int64(clamping: nanoseconds))
    }

    /// Records a search, labelled by the largest part of its work.
    func didSearch(_ list: String, _ results: SearchWork, ending: SearchEnding, nanoseconds: UInt64) {
      let parts = [
        ("postings", results.postings), ("tiers", 50 * results.tiers), ("rows", 100 * results.rows),
        ("scoring", 500 * results.scored), ("words", 5 * results.words),
      ]
      let most = parts.max { $0.1 < $1.1 }?.0 ?? "postings"
      Metrics.Timer(
        label: "riffle_search_seconds", dimensions: [("list", list), ("most", most), ("ending", "\(ending)")],
        factory: prometheus
      ).recordNanoseconds(Int64(clamping: nanoseconds))
      Metrics.Counter(label: "riffle_search_steps_total", dimensions: [("list", list)], factory: prometheus)
        .increment(by: results.steps)
    }

    package func gauge(_ name: String, _ labels: [(String, String)], _ value: some BinaryInteger) {
      Metrics.Recorder(label: name, dimensions: labels, aggregate: false, factory: prometheus)
        .record(Int64(clamping: value))
    }

    /// Returns all metrics as text, with the present values of lists and process.
    func text(_ lists: [ServedList], load: Int, _ live: LiveSessions) -> String {
      gauge("riffle_searches_waiting", [], load)
      gauge("riffle_live_sessions", [], live.count)
      gauge("riffle_changes_waiting", [], live.waitingCount)
      noteMemory()
      for list in lists {
        let labels = [("list", list.name)]
        let statistics = list.store.statistics()
        gauge("riffle_list_items", labels, statistics.count)
        gauge("riffle_list_generation", labels, statistics.generation)
        gauge("riffle_list_segments", labels, statistics.segments.count)
        gauge("riffle_list_tail_items", labels, statistics.tailCount)
        gauge("riffle_list_dead_items", labels, statistics.deadCount)
        gauge("riffle_list_index_bytes", labels, statistics.byteCount)
        gauge("riffle_list_snapshots", labels, list.snapshots.count)
        gauge("riffle_list_is_building", labels, list.store.progress == nil ? 0 : 1)
        if let report = list.feed?.report {
          if let bytes = report.lagBytes { gauge("riffle_list_feed_lag_bytes", labels, bytes) }
          if let age = report.age { gauge("riffle_list_feed_lag_milliseconds", labels, Int(age * 1_000)) }
          gauge("riffle_list_feed_is_following", labels, report.state == "following" ? 1 : 0)
        }
        if let last = try? list.store.lastSequence(), let known = list.store.sequence {
          gauge("riffle_list_lag_changes", labels, last - known)
        }
      }
      return prometheus.text
    }

    /// Removes the metrics of a list that has been dropped.
    func forget(list name: String) { prometheus.remove(label: "list", value: name) }

    /// Notes how much memory the process has.
    package func noteMemory() {
      if let memory = Measures.residentBytes { gauge("process_resident_memory_bytes", [], memory) }
    }

    private static var residentBytes: Int? {
      guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
        let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
      else { return nil }
      return pages * sysconf(Int32(_SC_PAGESIZE))
    }
  }
#endif
