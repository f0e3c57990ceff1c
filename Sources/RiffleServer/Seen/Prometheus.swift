#if Service
  package import CoreMetrics
  import NIOConcurrencyHelpers

  /// Counters, gauges and histograms, exported in Prometheus' text format 0.0.4.
  ///
  /// Labels come from the program, never from requests: so they are few.
  package final class Prometheus: MetricsFactory {
    enum Kind: String { case counter, gauge, histogram }

    fileprivate final class Series: CounterHandler, RecorderHandler, TimerHandler, Sendable {
      struct Value {
        var count: Int64 = 0
        var sum = 0.0
        var last = 0.0
        /// For each bound, the number of values up to it and above the one before.
        var buckets: [Int64]
      }

      let name: String
      let kind: Kind
      let labels: [(String, String)]
      let value: NIOLockedValueBox<Value>

      init(_ name: String, _ kind: Kind, _ labels: [(String, String)]) {
        (self.name, self.kind, self.labels) = (name, kind, labels)
        value = NIOLockedValueBox(Value(buckets: Array(repeating: 0, count: Prometheus.bounds.count)))
      }

      func increment(by amount: Int64) { value.withLockedValue { $0.count &+= amount } }
      func reset() { value.withLockedValue { $0.count = 0 } }
      func record(_ number: Int64) { record(Double(number)) }
      func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

      func record(_ number: Double) {
        value.withLockedValue { value in
          value.last = number
          guard kind == .histogram else { return }
          value.count += 1
          value.sum += number
          if let bucket = Prometheus.bounds.firstIndex(where: { number <= $0 }) { value.buckets[bucket] += 1 }
        }
      }
    }

    /// In seconds: a search in memory takes some microseconds, one that is cancelled a second.
    static let bounds = [
      0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5,
    ]

    /// By name and labels.
    private let series = NIOLockedValueBox<[[String]: Series]>([:])

    private func series(_ name: String, _ kind: Kind, _ labels: [(String, String)]) -> Series {
      var key = [name]
      for (name, value) in labels {
        key.append(name)
        key.append(value)
      }
      return series.withLockedValue { series in
        if let known = series[key] { return known }
        let new = Series(name, kind, labels)
        series[key] = new
        return new
      }
    }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
      series(label, .counter, dimensions)
    }
    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
      series(label, aggregate ? .histogram : .gauge, dimensions)
    }
    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
      series(label, .histogram, dimensions)
    }
    // Recorded values are kept.
    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}

    /// Removes all series with a label.
    func remove(label: String, value: String) {
      series.withLockedValue { series in
        series = series.filter { !$0.value.labels.contains { $0 == (label, value) } }
      }
    }

    private static func text(_ labels: [(String, String)], and more: (String, String)? = nil) -> String {
      let all = labels + (more.map { [$0] } ?? [])
      if all.isEmpty { return "" }
      let parts = all.map { name, value in
        "\(name)=\"\(value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n"))\""
      }
      return "{" + parts.joined(separator: ",") + "}"
    }

    private static func text(_ number: Double) -> String {
      Int64(exactly: number)?.description ?? number.description
    }

    /// All series as text, by name.
    package var text: String {
      var text = ""
      var described: String?
      for series in series.withLockedValue({ Array($0.values) }).sorted(by: {
        ($0.name, Prometheus.text($0.labels)) < ($1.name, Prometheus.text($1.labels))
      }) {
        if series.name != described { text += "# TYPE \(series.name) \(series.kind.rawValue)\n" }
        described = series.name
        let value = series.value.withLockedValue { $0 }
        let labels = Prometheus.text(series.labels)
        switch series.kind {
        case .counter: text += "\(series.name)\(labels) \(value.count)\n"
        case .gauge: text += "\(series.name)\(labels) \(Prometheus.text(value.last))\n"
        case .histogram:
          var count: Int64 = 0
          for (bound, bucket) in zip(Prometheus.bounds, value.buckets) {
            count += bucket
            text += "\(series.name)_bucket\(Prometheus.text(series.labels, and: ("le", "\(bound)"))) \(count)\n"
          }
          text += "\(series.name)_bucket\(Prometheus.text(series.labels, and: ("le", "+Inf"))) \(value.count)\n"
          text += "\(series.name)_sum\(labels) \(value.sum)\n\(series.name)_count\(labels) \(value.count)\n"
        }
      }
      return text
    }
  }
#endif
