#if Service
  import Foundation
  import Logging
  import Riffle
  import RiffleStore
  import Testing

  @testable import RiffleServer

  struct SettingsTests {
    private func read(_ arguments: String..., environment: [String: String] = [:]) throws -> Invocation {
      try Invocation(arguments: arguments, environment: environment)
    }

    /// The flag and the name in the environment of a setting.
    private func names(_ key: String) -> (flag: String, environment: String) {
      let words = key.replacing(/[A-Z]/) { "-" + $0.output.lowercased() }.replacing(".", with: "-")
      return ("--" + words, "RIFFLE_" + words.replacing("-", with: "_").uppercased())
    }

    private func message(_ arguments: String..., environment: [String: String] = [:]) -> String {
      do {
        _ = try Invocation(arguments: arguments, environment: environment)
        return "nothing is wrong"
      } catch {
        return "\(error)"
      }
    }

    @Test func storesAreNamedByTheirFilesUnlessTheyAreNamed() async throws {
      let lists = try read("a/cities.db", "towns=b.db#table", "--port", "9").settings.lists
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
      let invocation = try read(
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
      #expect(throws: SettingsError.self) {
        try Invocation(arguments: arguments, environment: [:])
      }
    }

    @Test(arguments: [#"{"prot": 1}"#, #"{"limits": {"bodies": 1}}"#, #"{"port": "x"}"#, "{", #"{"limits": 3}"#])
    func whatIsWrongInAFileIsNamed(_ text: String) async throws {
      let file = FileManager.default.temporaryDirectory.appending(path: "riffle-settings-\(UUID().uuidString).json")
      defer { try? FileManager.default.removeItem(at: file) }
      try Data(text.utf8).write(to: file)
      #expect(throws: SettingsError.self) {
        try Invocation(arguments: ["a.db", "--config", file.path], environment: [:])
      }
    }

    // MARK: - The environment

    @Test(arguments: [
      ("RIFFLE_KEYZ", "RIFFLE_KEYS"), ("RIFFLE_LIMIT_BODY", "RIFFLE_LIMITS_BODY"),
      ("RIFFLE_TLS_CERT", "RIFFLE_TLS_CERTIFICATE"),
    ])
    func aMisspeltNameOfTheEnvironmentIsNamed(name: String, meant: String) async throws {
      #expect(
        message("a.db", environment: [name: "1", "PATH": "/bin"])
          == "there is no setting “\(name)”, as in the environment: is it “\(meant)”? see --help")
      guard case .print = try read("--help", environment: [name: "1"]).task else {
        Issue.record("there is no help")
        return
      }
    }

    @Test func everySettingHasItsNameInTheEnvironment() async throws {
      let environment = ["RIFFLE_LIMITS_REQUESTS_PER_SECOND": "7", "RIFFLE_READ_ONLY": "true", "RIFFLE_KEYS": "k.json"]
      let settings = try read("a.db", environment: environment).settings
      #expect(settings.limits.requestsPerSecond == 7 && settings.isReadOnly && settings.keys == "k.json")
    }

    /// They may be set where a server is started, for the picker or for tests.
    @Test func namesThatOthersReadAreTheirs() throws {
      let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
      let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
      var names = Set(manifest.matches(of: /RIFFLE_[A-Z_]+/).map { String($0.output) })
      for folder in ["Sources", "Tests"] {
        let files = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
          guard ["swift", "sh", "bash", "zsh", "fish", "py"].contains(file.pathExtension),
            // The services share the names of their settings.
            !file.path.contains("RiffleServer"), !file.path.contains("RiffleGateway"),
            let text = try? String(contentsOf: file, encoding: .utf8)
          else { continue }
          names.formUnion(text.matches(of: /RIFFLE_[A-Z_]+/).map { String($0.output) })
        }
      }
      #expect(names.count > 10)
      let environment = Dictionary(uniqueKeysWithValues: names.map { ($0, "1") })
      #expect(message("a.db", environment: environment) == "nothing is wrong")
    }

    /// Each in its place, whatever it is given by.
    @Test(arguments: Limits.all.map(\.key))
    func eachLimitIsSetByItsNames(key: String) throws {
      let limit = try #require(Limits.all.first { $0.key == key })
      let number = limit.range.upperBound
      var expected = Limits()
      expected[keyPath: limit.path] = number
      let (flag, name) = names(key)
      #expect(try read("a.db", flag, "\(number)").settings.limits == expected)
      #expect(try read("a.db", environment: [name: "\(number)"]).settings.limits == expected)
      let file = FileManager.default.temporaryDirectory.appending(path: "riffle-settings-\(UUID().uuidString).json")
      defer { try? FileManager.default.removeItem(at: file) }
      try Data(#"{"limits": {"\#(key.dropFirst("limits.".count))": \#(number)}}"#.utf8).write(to: file)
      #expect(try read("a.db", "--config", file.path).settings.limits == expected)
    }

    @Test func aMisspeltFlagOrNameOfAFileIsNamedWithWhatItIsLike() throws {
      #expect(message("a.db", "--prot", "80").contains("'--port'"))
      let file = FileManager.default.temporaryDirectory.appending(path: "riffle-settings-\(UUID().uuidString).json")
      defer { try? FileManager.default.removeItem(at: file) }
      try Data(#"{"limits": {"liveSession": 1}}"#.utf8).write(to: file)
      #expect(
        message("a.db", "--config", file.path)
          == "there is no setting “limits.liveSession”, as in the file “\(file.path)”: is it “limits.liveSessions”? see --help"
      )
    }

    /// A condition of SQL may have a comma in it.
    @Test func commasOfTheCommandLineSeparateNothing() throws {
      let lists = try read("a.db", "--scopes", "a.near=id IN (1, 2)").settings.lists
      #expect(lists.map(\.scopes) == [["near": "id IN (1, 2)"]])
    }

    @Test func aFlagTurnsOffWhatTheEnvironmentTurnsOn() throws {
      let environment = ["RIFFLE_READ_ONLY": "true"]
      #expect(try read("a.db", environment: environment).settings.isReadOnly)
      #expect(try !read("a.db", "--no-read-only", environment: environment).settings.isReadOnly)
    }

    /// A file that says so would end every start of the server.
    @Test(arguments: ["RIFFLE_CHECK", "RIFFLE_MAKE_KEY", "RIFFLE_ROLE", "RIFFLE_SCOPE"])
    func onlyTheCommandLineSaysWhatToDoInsteadOfServing(name: String) {
      #expect(message("a.db", environment: [name: "write"]).contains("there is no setting “\(name)”"))
    }

    @Test func helpHasEverySettingAndWhatItIsByDefault() throws {
      guard case .print(let help) = try read("--help").task else {
        Issue.record("there is no help")
        return
      }
      for limit in Limits.all {
        #expect(help.contains(names(limit.key).flag))
        #expect(help.replacing(/\s+/, with: " ").contains("(default: \(Limits()[keyPath: limit.path]))"))
      }
    }

    // MARK: - What cannot be

    @Test func storesAreGivenInOneWay() async throws {
      #expect(throws: SettingsError.self) { try read("a.db", "--stores", "b.db") }
      #expect(try read("--stores", "a.db", "b.db").settings.lists.map(\.name) == ["a", "b"])
      #expect(try read("a.db", environment: ["RIFFLE_STORES": "b.db"]).settings.lists.map(\.name) == ["a"])
    }

    @Test(arguments: Limits.all.map(\.key) + ["slowQuery"])
    func whatIsNegativeIsRefused(key: String) throws {
      let (flag, name) = names(key)
      for arguments in [[flag, "-5"], ["\(flag)=-5"]] {
        #expect(throws: SettingsError.self) {
          try Invocation(arguments: ["a.db"] + arguments, environment: [:])
        }
      }
      #expect(throws: SettingsError.self) {
        try Invocation(arguments: ["a.db"], environment: [name: "-5"])
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
      #expect(throws: SettingsError.self) { try read("--make-key=\(name)") }
      #expect(try read("--make-key", "app-7").task == .makeKey(name: "app-7", role: .read, filter: nil, expires: nil))
      let bound = try read("--make-key", "a", "--filter", "country = SE", "--expires", "2030-01")
      #expect(
        bound.task == .makeKey(name: "a", role: .read, filter: "country = SE", expires: Timestamp("2030-01-01")))
      #expect(
        try read("--make-key", "a", "--scope", "x").task == .makeKey(name: "a", role: .read, filter: "x", expires: nil))
      #expect(throws: SettingsError.self) { try read("--make-key", "a", "--expires", "tomorrow") }
      #expect(throws: SettingsError.self) { try read("--make-key", "a", "--role", "write", "--scope", "x") }
    }

    @Test func theDemoMayHaveOtherScopes() async throws {
      let invocation = try read("--demo", "--scopes", "cities.long=length(title) > 30")
      #expect(invocation.isDemo && invocation.demoScopes == ["long": "length(title) > 30"])
      let sample = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../" + DemoStore.sample)
      let demo = try DemoStore(sample: sample.path, scopes: invocation.demoScopes)
      defer { demo.remove() }
      let store = try ListStore(demo.list.path)
      #expect(try store.list.source.scopes.keys.sorted() == ["long"])
      try store.close()
      #expect(throws: SettingsError.self) { try read("--demo", "--scopes", "towns.long=1") }
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

    /// Nobody who sets up a server has to know what it is made of.
    @Test func messagesNameFilesAndPlacesAndNoTypes() async throws {
      try await files { folder in
        let demo = folder.appending(path: "a.db").path
        try ListStore(demo, settings: StoreSettings()).close()
        let hash = APIKey.make(name: "app", role: .read).kept.hash
        let keys = folder.appending(path: "keys.json").path
        var messages: [String] = []
        func expect(_ text: String, _ error: any Error) {
          messages.append("\(error)")
          #expect("\(error)".contains(text), "\(error)")
        }
        for (text, expected) in [
          ("{", "keys.json” cannot be read: it is no JSON"), ("[]", "is of another type"), ("{}", "it has no “keys”"),
          (#"{"keys": [{"name": "app", "hash": "\#(hash)"}]}"#, "it has no “keys[0].role”"),
          (#"{"keys": [{"name": "app", "hash": "\#(hash)", "role": "all"}]}"#, "“keys[0].role” is none of the values"),
          (#"{"keys": [{"name": 1, "hash": "\#(hash)", "role": "read"}]}"#, "“keys[0].name” is of another type"),
        ] {
          try Data(text.utf8).write(to: URL(filePath: keys))
          do throws(SettingsError) {
            _ = try KeyRing(path: keys, lists: ["a": FilterNames(StoreSettings())], limits: Limits())
            Issue.record("\(text) is read")
          } catch {
            expect(expected, error)
          }
        }
        let config = folder.appending(path: "serve.json").path
        for (text, expected) in [
          (#"{"port": "many"}"#, "“port”, as in the file “\(config)”, must be a whole number"),
          (#"{"stores": [{}]}"#, "serve.json"),
          ("{", "it is no JSON"),
        ] {
          try Data(text.utf8).write(to: URL(filePath: config))
          do throws(SettingsError) {
            _ = try Invocation(arguments: [demo, "--config", config], environment: [:])
            Issue.record("\(text) is read")
          } catch {
            expect(expected, error)
          }
        }
        do throws(SettingsError) {
          _ = try Invocation(arguments: [demo, "--port", "many"], environment: [:])
        } catch {
          expect("'--port <number>'", error)
        }
        do throws(SettingsError) {
          _ = try Invocation(arguments: [demo], environment: ["RIFFLE_PORT": "many"])
        } catch {
          expect("“port”, as in the environment, must be", error)
        }
        for name in ["Decoding", "Coding", "Provider", "Snapshot", "NIO", "Swift.", "BoringSSL", "Error("] {
          for message in messages { #expect(!message.contains(name), "\(message)") }
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
