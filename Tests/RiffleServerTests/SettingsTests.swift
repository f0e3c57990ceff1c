#if Service
  import Foundation
  import Logging
  import Riffle
  import RiffleStore
  import Testing

  @testable import RiffleServer

  struct SettingsTests {
    private func read(_ arguments: String..., environment: [String: String] = [:]) async throws -> Invocation {
      try await Invocation(arguments: arguments, environment: environment)
    }

    @Test func storesAreNamedByTheirFilesUnlessTheyAreNamed() async throws {
      let lists = try await read("a/cities.db", "towns=b.db#table", "--port", "9").settings.lists
      #expect(
        lists == [.init(name: "cities", path: "a/cities.db"), .init(name: "towns", path: "b.db", table: "table")])
    }

    @Test func flagsCountBeforeTheEnvironmentAndThatBeforeTheFile() async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "riffle-settings-\(UUID().uuidString).json")
      defer { try? FileManager.default.removeItem(at: folder) }
      try Data(
        #"""
        {"stores": ["x.db"], "port": 1, "limits": {"body": 2000, "window": 30}, "slowQuery": 5,
         "scopes": ["x.large = weight > 10, weight < 20"]}
        """#.utf8
      ).write(to: folder)
      let invocation = try await read(
        "--config", folder.path, "--port=3", environment: ["RIFFLE_PORT": "2", "RIFFLE_LIMITS_BODY": "4000"])
      #expect(invocation.settings.port == 3)
      #expect(invocation.settings.limits.body == 4_000)
      #expect(invocation.settings.limits.window == 30)
      #expect(invocation.settings.slowMilliseconds == 5)
      #expect(
        invocation.settings.lists == [
          .init(name: "x", path: "x.db", scopes: ["large": "weight > 10, weight < 20"])
        ])
    }

    @Test(arguments: [
      ["--prot", "80"], ["--port", "many"], ["--port", "70000"], ["--port"], ["--config", "/nowhere/at-all.json"],
      ["--scopes", "x"], ["--log-level", "loud", "a.db"], ["a.db", "--limits-window", "0"],
    ])
    func whatIsWrongIsNamed(_ arguments: [String]) async throws {
      await #expect(throws: SettingsError.self) {
        try await Invocation(arguments: arguments, environment: [:])
      }
    }

    @Test(arguments: [#"{"prot": 1}"#, #"{"limits": {"bodies": 1}}"#, #"{"port": "x"}"#, "{", #"{"limits": 3}"#])
    func whatIsWrongInAFileIsNamed(_ text: String) async throws {
      let file = FileManager.default.temporaryDirectory.appending(path: "riffle-settings-\(UUID().uuidString).json")
      defer { try? FileManager.default.removeItem(at: file) }
      try Data(text.utf8).write(to: file)
      await #expect(throws: SettingsError.self) {
        try await Invocation(arguments: ["a.db", "--config", file.path], environment: [:])
      }
    }

    // MARK: - The environment

    @Test(arguments: [
      ("RIFFLE_KEYZ", "RIFFLE_KEYS"), ("RIFFLE_LIMIT_BODY", "RIFFLE_LIMITS_BODY"),
      ("RIFFLE_TLS_CERT", "RIFFLE_TLS_CERTIFICATE"),
    ])
    func aMisspeltNameOfTheEnvironmentIsNamed(name: String, meant: String) async throws {
      await #expect {
        _ = try await Invocation(arguments: ["a.db"], environment: [name: "1", "PATH": "/bin"])
      } throws: {
        "\($0)" == "there is no setting “\(name)”, as in the environment: is it “\(meant)”? unset it, or see --help"
      }
      #expect(try await read("--help", environment: [name: "1"]).task == .help)
    }

    @Test func everySettingHasItsNameInTheEnvironment() async throws {
      #expect(Option.named("limits.requestsPerSecond")?.environmentName == "RIFFLE_LIMITS_REQUESTS_PER_SECOND")
      let environment = ["RIFFLE_LIMITS_REQUESTS_PER_SECOND": "7", "RIFFLE_READ_ONLY": "true", "RIFFLE_KEYS": "k.json"]
      let settings = try await read("a.db", environment: environment).settings
      #expect(settings.limits.requestsPerSecond == 7 && settings.isReadOnly && settings.keys == "k.json")
    }

    /// They may be set where a server is started, for the picker or for tests.
    @Test func namesThatOthersReadAreTheirs() throws {
      let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
      var names: Set<String> = []
      for folder in ["Sources", "Tests"] {
        let files = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
          guard ["swift", "sh", "bash", "zsh", "fish", "py"].contains(file.pathExtension),
            !file.path.contains("RiffleServer"), let text = try? String(contentsOf: file, encoding: .utf8)
          else { continue }
          names.formUnion(text.matches(of: /RIFFLE_[A-Z_]+/).map { String($0.output) })
        }
      }
      #expect(names.count > 10)
      try Option.check(names)
    }

    // MARK: - What cannot be

    @Test func storesAreGivenInOneWay() async throws {
      await #expect(throws: SettingsError.self) { try await read("a.db", "--stores", "b.db") }
      #expect(try await read("--stores", "a.db", "b.db").settings.lists.map(\.name) == ["a", "b"])
      #expect(try await read("a.db", environment: ["RIFFLE_STORES": "b.db"]).settings.lists.map(\.name) == ["a"])
    }

    @Test(arguments: Limits.all.map(\.key) + ["slowQuery"])
    func whatIsNegativeIsRefused(key: String) async throws {
      let option = try #require(Option.named(key))
      for arguments in [[option.flag, "-5"], ["\(option.flag)=-5"]] {
        await #expect(throws: SettingsError.self) {
          try await Invocation(arguments: ["a.db"] + arguments, environment: [:])
        }
      }
      await #expect(throws: SettingsError.self) {
        try await Invocation(arguments: ["a.db"], environment: [option.environmentName: "-5"])
      }
      var settings = ServerSettings(lists: [.init(name: "a", path: "a.db")])
      if let limit = Limits.all.first(where: { $0.key == key }) {
        settings.limits[keyPath: limit.path] = -5
      } else {
        settings.slowMilliseconds = -5
      }
      #expect(throws: SettingsError.self) { try settings.check() }
    }

    @Test(arguments: ["", "App", "a b", "ä", "a/b", String(repeating: "a", count: 65)])
    func whatCannotBeTheNameOfAKeyIsRefused(name: String) async throws {
      await #expect(throws: SettingsError.self) { try await read("--make-key=\(name)") }
      #expect(try await read("--make-key", "app-7").task == .makeKey("app-7"))
      await #expect(throws: SettingsError.self) { try await read("--make-key", "a", "--role", "write", "--scope", "x") }
    }

    @Test func theDemoMayHaveOtherScopes() async throws {
      let invocation = try await read("--demo", "--scopes", "cities.long=length(title) > 30")
      #expect(invocation.isDemo && invocation.demoScopes == ["long": "length(title) > 30"])
      let sample = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../" + DemoStore.sample)
      let demo = try DemoStore(sample: sample.path, scopes: invocation.demoScopes)
      defer { demo.remove() }
      let store = try ListStore(demo.list.path)
      #expect(try store.list.source.scopes.keys.sorted() == ["long"])
      try store.close()
      await #expect(throws: SettingsError.self) { try await read("--demo", "--scopes", "towns.long=1") }
    }

    // MARK: - Files

    private func files(_ body: (_ folder: URL) async throws -> Void) async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "riffle-settings-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try await body(folder)
    }

    @Test func filesOfTLSThatCannotBeReadAreNamed() async throws {
      try await files { folder in
        let demo = folder.appending(path: "a.db").path
        try ListStore(demo, settings: StoreSettings()).close()
        try Data("no certificate".utf8).write(to: folder.appending(path: "junk.pem"))
        func pair(_ name: String) throws {
          let process = Process()
          process.executableURL = URL(filePath: "/usr/bin/env")
          process.arguments = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
            "2",
            "-subj", "/CN=localhost", "-keyout", folder.appending(path: "\(name).key").path, "-out",
            folder.appending(path: "\(name).pem").path,
          ]
          process.standardError = FileHandle.nullDevice
          try process.run()
          process.waitUntilExit()
        }
        try pair("one")
        try pair("two")
        func open(_ certificate: String, _ key: String) throws {
          var settings = ServerSettings(lists: [.init(name: "a", path: demo)])
          settings.certificate = folder.appending(path: certificate).path
          settings.privateKey = folder.appending(path: key).path
          try RiffleService(settings, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }).close()
        }
        try open("one.pem", "one.key")
        for (certificate, key, named) in [
          ("none.pem", "one.key", "none.pem"), ("one.pem", "none.key", "none.key"), ("junk.pem", "one.key", "junk.pem"),
          ("one.pem", "junk.pem", "junk.pem"), ("one.pem", "two.key", "two.key"),
        ] {
          #expect {
            try open(certificate, key)
          } throws: {
            $0 is SettingsError && "\($0)".contains(named)
          }
        }
      }
    }

    @Test func keysThatCannotBeReadAreLoggedOnce() async throws {
      let (logger, lines) = KeptLogs.make()
      let (kept, key) = APIKey.make(name: "app", role: .read)
      try await Fixture.with(keys: [kept], logger: logger) { fixture in
        let file = fixture.folder.appending(path: "keys.json")
        func count() -> Int { lines().count { $0.contains("the keys stay as they were") } }
        try Data("{".utf8).write(to: file)
        for _ in 0..<3 { fixture.service.readKeys() }
        #expect(count() == 1)
        try FileManager.default.removeItem(at: file)
        for _ in 0..<3 { fixture.service.readKeys() }
        #expect(count() == 2)
        try Fixture.write([kept], fixture.folder)
        fixture.service.readKeys()
        try Data("{".utf8).write(to: file)
        fixture.service.readKeys()
        #expect(count() == 3)
        #expect(try await fixture.get("/v1/lists", key: key).status == 200)
      }
    }
  }
#endif
