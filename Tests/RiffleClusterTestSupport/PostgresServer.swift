#if Cluster
  package import Foundation
  import Glibc
  package import RiffleCluster

  /// A PostgreSQL server in a temporary folder, which goes when this is given up or the process ends, however it does.
  ///
  /// Its programs are those in the folder that RIFFLE_POSTGRES names, else the newest that Debian has installed. As root, which
  /// PostgreSQL refuses, the server runs as the user `postgres` or, without one, `nobody`.
  package final class PostgresServer: @unchecked Sendable {
    package let folder: URL
    package let port: Int
    private let programs: String
    private let user: String?
    private var process: Process?

    /// Why tests of a server are left out; `nil` if they are not.
    package static let absence = programs == nil ? "there is no PostgreSQL: install postgresql" : nil

    package static var isAvailable: Bool { absence == nil }

    private static let programs: String? = {
      func isThere(_ folder: String) -> Bool { FileManager.default.isExecutableFile(atPath: folder + "/initdb") }
      if let given = ProcessInfo.processInfo.environment["RIFFLE_POSTGRES"], isThere(given) { return given }
      let root = "/usr/lib/postgresql"
      let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
      return versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "\(root)/\($0)/bin" }.first(where: isThere)
    }()

    /// Makes a cluster and starts it.
    /// - Parameter settings: of the server, beside those that a test needs.
    package init(_ settings: [String: String] = [:], isDurable: Bool = false) throws {
      guard let programs = PostgresServer.programs else { throw ServerFailure("there is no PostgreSQL") }
      self.programs = programs
      // Short: the path of a socket has 107 bytes at most.
      folder = URL(filePath: "/tmp/riffle-pg-\(UInt32.random(in: .min ... .max))")
      port = try PostgresServer.freePort()
      user = getuid() == 0 ? (getpwnam("postgres") != nil ? "postgres" : "nobody") : nil
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      do {
        if let user { try run("/bin/chown", [user, folder.path], asUser: false) }
        try run(
          programs + "/initdb",
          ["-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"])
        try configure(settings, isDurable: isDurable)
        try start()
        try allowPlugins()
      } catch {
        try? FileManager.default.removeItem(at: folder)
        throw error
      }
    }

    deinit {
      stop()
      try? FileManager.default.removeItem(at: folder)
    }

    private var data: String { folder.path + "/data" }

    private func configure(_ settings: [String: String], isDurable: Bool) throws {
      var all = [
        "unix_socket_directories": folder.path, "listen_addresses": "127.0.0.1", "port": "\(port)",
        "wal_level": "logical", "max_wal_senders": "40", "max_replication_slots": "40", "max_connections": "120",
        "max_slot_wal_keep_size": "2GB", "shared_buffers": "64MB", "logging_collector": "off",
        "fsync": isDurable ? "on" : "off", "wal_sender_timeout": "10s",
      ]
      all.merge(settings) { $1 }
      let text = all.sorted { $0.key < $1.key }.map { "\($0.key) = '\($0.value)'\n" }.joined()
      try append(text, to: "postgresql.conf")
      try FileManager.default.removeItem(atPath: data + "/pg_hba.conf")
      // Over TCP roles need their passwords.
      let rules = "local all all trust\nlocal replication all trust\nhost all all 127.0.0.1/32 scram-sha-256\n"
      try append(rules, to: "pg_hba.conf")
    }

    /// Newer minor versions load only plugins that a setting names, which older ones do not have.
    private func allowPlugins() throws {
      let name = "output_plugin_libraries"
      let connection = try PostgresConnection(info("postgres"))
      if try connection.rows("SELECT 1 FROM pg_settings WHERE name = '\(name)'").isEmpty { return }
      _ = try connection.rows("ALTER SYSTEM SET \(name) = 'pgoutput', 'wal2json'")
      _ = try connection.rows("SELECT pg_reload_conf()")
      let end = Date().addingTimeInterval(10)
      let isNamed = "SELECT 1 FROM pg_settings WHERE name = '\(name)' AND setting LIKE '%wal2json%'"
      while try PostgresConnection(info("postgres")).rows(isNamed).isEmpty {
        if Date() > end { throw ServerFailure("the server does not read its settings again") }
        usleep(20_000)
      }
    }

    /// Changes settings, which count when the server is started again or reloads them.
    package func set(_ settings: [String: String]) throws {
      try append(settings.map { "\($0.key) = '\($0.value)'\n" }.joined(), to: "postgresql.conf")
    }

    private func append(_ text: String, to name: String) throws {
      let path = data + "/" + name
      let old = FileManager.default.contents(atPath: path) ?? Data()
      try (old + Data(text.utf8)).write(to: URL(filePath: path))
      if let user { try run("/bin/chown", [user, path], asUser: false) }
    }

    // MARK: - Starting and stopping

    /// Starts the server and waits until it takes connections. After a crash it first waits until what is left of the old one has
    /// gone.
    package func start() throws {
      let end = Date().addingTimeInterval(60)
      while true {
        try launch()
        while process?.isRunning == true {
          if let connection = try? PostgresConnection(info("postgres")), (try? connection.rows("SELECT 1")) != nil {
            return
          }
          if Date() > end { throw ServerFailure("the server does not start") }
          usleep(20_000)
        }
        if Date() > end { throw ServerFailure("the server does not start: \(log)") }
        usleep(100_000)
      }
    }

    private var log: String {
      String(
        decoding: (FileManager.default.contents(atPath: folder.path + "/log") ?? Data()).suffix(2_000), as: UTF8.self)
    }

    /// A shell that ends the server when its own input ends, as it does when this process is gone. It starts no other program that
    /// waits: Foundation takes a process for running as long as one of its children does. Tests may run with SIGCHLD blocked, with which
    /// only bash waits for its children.
    private static let keeper = """
      folder=$1; shift
      exec 3<&0
      "$@" </dev/null >>"$folder/log" 2>&1 3<&- &
      server=$!
      { read -r line <&3; : >"$folder/over"; kill -INT $server 2>/dev/null; } &
      waiter=$!
      wait $server
      kill -KILL $waiter 2>/dev/null
      if [ -e "$folder/over" ]; then rm -rf "$folder"; fi
      """

    private func launch() throws {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/bash")
      let command = asUser(programs + "/postgres", ["-D", data])
      process.arguments = ["-c", PostgresServer.keeper, "sh", folder.path] + command
      process.standardInput = Pipe()
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      process.currentDirectoryURL = folder
      try process.run()
      self.process = process
    }

    private var serverID: pid_t? {
      let text = FileManager.default.contents(atPath: data + "/postmaster.pid").map {
        String(decoding: $0, as: UTF8.self)
      }
      return text?.split(separator: "\n").first.flatMap { pid_t($0) }
    }

    private func end(_ signal: Int32) {
      if let serverID { _ = Glibc.kill(serverID, signal) }
      process?.waitUntilExit()
      process = nil
    }

    /// Stops the server as an operator does (mode `fast`).
    package func stop() { if process?.isRunning == true { end(SIGINT) } }

    /// Kills the server, as a power cut that keeps what the system has written.
    package func kill() { end(SIGKILL) }

    // MARK: - Programs

    private func asUser(_ program: String, _ arguments: [String]) -> [String] {
      guard let user else { return [program] + arguments }
      return ["/usr/bin/setpriv", "--reuid", user, "--regid", user, "--clear-groups", program] + arguments
    }

    private func run(_ program: String, _ arguments: [String], asUser: Bool = true) throws {
      let command = asUser ? self.asUser(program, arguments) : [program] + arguments
      let process = Process()
      process.executableURL = URL(filePath: command[0])
      process.arguments = Array(command.dropFirst())
      let output = Pipe()
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = output
      process.currentDirectoryURL = folder
      try process.run()
      let text = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      if process.terminationStatus != 0 {
        throw ServerFailure("\(program) has failed: \(String(decoding: text.suffix(1_000), as: UTF8.self))")
      }
    }

    private static func freePort() throws -> Int {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(descriptor) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isBound = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          bind(descriptor, pointer, size) == 0 && getsockname(descriptor, pointer, &size) == 0
        }
      }
      if !isBound { throw ServerFailure("there is no free port") }
      return Int(UInt16(bigEndian: address.sin_port))
    }

    // MARK: - Databases

    /// How to reach a database over the server's socket.
    package func info(_ database: String, user: String = "postgres") throws(ClusterError) -> ConnectionInfo {
      try ConnectionInfo("host=\(folder.path) port=\(port) dbname=\(database) user=\(user)")
    }

    /// Runs statements in a database.
    @discardableResult
    package func sql(_ sql: String, in database: String = "postgres") throws -> [[String?]] {
      try PostgresConnection(try info(database)).rows(sql)
    }
  }

  /// Something that a server of tests should do, and has not done.
  package struct ServerFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
  }
#endif
