#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Unsafe memory: the C strings that a program is started with are copies, and freed once it has been.

/// How a program has ended.
struct EndedProgram: Sendable, Hashable {
  /// The exit status; 128 and the signal's number if a signal has ended it.
  let status: Int
  /// What it has written to standard error.
  let errorOutput: String
}

/// Runs a program and waits for it. What it writes to standard output is lost.
/// - Parameter environment: all of it, as `name=value`.
func runProgram(
  _ path: String, _ arguments: [String], environment: [String]
) throws(BenchError) -> EndedProgram {
  var pipeEnds: [Int32] = [-1, -1]
  guard pipe(&pipeEnds) == 0 else { throw .cannotRun(path: path, reason: systemErrorMessage()) }
  let (readEnd, writeEnd) = (pipeEnds[0], pipeEnds[1])
  defer { close(readEnd) }
  let process: pid_t
  do {
    defer { close(writeEnd) }
    process = try start(path, arguments, environment, errorsTo: writeEnd, closing: readEnd)
  }
  let errorOutput = readAll(readEnd)
  var status: Int32 = 0
  while waitpid(process, &status, 0) < 0 {
    guard errno == EINTR else { throw .cannotRun(path: path, reason: systemErrorMessage()) }
  }
  let signal = Int(status & 0x7F)
  return EndedProgram(
    status: signal == 0 ? Int(status >> 8 & 0xFF) : 128 + signal,
    errorOutput: String(decoding: errorOutput, as: UTF8.self))
}

private func start(
  _ path: String, _ arguments: [String], _ environment: [String], errorsTo writeEnd: Int32, closing readEnd: Int32
) throws(BenchError) -> pid_t {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
  #else
    var actions = posix_spawn_file_actions_t()
  #endif
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
  posix_spawn_file_actions_adddup2(&actions, writeEnd, STDERR_FILENO)
  posix_spawn_file_actions_addclose(&actions, readEnd)
  if writeEnd != STDERR_FILENO { posix_spawn_file_actions_addclose(&actions, writeEnd) }
  let argumentPointers = ([path] + arguments).map { strdup($0) } + [nil]
  let environmentPointers = environment.map { strdup($0) } + [nil]
  defer { for pointer in argumentPointers + environmentPointers { free(pointer) } }
  var process: pid_t = 0
  let error = posix_spawn(&process, path, &actions, nil, argumentPointers, environmentPointers)
  guard error == 0 else { throw .cannotRun(path: path, reason: String(cString: strerror(error))) }
  return process
}

private func readAll(_ descriptor: Int32) -> [UInt8] {
  var all: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 4096)
  while true {
    let count = read(descriptor, &piece, piece.count)
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return all }
    all += piece[..<count]
  }
}

/// Where this program is.
func ownExecutablePath() throws(BenchError) -> String {
  let link = "/proc/self/exe"
  var bytes = [CChar](repeating: 0, count: 4096)
  let count = readlink(link, &bytes, bytes.count)
  guard count >= 0 else { throw .cannotRead(path: link, reason: systemErrorMessage()) }
  return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Where in the folders of `path` a program is; `nil` if it is in none.
/// - Parameter isExecutable: whether there is a program at a path.
func findExecutable(
  _ name: String, inPath path: String, isExecutable: (String) -> Bool = isExecutable
) -> String? {
  path.split(separator: ":").lazy.map { "\($0)/\(name)" }.first(where: isExecutable)
}

func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

func environmentValue(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
