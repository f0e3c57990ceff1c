#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs a program and waits for it. What it prints goes to standard error, so that it stays out of the result.
/// - Returns: its exit status, or 128 and the number of the signal that ended it, as shells count.
func runProgram(_ arguments: [String]) throws(BenchError) -> Int32 {
  let program = arguments.first ?? ""
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
  #else
    var actions = posix_spawn_file_actions_t()
  #endif
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
  var words = arguments.map { strdup($0) }
  defer { for word in words { free(word) } }
  words.append(nil)
  var child: pid_t = 0
  let error = posix_spawnp(&child, program, &actions, nil, words, environ)
  guard error == 0 else { throw .cannotStart(program: program, reason: String(cString: strerror(error))) }
  var status: Int32 = 0
  while waitpid(child, &status, 0) < 0 {
    guard errno == EINTR else { throw .cannotStart(program: program, reason: String(cString: strerror(errno))) }
  }
  let signal = status & 0x7f
  return signal == 0 ? (status >> 8) & 0xff : 128 + signal
}

/// Where this program's file is.
var ownProgram: String {
  var buffer = [UInt8](repeating: 0, count: 4096)
  let count = buffer.withUnsafeMutableBytes { bytes in
    guard let start = bytes.baseAddress else { return 0 }
    return readlink("/proc/self/exe", start.assumingMemoryBound(to: CChar.self), bytes.count)
  }
  guard count > 0 else { return CommandLine.arguments.first ?? "riffle-bench" }
  return String(decoding: buffer.prefix(count), as: UTF8.self)
}

func fileExists(_ path: String) -> Bool { access(path, F_OK) == 0 }

/// Makes a folder, and those it lies in, where they are missing.
func makeFolder(_ path: String) throws(BenchError) {
  var made = path.hasPrefix("/") ? "/" : ""
  for part in path.split(separator: "/") {
    made += "\(part)/"
    guard mkdir(made, 0o755) == 0 || errno == EEXIST else {
      throw .cannotWrite(path: made, reason: String(cString: strerror(errno)))
    }
  }
}
