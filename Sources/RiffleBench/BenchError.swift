import Riffle

/// The reason why a benchmark cannot run.
enum BenchError: Error, Hashable {
  case cannotRead(path: String, reason: String)
  case cannotWrite(path: String, reason: String)
  /// `line` counts from 1.
  case badRow(path: String, line: Int, reason: String)
  case targetOutOfRange(path: String, line: Int, row: Int, itemCount: Int)
  case badQuery(id: String, error: QueryError)
  case noQueries(path: String)
  /// The catalogue of lists has no such name.
  case noSuchList(name: String, path: String, known: [String])
  /// None of the lists to measure exists.
  case noLists(folder: String)
  case badList(path: String, error: IndexError)
  /// `number` counts from 1.
  case cannotStartThread(number: Int)
  case cannotRun(program: String, reason: String)
  case scenarioFailed(name: String, reason: String)
  /// There is no program on the path that counts instructions.
  case noInstructionTool
  /// There is one, but it returns no count.
  case noInstructionCount(program: String, output: String)
  case badLimits(path: String, reason: String)
  /// A program that `compare` needs ended with another status than 0.
  case failed(step: String, status: Int, advice: String)
  /// The base of `check` is neither a program nor a revision.
  case noBase(String)
  case noPeersFolder(path: String)
  case cannotInstallPeers(firstRequirement: String)
  case badMeasurements(reason: String)
  /// A line sent by a driver cannot be answered.
  case badRequest(reason: String)
}

extension BenchError: CustomStringConvertible {
  var description: String {
    switch self {
    case .cannotRead(let path, let reason):
      "cannot read \(path): \(reason)"
    case .cannotWrite(let path, let reason):
      "cannot write \(path): \(reason)"
    case .badRow(let path, let line, let reason):
      "\(path), line \(line): \(reason)"
    case .targetOutOfRange(let path, let line, let row, let itemCount):
      "\(path), line \(line): the target row is \(row), but the list has \(itemCount) rows, counted from 0: "
        + "give the list that the queries were made for"
    case .badQuery(let id, let error):
      "query \(id): \(error)"
    case .noQueries(let path):
      "\(path) has no queries: make some with riffle-bench queries, or give another query set"
    case .noSuchList(let name, let path, let known):
      "\(path) has no list '\(name)': there are \(known.joined(separator: ", "))"
    case .noLists(let folder):
      "\(folder) has none of the lists: build them with python3 Corpora/build.py, or say with --folder where they are"
    case .badList(let path, let error):
      "\(path): \(error)"
    case .cannotStartThread(let number):
      "the system has no thread number \(number) to give: ask for fewer with --threads"
    case .cannotRun(let program, let reason):
      "cannot run \(program): \(reason)"
    case .scenarioFailed(let name, let reason):
      "the scenario '\(name)' has failed: \(reason)"
    case .noInstructionTool:
      "neither valgrind nor perf is on the path to count instructions with: install valgrind"
    case .noInstructionCount(let program, let output):
      "\(program) does not count instructions here: install valgrind\n\(output)"
    case .badLimits(let path, let reason):
      "\(path): \(reason)"
    case .failed(let step, let status, let advice):
      "\(step) ended with status \(status): \(advice)"
    case .noBase(let base):
      "'\(base)' is neither a program nor a Git revision: give the path of a riffle-bench, or a branch, tag or commit"
    case .noPeersFolder(let path):
      "there is no \(path): run this in Riffle's folder, or say with --peers where Benchmarks/Peers is"
    case .cannotInstallPeers(let requirement):
      "nothing can be installed, beginning with \(requirement): pip says above why. It needs the network, or the "
        + "environment variables PIP_INDEX_URL or PIP_FIND_LINKS that tell where packages are"
    case .badMeasurements(let reason):
      "the measurements cannot be read: \(reason)"
    case .badRequest(let reason):
      "\(reason)"
    }
  }
}
