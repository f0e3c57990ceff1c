import Testing

@testable import Riffle

@Suite struct ProcessorCountTests {
  private func count(online: Int = 16, _ files: [String: String]) -> Int {
    ProcessorCount(online: online) { files[$0] }.count
  }

  private let process = "/proc/self/cgroup"

  @Test func whatIsOnlineCountsWhereNothingElseIsKnown() {
    #expect(count([:]) == 16)
    #expect(count(online: 0, [:]) == 1)
    #expect(count(["/proc/self/status": "Name:\tx\n", process: "nonsense\n"]) == 16)
  }

  @Test(arguments: [("0", 1), ("0-3", 4), ("0-1,4,6-7", 5), ("3-1", 16), ("", 16), ("0-63", 16)])
  func theAffinityOfTheProcessLimits(list: String, expected: Int) {
    #expect(count(["/proc/self/status": "Name:\tx\nCpus_allowed_list:\t\(list)\nMems:\t1\n"]) == expected)
  }

  @Test(arguments: [
    ("max 100000", 16), ("200000 100000", 2), ("150000 100000", 2), ("50000 100000", 1), ("-1 100000", 16), ("1", 16),
    ("100 0", 16), ("9223372036854775807 1", 16),
  ])
  func theQuotaOfAGroupLimits(quota: String, expected: Int) {
    #expect(count([process: "0::/a/b\n", "/sys/fs/cgroup/a/b/cpu.max": "\(quota)\n"]) == expected)
    #expect(count([process: "0::/a/b\n", "/sys/fs/cgroup/cpu.max": "\(quota)\n"]) == expected)
    let parts = quota.split(separator: " ")
    let files = [
      process: "4:cpu,cpuacct:/c\n3:memory:/c\n", "/sys/fs/cgroup/cpu/c/cpu.cfs_quota_us": "\(parts[0])\n",
      "/sys/fs/cgroup/cpu/c/cpu.cfs_period_us": "\(parts.last ?? "")\n",
    ]
    if parts.count == 2, parts[0] != "max" { #expect(count(files) == expected) }
  }

  @Test func theLeastOfAllLimitsCounts() {
    let files = [
      "/proc/self/status": "Cpus_allowed_list:\t0-7\n", process: "0::/a\n", "/sys/fs/cgroup/cpu.max": "600000 100000",
      "/sys/fs/cgroup/a/cpu.max": "300000 100000",
    ]
    #expect(count(files) == 3)
    #expect(count(online: 2, files) == 2)
  }
}
