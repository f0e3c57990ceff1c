import Testing

@testable import Riffle

@Suite struct SpareMemoryTests {
  private static let meminfo = """
    MemTotal:       24684092 kB
    MemFree:          864936 kB
    MemAvailable:    2000000 kB
    Buffers:           51648 kB
    """

  /// What is left by files of these texts, by path.
  private func spare(_ files: [String: String]) -> UInt64? { SpareMemory { files[$0] }.byteCount }

  /// The files of a control group of version 2.
  private func group(_ folder: String, most: String, used: String, stat: String? = nil) -> [String: String] {
    var files = ["\(folder)/memory.max": most, "\(folder)/memory.current": used]
    files["\(folder)/memory.stat"] = stat
    return files
  }

  private func merged(_ files: [String: String]...) -> [String: String] {
    files.reduce(["/proc/meminfo": SpareMemoryTests.meminfo]) { $0.merging($1) { $1 } }
  }

  @Test func whatIsAvailableIsSpare() {
    let files = merged()
    #expect(spare(files) == 2_000_000 << 10)
    let memory = SpareMemory { files[$0] }
    #expect(memory.admits(2_000_000 << 10) && !memory.admits(2_000_000 << 10 + 1) && !memory.admits(.max))
    #expect(memory.admits(0) && memory.admits(.min))
  }

  /// The limit of a group is that of all groups in it; each counts those in it as its own.
  @Test func everyGroupAboveTheProcessLimits() {
    let process = ["/proc/self/cgroup": "0::/user.slice/app.scope\n"]
    let app = group("/sys/fs/cgroup/user.slice/app.scope", most: "max\n", used: "500\n")
    #expect(spare(merged(process, app)) == 2_000_000 << 10)
    let user = group("/sys/fs/cgroup/user.slice", most: "1000000\n", used: "400000\n")
    #expect(spare(merged(process, app, user)) == 600_000)
    let small = group("/sys/fs/cgroup/user.slice/app.scope", most: "90000\n", used: "40000\n")
    #expect(spare(merged(process, small, user)) == 50_000)
    // As a container sees its own group.
    let own = group("/sys/fs/cgroup", most: "30000\n", used: "10000\n")
    #expect(spare(merged(["/proc/self/cgroup": "0::/\n"], own)) == 20_000)
    #expect(spare(merged(process, small, user, own)) == 20_000)
  }

  @Test func whatFilesHaveLeftInMemoryIsSpare() {
    let process = ["/proc/self/cgroup": "0::/app\n"]
    let stat = "anon 3000\nfile 7000\nactive_file 1000\ninactive_file 6000\n"
    let app = group("/sys/fs/cgroup/app", most: "10000\n", used: "10000\n", stat: stat)
    #expect(spare(merged(process, app)) == 6000)
    // More than is used cannot be given up.
    let odd = group("/sys/fs/cgroup/app", most: "10000\n", used: "4000\n", stat: "inactive_file 999999\n")
    #expect(spare(merged(process, odd)) == 10_000)
    let over = group("/sys/fs/cgroup/app", most: "10000\n", used: "12000\n")
    #expect(spare(merged(process, over)) == 0)
  }

  @Test func groupsOfTheFirstVersionLimit() {
    let process = [
      "/proc/self/cgroup": "5:devices:/\n4:cpu,memory:/docker/8228\n3:cpuset:/\n0::/\n"
    ]
    let folder = "/sys/fs/cgroup/memory"
    // The host's name of a group is unknown in a container, which sees the group as the root.
    let root = [
      "\(folder)/memory.limit_in_bytes": "1000000\n", "\(folder)/memory.usage_in_bytes": "300000\n",
      "\(folder)/memory.stat": "inactive_file 5\ntotal_inactive_file 100000\n",
    ]
    #expect(spare(merged(process, root)) == 800_000)
    let none = [
      "\(folder)/docker/8228/memory.limit_in_bytes": "9223372036854771712\n",
      "\(folder)/docker/8228/memory.usage_in_bytes": "300000\n",
    ]
    #expect(spare(merged(process, none)) == 2_000_000 << 10)
  }

  @Test func whereNothingIsKnownThereMayBeAnyMemory() {
    #expect(spare([:]) == nil && SpareMemory { _ in nil }.admits(.max))
    // Before Linux 3.14.
    #expect(spare(["/proc/meminfo": "MemTotal: 5 kB\nMemFree: 4 kB\n"]) == nil)
    #expect(spare(["/proc/self/cgroup": "0::/a\n", "/sys/fs/cgroup/a/memory.max": "5"]) == nil)
  }

  @Test func nonsenseIsNotKnown() {
    for text in ["", "\n", ":", "::", "0:", "0::", "\u{0}", "MemAvailable:", "MemAvailable: -5 kB", "MemAvailable: x"] {
      #expect(spare(["/proc/meminfo": text, "/proc/self/cgroup": text]) == nil, "\(text)")
      #expect(spare(merged(["/proc/self/cgroup": text])) == 2_000_000 << 10, "\(text)")
      for (most, used) in [(text, "1"), ("1", text)] {
        let files = merged(["/proc/self/cgroup": "0::/a"], group("/sys/fs/cgroup/a", most: most, used: used))
        #expect(spare(files) == 2_000_000 << 10, "\(text)")
      }
    }
    #expect(spare(["/proc/meminfo": "MemAvailable: \(UInt64.max) kB"]) == .max)
    #expect(spare(["/proc/meminfo": "MemAvailable: 99999999999999999999 kB"]) == nil)
    let path = String(repeating: "/", count: 500) + "../.."
    #expect(spare(merged(["/proc/self/cgroup": "0::\(path)"])) == 2_000_000 << 10)
  }

  @Test func thereIsLittleMemoryAndNotAllOfTheAddressSpace() {
    #expect(hasSpareMemory(0) && hasSpareMemory(-1) && hasSpareMemory(1 << 16))
    #expect(!hasSpareMemory(.max) && !hasSpareMemory(1 << 60))
  }
}
