/// The number of processors that a process may use at once: those that its affinity admits, and no more than the CPU quota of
/// each control group that it is part of.
struct ProcessorCount {
  let count: Int

  /// - Parameters:
  ///   - online: the processors that are online.
  ///   - text: returns the text of a file, by its path; `nil` if there is none.
  init(online: Int, _ text: (_ path: String) -> String?) {
    var known = [online]
    if let status = text("/proc/self/status"), let allowed = ProcessorCount.allowed(in: status) {
      known.append(allowed)
    }
    for path in ControlGroupPath.paths(of: "cpu", in: text("/proc/self/cgroup") ?? "") {
      known += path.folders.compactMap { ProcessorCount.quota(of: $0, isUnified: path.isUnified, text) }
    }
    count = max(1, known.min() ?? 1)
  }

  /// The processors of the line `Cpus_allowed_list` of a status, such as `0-3,8`.
  private static func allowed(in status: String) -> Int? {
    let name = "Cpus_allowed_list:"
    guard let line = status.split(whereSeparator: \.isNewline).first(where: { $0.hasPrefix(name) }) else { return nil }
    let ranges = line.dropFirst(name.count).split(separator: ",").compactMap { range -> Int? in
      let ends = range.split(separator: "-").compactMap { Int($0.filter { !$0.isWhitespace }) }
      guard let first = ends.first, let last = ends.last, last >= first else { return nil }
      return (last - first).addingClamped(1)
    }
    return ranges.isEmpty ? nil : ranges.reduce(0) { $0.addingClamped($1) }
  }

  /// The quota of one group in whole processors, rounded up; `nil` if it has none.
  private static func quota(of folder: String, isUnified: Bool, _ text: (_ path: String) -> String?) -> Int? {
    let files = isUnified ? ["cpu.max"] : ["cpu.cfs_quota_us", "cpu.cfs_period_us"]
    let words = files.flatMap { text("\(folder)/\($0)")?.split(whereSeparator: \.isWhitespace) ?? [] }
    guard words.count == 2, let quota = Int(words[0]), let period = Int(words[1]), quota > 0, period > 0 else {
      return nil
    }
    return quota / period + (quota % period > 0 ? 1 : 0)
  }
}

/// The path of a control group in the hierarchy of one controller.
struct ControlGroupPath {
  /// What it is called, part by part.
  let parts: [Substring]
  /// Where the hierarchy is mounted.
  let root: String
  /// Whether the hierarchy is that of version 2, which all controllers share.
  let isUnified: Bool

  /// The groups of a process, from `/proc/self/cgroup`: lines of a number, controllers and a path. Version 2 has no controllers.
  static func paths(of controller: String, in text: String) -> [ControlGroupPath] {
    text.split(whereSeparator: \.isNewline).compactMap { line in
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { return nil }
      let isUnified = fields[1].isEmpty
      guard isUnified || fields[1].split(separator: ",").contains(controller[...]) else { return nil }
      return ControlGroupPath(
        parts: fields[2].split(separator: "/"), root: isUnified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/\(controller)",
        isUnified: isUnified)
    }
  }

  /// The folders of the group and of all that it is part of, the outermost first.
  var folders: [String] { (0...parts.count).map { ([root[...]] + parts.prefix($0)).joined(separator: "/") } }
}
