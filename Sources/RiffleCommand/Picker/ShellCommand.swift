import Glibc

/// A command that a shell runs.
struct ShellCommand {
  let process: pid_t

  /// - Parameters:
  ///   - streams: its standard input, output and error.
  ///   - isOfItsOwn: whether it runs in a process group of its own, which ``kill()`` ends, and keys do not.
  ///   - environment: additional variables.
  /// - Returns: `nil` if the system cannot start a process.
  init?(
    _ command: String, streams: (input: Int32, output: Int32, error: Int32), isOfItsOwn: Bool,
    environment: [String: String] = [:]
  ) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Above the three, so that none of them is overwritten before it is copied.
    let copies = [streams.input, streams.output, streams.error].map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
    defer { for copy in copies where copy >= 0 { close(copy) } }
    guard !copies.contains(where: { $0 < 0 }) else { return nil }
    for (target, copy) in copies.enumerated() { posix_spawn_file_actions_adddup2(&actions, copy, Int32(target)) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    if isOfItsOwn {
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
      posix_spawnattr_setpgroup(&attributes, 0)
    }
    var process = pid_t()
    let status = ShellCommand.withArguments(command, environment) { shell, arguments, variables in
      posix_spawnp(&process, shell, &actions, &attributes, arguments, variables)
    }
    guard status == 0 else { return nil }
    self.process = process
  }

  /// Replaces this process.
  static func become(_ command: String) {
    withArguments(command, [:]) { shell, arguments, variables in
      _ = execv(shell.contains("/") ? shell : "/bin/" + shell, arguments)
      return 0
    }
  }

  @discardableResult
  private static func withArguments(
    _ command: String, _ environment: [String: String],
    _ body: (String, [UnsafeMutablePointer<CChar>?], [UnsafeMutablePointer<CChar>?]) -> Int32
  ) -> Int32 {
    let shell = getenv("SHELL").map { String(cString: $0) } ?? ""
    let name = shell.isEmpty ? "sh" : shell
    let arguments = [name, "-c", command].map { (text: String) in strdup(text) }
    var variables: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while let variable = next.pointee {
      let text = String(cString: variable)
      let key = text.prefix { $0 != "=" }
      if environment[String(key)] == nil { variables.append(strdup(variable)) }
      next += 1
    }
    for (name, value) in environment { variables.append(strdup("\(name)=\(value)")) }
    defer { for string in arguments + variables { free(string) } }
    return body(name, arguments + [nil], variables + [nil])
  }

  /// Waits until it has ended.
  /// - Returns: its status, as a shell reports it.
  @discardableResult
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }

  /// Kills it, with all its children, if it has a process group of its own.
  func kill() { _ = Glibc.kill(-process, SIGKILL) }
}

/// The output of a command, read by a thread.
final class CommandOutput {
  let command: ShellCommand
  /// The descriptor of its output.
  let descriptor: Int32

  /// - Returns: `nil` if the system cannot start a process.
  init?(_ text: String, environment: [String: String] = [:], withErrors: Bool) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer {
      close(ends[1])
      if null >= 0 { close(null) }
    }
    guard
      let command = ShellCommand(
        text, streams: (null, ends[1], withErrors ? ends[1] : null), isOfItsOwn: true, environment: environment)
    else {
      close(ends[0])
      return nil
    }
    self.command = command
    descriptor = ends[0]
  }

  deinit { close(descriptor) }

  /// Returns the next bytes; `nil` at the end.
  func read() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      if count > 0 { return Array(bytes.prefix(count)) }
      if count < 0, errno == EINTR { continue }
      return nil
    }
  }
}
