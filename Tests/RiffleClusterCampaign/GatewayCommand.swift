#if Cluster && Service
  import ArgumentParser
  import AsyncHTTPClient
  import Foundation
  import MadeUpLists
  import NIOCore
  import NIOHTTP1
  import Riffle
  import RiffleStore
  import RiffleStoreTestSupport
  import RiffleTestSupport

  struct GatewayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "gateway",
      abstract: "Measures what a gateway adds to an answer, and what clients notice when a node dies.",
      discussion: """
        Two nodes and the gateway are processes of this machine, from the folder of this program. The same searches go to a node and \
        through the gateway in turn, one at a time. Then clients search all the while, and a node is killed, or stopped.
        """)

    @Option(help: "How many rows the list has.") var rows = 10_000
    @Option(help: "How many searches are measured each way.") var searches = 4_000
    @Option(help: "How many clients search while a node dies.") var clients = 8
    @Option(help: "How long they search, in seconds.") var seconds = 6

    func run() async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "riffle-gateway-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let titles = try makeStores(folder)
      try await measure(folder, titles)
      for (name, signal) in [("killed", SIGKILL), ("stopped", SIGSTOP)] {
        try await lose(folder, titles, name, signal)
      }
    }

    /// Creates the stores of both nodes.
    /// - Returns: beginnings of titles, to search for.
    private func makeStores(_ folder: URL) throws -> [String] {
      var titles: [String] = []
      for name in ["a", "b"] {
        let store = try ListStore(folder.appending(path: "\(name).db").path)
        var made = MadeUpRows(seed: 7)
        var batch = StoreBatch()
        for number in 0..<rows {
          let title = made.row(id: number).title
          if titles.count < 500 { titles.append(String(title.prefix(6))) }
          batch.upsert(StoreItem(id: .integer(Int64(number)), title: title))
        }
        try store.write(batch)
        try store.close()
      }
      return titles
    }

    /// Starts two nodes and a gateway before them.
    private func start(_ folder: URL) throws -> (nodes: [ServiceProcess], gateway: ServiceProcess) {
      let nodes = try ["a", "b"].map { name in
        try ServiceProcess("riffle-serve", ["cities=\(folder.path)/\(name).db", "--port", "0"])
      }
      let urls = nodes.map(\.url).joined(separator: ",")
      let gateway = try ServiceProcess("riffle-gateway", ["--lists", "cities=\(urls)", "--port", "0"])
      return (nodes, gateway)
    }

    private func search(_ url: String, _ title: String) async throws -> (status: UInt, milliseconds: Double) {
      let text = title.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      let start = ContinuousClock.now
      let response = try await HTTPClient.shared.execute(
        HTTPClientRequest(url: "\(url)/v1/lists/cities/search?q=\(text)"), timeout: .seconds(30))
      _ = try await response.body.collect(upTo: 1 << 24)
      return (response.status.code, (ContinuousClock.now - start) / .milliseconds(1))
    }

    private func measure(_ folder: URL, _ titles: [String]) async throws {
      let (nodes, gateway) = try start(folder)
      defer { for process in nodes + [gateway] { process.end() } }
      var times: [String: [Double]] = [:]
      let places = [("node", nodes[0].url), ("gateway", gateway.url)]
      // The first 500 searches warm up both ways, and are not measured.
      for number in 0..<searches + 500 {
        for (name, url) in places {
          let (status, time) = try await search(url, titles[number % titles.count])
          guard status == 200 else { throw CampaignFailure("the \(name) answers \(status)") }
          if number >= 500 { times[name, default: []].append(time) }
        }
      }
      let (direct, through) = (Times(times["node"] ?? []), Times(times["gateway"] ?? []))
      print("node:    \(direct)")
      print("gateway: \(through)")
      print(
        String(format: "added at p50: %.3f ms (%d searches each, one at a time)", through.p50 - direct.p50, searches))
    }

    private func lose(_ folder: URL, _ titles: [String], _ name: String, _ signal: Int32) async throws {
      let (nodes, gateway) = try start(folder)
      defer { for process in nodes + [gateway] { process.end() } }
      let end = ContinuousClock.now + .seconds(seconds)
      let (clients, url) = (clients, gateway.url)
      let found = try await withThrowingTaskGroup(of: [(UInt, Double)].self) { group in
        for client in 0..<clients {
          group.addTask {
            var found: [(UInt, Double)] = []
            var number = client
            while ContinuousClock.now < end {
              found.append(try await search(url, titles[number % titles.count]))
              number += clients
            }
            return found
          }
        }
        try await Task.sleep(for: .seconds(Double(seconds) / 3))
        nodes[0].send(signal)
        var all: [(UInt, Double)] = []
        for try await part in group { all += part }
        return all
      }
      let failures = found.count { $0.0 != 200 }
      print(
        "a node is \(name): \(found.count) searches of \(clients) clients, \(failures) failed, \(Times(found.map(\.1)))"
      )
      if failures > 0 { throw CampaignFailure("\(failures) searches failed") }
    }
  }

  /// The latencies of searches.
  private struct Times: CustomStringConvertible {
    private let sorted: [Double]

    init(_ times: [Double]) { sorted = times.sorted() }

    private func at(_ share: Double) -> Double {
      sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }

    var p50: Double { at(0.5) }

    var description: String {
      String(format: "p50 %.3f ms, p95 %.3f ms, p99 %.3f ms, max %.1f ms", p50, at(0.95), at(0.99), sorted.last ?? 0)
    }
  }

  /// A service in its own process.
  private final class ServiceProcess {
    let url: String
    private let process = Process()

    /// Starts a program, and reads the URL that it prints.
    /// - Parameter program: the name of an executable in the folder of this program.
    init(_ program: String, _ arguments: [String]) throws {
      let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      process.executableURL = folder.appending(path: program)
      process.arguments = arguments
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      var text = ""
      while !text.contains("\n") {
        let part = output.fileHandleForReading.availableData
        if part.isEmpty { throw CampaignFailure("\(program) does not start") }
        text += String(decoding: part, as: UTF8.self)
      }
      url = text.trimmingCharacters(in: CharacterSet(charactersIn: "/\n"))
    }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    func end() {
      send(SIGKILL)
      process.waitUntilExit()
    }
  }
#endif
