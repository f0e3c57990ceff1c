import Glibc
import RiffleCommandLine
import RiffleInput

/// The picked items under a name, with weights that combine frequency and recency.
///
/// Each pick adds 1 to the weight of an item, and each ``halfLife`` halves it. A line of the file has the weight, the second at
/// which it had this value, and the text, separated by tabs. A writing process holds a lock on a file beside it, reads, adds, and
/// replaces the file, so several processes may pick at once.
struct Frecency {
  let name: String
  private let path: String

  /// Thirty days.
  static let halfLife = 30.0 * 86_400
  /// The most texts that are kept.
  private static let mostTexts = 10_000

  /// - Throws: an error if the name is not a valid file name.
  init(_ name: String) throws(CommandError) {
    guard !name.isEmpty, !name.contains("/"), !name.contains("\0"), name != ".", name != ".." else {
      throw .usage("--frecency \(name): a name has no slash")
    }
    self.name = name
    let data = getenv("XDG_DATA_HOME").map { String(cString: $0) } ?? ""
    let home = getenv("HOME").map { String(cString: $0) } ?? "/tmp"
    path = (data.isEmpty ? "\(home)/.local/share" : data) + "/riffle/frecency/\(name)"
  }

  private func read(at now: Double) -> [String: Double] {
    var worths: [String: Double] = [:]
    for line in PickerSettings.lines(ofFile: path) ?? [] {
      let parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, let worth = Double(parts[0]), let time = Double(parts[1]), worth.isFinite, time.isFinite
      else { continue }
      worths[String(parts[2])] = worth * exp2(-max(0, now - time) / Frecency.halfLife)
    }
    return worths
  }

  /// Returns the weights of texts, for ``PickerListOptions/weights``: a text that has just been picked once has 8,192.
  func weights() -> [String: UInt16] {
    read(at: Frecency.now()).compactMapValues { worth in
      worth < 0.001 ? nil : UInt16(clamping: Int(min(7.9, log2(1 + worth)) * 8192))
    }
  }

  /// Records that texts have been picked.
  func add(_ texts: [String]) throws(CommandError) {
    let texts = texts.filter { !$0.contains("\n") && !$0.isEmpty }
    if texts.isEmpty { return }
    makeFolders()
    let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw .output(name: path, reason: systemMessage(errno)) }
    defer { close(lock) }
    while flock(lock, LOCK_EX) != 0 {
      if errno != EINTR { throw .output(name: path, reason: systemMessage(errno)) }
    }
    let now = Frecency.now()
    var worths = read(at: now)
    for text in texts { worths[text, default: 0] += 1 }
    let kept = worths.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.prefix(Frecency.mostTexts)
    try PickerSettings.write(kept.map { "\($0.value)\t\(now)\t\($0.key)" }, to: path)
  }

  private func makeFolders() {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += "/\(part)"
      mkdir(folder, 0o700)
    }
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
