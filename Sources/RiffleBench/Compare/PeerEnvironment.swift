/// The Python environment of the peers, with the necessary packages, in a folder that git ignores.
struct PeerEnvironment {
  /// The folder with `compare.py` and the list of packages.
  let peersFolder: String
  /// May be deleted at any time; it is then recreated.
  let folder: String

  private var python: String { "\(folder)/venv/bin/python" }
  private var requirements: String { "\(peersFolder)/requirements.txt" }
  /// A copy of the requirements that were installed.
  private var installed: String { "\(folder)/installed.txt" }

  init(peersFolder: String, folder: String = ".build/peers") throws(BenchError) {
    self.peersFolder = peersFolder
    self.folder = folder
    guard fileExists("\(peersFolder)/compare.py") else { throw .noPeersFolder(path: peersFolder) }
    try makeFolder(folder)
  }

  /// Installs missing packages. Uses the network only if necessary.
  func prepare() async throws(BenchError) {
    if !fileExists(python) {
      note("prepares \(folder)")
      let status = try await runProgram("python3", ["-m", "venv", "\(folder)/venv"]).status
      guard status == 0 else {
        throw .failed(
          step: "python3 -m venv", status: status,
          advice: "Debian has it in its package python3-venv; delete \(folder) and try again")
      }
    }
    let wanted = try readFile(requirements)
    if fileExists(installed), try readFile(installed) == wanted { return }
    let packages = PeerEnvironment.packages(in: String(decoding: wanted, as: UTF8.self))
    var failures: [String] = []
    // One by one: a package that does not exist for this machine must not prevent the others.
    for package in packages {
      note("installs \(package)")
      let pip = try await runProgram(
        python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", package])
      if pip.status != 0 { failures.append(package) }
      // If the first two fail, waiting for the others is pointless.
      if failures.count == 2, failures == Array(packages.prefix(2)) {
        throw .cannotInstallPeers(firstRequirement: failures[0])
      }
    }
    if failures.isEmpty {
      try writeFile(installed, String(decoding: wanted, as: UTF8.self))
    } else {
      note("not installed: \(failures.joined(separator: ", ")); the report says which peers that leaves out")
    }
  }

  /// Returns the lines that name packages.
  static func packages(in requirements: String) -> [String] {
    requirements.split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace) }.map(String.init)
  }

  /// Runs one of the Python programs.
  func run(_ program: String, _ arguments: [String], advice: String) async throws(BenchError) {
    let status = try await runProgram(python, ["\(peersFolder)/\(program)"] + arguments).status
    guard status == 0 else { throw .failed(step: program, status: status, advice: advice) }
  }
}
