#if Service
  import NIOCore

  /// A queue of jobs of several keys, served in turns: each key has its own queue, so the jobs of one delay those of another by
  /// at most one of its own.
  struct FairQueue<Key: Hashable & Sendable, Job: Sendable>: Sendable {
    /// The number of jobs that run at once.
    private let threadCount: Int
    /// The number of these that may be of one key.
    private let mostOfKey: Int
    /// The most jobs, including those that run.
    private let mostJobs: Int

    private var running: [Key: Int] = [:]
    private(set) var runningCount = 0
    private var waiting: [Key: CircularBuffer<Job>] = [:]
    /// The keys that have jobs waiting; the next one first.
    private var turns = CircularBuffer<Key>()
    private(set) var waitingCount = 0

    init(threadCount: Int, mostOfKey: Int, mostJobs: Int) {
      (self.threadCount, self.mostOfKey, self.mostJobs) = (threadCount, mostOfKey, mostJobs)
    }

    var count: Int { runningCount + waitingCount }

    enum Outcome: Sendable {
      /// The job runs now.
      case runs
      case waits
      /// The job waits, and displaces this one, the newest of the key with the most jobs waiting.
      case displaces(Job)
      case refused
    }

    /// - Complexity: O(*k*) in the number of keys with waiting jobs if there are too many, otherwise O(1).
    mutating func add(_ job: Job, of key: Key) -> Outcome {
      if count < mostJobs, runningCount < threadCount, running[key, default: 0] < mostOfKey {
        start(key)
        return .runs
      }
      var displaced: Job?
      if count >= mostJobs {
        let own = waiting[key]?.count ?? 0
        let most = waiting.max { $0.value.count < $1.value.count }
        guard let (other, jobs) = most, other != key, jobs.count > own + 1 else { return .refused }
        displaced = waiting[other]?.popLast()
        waitingCount -= 1
      }
      if waiting[key] == nil { turns.append(key) }
      waiting[key, default: CircularBuffer()].append(job)
      waitingCount += 1
      return displaced.map { .displaces($0) } ?? .waits
    }

    /// Ends a job.
    /// - Returns: the job that its thread runs next.
    mutating func next(after key: Key) -> (job: Job, key: Key)? {
      runningCount -= 1
      running[key] = running[key].flatMap { $0 > 1 ? $0 - 1 : nil }
      for _ in 0..<turns.count {
        let next = turns.removeFirst()
        guard running[next, default: 0] < mostOfKey else {
          turns.append(next)
          continue
        }
        guard var jobs = waiting.removeValue(forKey: next), let job = jobs.popFirst() else { continue }
        if !jobs.isEmpty {
          waiting[next] = jobs
          turns.append(next)
        }
        waitingCount -= 1
        start(next)
        return (job, next)
      }
      return nil
    }

    private mutating func start(_ key: Key) {
      running[key, default: 0] += 1
      runningCount += 1
    }
  }
#endif
