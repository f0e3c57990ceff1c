// swift-tools-version: 6.2
import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

let service = TargetDependencyCondition.when(traits: ["Service"])
let cluster = TargetDependencyCondition.when(traits: ["Cluster"])

let package = Package(
  name: "riffle",
  products: [
    .library(name: "Riffle", targets: ["Riffle"]),
    .library(name: "RiffleList", targets: ["RiffleList"]),
    .library(name: "RiffleStore", targets: ["RiffleStore"]),
    .library(name: "RiffleCluster", targets: ["RiffleCluster"]),
    .library(name: "RiffleClient", targets: ["RiffleClient"]),
    .library(name: "MadeUpLists", targets: ["MadeUpLists"]),
    .executable(name: "riffle", targets: ["RiffleCommand"]),
    .executable(name: "riffle-store", targets: ["RiffleStoreCommand"]),
    .executable(name: "riffle-bench", targets: ["RiffleBench"]),
    .executable(name: "riffle-serve", targets: ["RiffleServeCommand"]),
    .executable(name: "riffle-gateway", targets: ["RiffleGatewayCommand"]),
  ],
  traits: [
    // What lives in a database: the store, and what serves it.
    .trait(name: "Store"),
    .trait(name: "Service", enabledTraits: ["Store"]),
    // Nodes that follow PostgreSQL.
    .trait(name: "Cluster", enabledTraits: ["Store"]),
    .default(enabledTraits: []),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: ["JSON"]),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
  ],
  targets: [
    .target(
      name: "CICU",
      linkerSettings: [
        .linkedLibrary("icui18n"), .linkedLibrary("icuuc"), .linkedLibrary("icudata"),
      ]),
    .target(name: "CKernels"),
    .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .target(name: "CServerFiles"),
    .target(name: "CSQLite"),
    // What terminals understand, from the terminfo of ncurses (Debian: libncurses-dev).
    .target(name: "CTerminal", linkerSettings: [.linkedLibrary("tinfo")]),
    .target(name: "CToolchain"),
    .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
    .target(
      name: "Riffle",
      dependencies: ["CICU", "CKernels", .product(name: "HeapModule", package: "swift-collections")],
      // Columns lend their elements as spans.
      swiftSettings: swiftSettings + [.enableExperimentalFeature("Lifetimes")]),
    .target(
      name: "RiffleList",
      dependencies: [
        "Riffle", .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HashTreeCollections", package: "swift-collections"),
      ],
      swiftSettings: swiftSettings),
    .target(
      name: "RiffleStore",
      dependencies: [
        .target(name: "CSQLite", condition: .when(traits: ["Store"])), "CXXHash", "Riffle", "RiffleList",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Store"])),
        .product(name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: ["Store"])),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: swiftSettings),
    // Stores that follow PostgreSQL.
    .target(
      name: "RiffleCluster",
      dependencies: [
        .target(name: "CPostgres", condition: cluster), "Riffle", "RiffleStore",
        .product(name: "GRDB", package: "GRDB.swift", condition: cluster),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: swiftSettings),
    .target(
      name: "RiffleServer",
      dependencies: [
        "CServerFiles", "Riffle", .target(name: "RiffleCluster", condition: cluster), "RiffleInput", "RiffleStore",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: service),
        .product(name: "Configuration", package: "swift-configuration", condition: service),
        .product(name: "Crypto", package: "swift-crypto", condition: service),
        .product(name: "HTTPTypes", package: "swift-http-types", condition: service),
        .product(name: "Hummingbird", package: "hummingbird", condition: service),
        .product(name: "HummingbirdCore", package: "hummingbird", condition: service),
        .product(name: "HummingbirdTLS", package: "hummingbird", condition: service),
        .product(name: "Logging", package: "swift-log", condition: service),
        .product(name: "CoreMetrics", package: "swift-metrics", condition: service),
        .product(name: "Metrics", package: "swift-metrics", condition: service),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio", condition: service),
        .product(name: "NIOCore", package: "swift-nio", condition: service),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: service),
        .product(name: "NIOHTTPCompression", package: "swift-nio-extras", condition: service),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: service),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras", condition: service),
        .product(name: "NIOPosix", package: "swift-nio", condition: service),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: service),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: service),
        .product(name: "SystemPackage", package: "swift-system", condition: service),
      ],
      exclude: ["API", "Page"],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "RiffleServeCommand",
      dependencies: [
        "RiffleServer",
        .product(name: "Logging", package: "swift-log", condition: service),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: service),
        .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: service),
      ],
      exclude: ["Package"],
      swiftSettings: swiftSettings),
    // What sends requests to one of several nodes.
    .target(
      name: "RiffleGateway",
      dependencies: [
        "Riffle", .target(name: "RiffleCluster", condition: cluster), "RiffleInput", "RiffleServer", "RiffleStore",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: service),
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: service),
        .product(name: "HTTPTypes", package: "swift-http-types", condition: service),
        .product(name: "Hummingbird", package: "hummingbird", condition: service),
        .product(name: "Logging", package: "swift-log", condition: service),
        .product(name: "Metrics", package: "swift-metrics", condition: service),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio", condition: service),
        .product(name: "NIOCore", package: "swift-nio", condition: service),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: service),
        .product(name: "NIOPosix", package: "swift-nio", condition: service),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: service),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: service),
      ],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "RiffleGatewayCommand",
      dependencies: [
        "RiffleGateway", "RiffleServer",
        .product(name: "Logging", package: "swift-log", condition: service),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: service),
        .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: service),
      ],
      exclude: ["Demo"],
      swiftSettings: swiftSettings),
    .target(
      name: "RiffleClient",
      dependencies: [
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: service),
        .product(name: "NIOCore", package: "swift-nio", condition: service),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: service),
      ],
      swiftSettings: swiftSettings),
    // What is measured and tested: no part of an app.
    .target(name: "MadeUpLists", dependencies: ["Riffle", "RiffleList"], swiftSettings: swiftSettings),
    // How the commands read lists.
    .target(name: "RiffleInput", dependencies: ["Riffle"], swiftSettings: swiftSettings),
    // Picking from a list as a value, and the list that is read and searched meanwhile; no terminal.
    .target(
      name: "RifflePicker", dependencies: ["CICU", "Riffle", "RiffleInput"], swiftSettings: swiftSettings),
    // What the commands have in common.
    .target(
      name: "RiffleCommandLine",
      dependencies: [
        "Riffle", "RiffleInput", .target(name: "RiffleStore", condition: .when(traits: ["Store"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "RiffleCommand",
      dependencies: [
        "CTerminal", "Riffle", "RiffleCommandLine", "RiffleInput", "RifflePicker",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "RiffleStoreCommand",
      dependencies: [
        "Riffle", .target(name: "RiffleCluster", condition: cluster), "RiffleCommandLine", "RiffleInput",
        .target(name: "RiffleStore", condition: .when(traits: ["Store"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Store"])),
      ],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "RiffleBench",
      dependencies: [
        "CICU", "CToolchain", "MadeUpLists", "Riffle", "RiffleInput", "RiffleList", "RiffleStore",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Store"])),
        .product(name: "Histogram", package: "hdrhistogram-swift"),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: swiftSettings),
    // What the service is measured beside.
    .executableTarget(
      name: "riffle-service-peers",
      dependencies: [
        .product(name: "GRDB", package: "GRDB.swift", condition: service),
        .product(name: "Hummingbird", package: "hummingbird", condition: service),
        .product(name: "NIOCore", package: "swift-nio", condition: service),
      ],
      path: "Benchmarks/service/Peers",
      swiftSettings: swiftSettings),
    .target(
      name: "RiffleTestSupport",
      dependencies: ["MadeUpLists", "Riffle"],
      path: "Tests/RiffleTestSupport",
      swiftSettings: swiftSettings),
    .target(
      name: "CTestVFS",
      path: "Tests/CTestVFS",
      cSettings: [.define("STORE", .when(traits: ["Store"]))],
      linkerSettings: [.linkedLibrary("sqlite3", .when(traits: ["Store"]))]),
    .target(
      name: "RiffleStoreTestSupport",
      dependencies: [
        "CTestVFS", "Riffle", "RiffleStore", "RiffleTestSupport",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Store"])),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/RiffleStoreTestSupport",
      swiftSettings: swiftSettings),
    // Long tests of the store, to be run by hand.
    .executableTarget(
      name: "riffle-store-campaign",
      dependencies: [
        "MadeUpLists", "Riffle", "RiffleStore", "RiffleStoreTestSupport", "RiffleTestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Store"])),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/RiffleStoreCampaign",
      swiftSettings: swiftSettings),
    .target(
      name: "RiffleClusterTestSupport",
      dependencies: [
        "Riffle", "RiffleCluster", "RiffleStore", "RiffleTestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/RiffleClusterTestSupport",
      swiftSettings: swiftSettings),
    // Long tests of nodes, to be run by hand, and what measures them.
    .executableTarget(
      name: "riffle-cluster-campaign",
      dependencies: [
        "MadeUpLists", "Riffle", "RiffleCluster", "RiffleClusterTestSupport", "RiffleStore", "RiffleStoreTestSupport",
        "RiffleTestSupport", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: service),
        .product(name: "NIOCore", package: "swift-nio", condition: service),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: service),
      ],
      path: "Tests/RiffleClusterCampaign",
      swiftSettings: swiftSettings),
    .testTarget(
      name: "RiffleClusterTests",
      dependencies: [
        "Riffle", "RiffleCluster", "RiffleClusterTestSupport", "RiffleStore", "RiffleTestSupport",
        "riffle-cluster-campaign",
        .product(name: "GRDB", package: "GRDB.swift", condition: cluster),
      ],
      exclude: ["Fixtures"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "RiffleTests",
      dependencies: ["Riffle", "RiffleTestSupport", "CICU", "CKernels"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "RiffleListTests",
      dependencies: ["Riffle", "RiffleList", "RiffleTestSupport"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "RiffleStoreTests",
      dependencies: [
        "Riffle", "RiffleList", "RiffleStore", "RiffleStoreTestSupport", "RiffleTestSupport",
        "riffle-store-campaign",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Store"])),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      exclude: ["Fixtures"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "RiffleServerTests",
      dependencies: [
        "Riffle", "RiffleClient", .target(name: "RiffleCluster", condition: cluster), "RiffleInput", "RiffleServer",
        .target(name: "RiffleClusterTestSupport", condition: cluster), "RiffleStore", "RiffleTestSupport",
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: service),
        .product(name: "HTTPTypes", package: "swift-http-types", condition: service),
        .product(name: "Hummingbird", package: "hummingbird", condition: service),
        .product(name: "HummingbirdTesting", package: "hummingbird", condition: service),
        .product(name: "Logging", package: "swift-log", condition: service),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio", condition: service),
        .product(name: "NIOCore", package: "swift-nio", condition: service),
        .product(name: "NIOPosix", package: "swift-nio", condition: service),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: service),
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "RiffleGatewayTests",
      dependencies: [
        "Riffle", "RiffleGateway", "RiffleInput", "RiffleServer", "RiffleStore", "RiffleTestSupport",
        .target(name: "RiffleCluster", condition: cluster),
        .target(name: "RiffleClusterTestSupport", condition: cluster),
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: service),
        .product(name: "GRDB", package: "GRDB.swift", condition: cluster),
        .product(name: "HTTPTypes", package: "swift-http-types", condition: service),
        .product(name: "Hummingbird", package: "hummingbird", condition: service),
        .product(name: "Logging", package: "swift-log", condition: service),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio", condition: service),
        .product(name: "NIOCore", package: "swift-nio", condition: service),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: service),
        .product(name: "NIOPosix", package: "swift-nio", condition: service),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: service),
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "RiffleBenchTests",
      dependencies: ["MadeUpLists", "Riffle", "RiffleBench"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "RiffleInputTests",
      dependencies: ["RiffleInput", "RiffleTestSupport"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "RifflePickerTests",
      dependencies: ["Riffle", "RiffleInput", "RifflePicker", "RiffleTestSupport"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "RiffleCommandTests",
      dependencies: ["Riffle", "RiffleCommand", "RiffleCommandLine", "RiffleInput", "RiffleTestSupport"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "RiffleStoreCommandTests",
      dependencies: [
        "Riffle", "RiffleCommand", "RiffleStore", "RiffleStoreCommand", "RiffleTestSupport",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Store"])),
      ],
      swiftSettings: swiftSettings),
  ],
  cxxLanguageStandard: .cxx17
)

// With the path of clang's runtime libraries: the fuzzer of index files, which the article Testing of the store's catalogue
// says how to build.
if let runtime = Context.environment["RIFFLE_FUZZ"] {
  for target in package.targets where ["Riffle", "RiffleStore"].contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-sanitize=fuzzer"])]
  }
  package.targets += [
    .target(name: "CFuzzer", path: "Tests/CFuzzer"),
    .executableTarget(
      name: "riffle-store-fuzz",
      dependencies: ["CFuzzer", "RiffleStoreTestSupport"],
      path: "Tests/RiffleStoreFuzz",
      swiftSettings: swiftSettings,
      linkerSettings: [
        .unsafeFlags(["-use-ld=lld", "\(runtime)/libclang_rt.fuzzer_no_main-x86_64.a"]), .linkedLibrary("stdc++"),
        .linkedLibrary("m"),
      ]),
  ]
}

// What searches is optimized in debug builds too, with its assertions, if RIFFLE_OPTIMIZED is set, so that tests of many rows take a
// part of the time. Only by request: nobody can depend on a package with such flags.
if Context.environment["RIFFLE_OPTIMIZED"] != nil {
  let searching: Set = [
    "Riffle", "RiffleList", "RiffleStore", "RiffleInput", "RifflePicker", "MadeUpLists", "RiffleTestSupport",
  ]
  for target in package.targets where searching.contains(target.name) {
    let flags = ["-O", "-Xfrontend", "-assert-config", "-Xfrontend", "Debug"]
    target.swiftSettings?.append(.unsafeFlags(flags, .when(configuration: .debug)))
  }
  for target in package.targets where target.name == "CKernels" {
    target.cSettings = [.unsafeFlags(["-O2"], .when(configuration: .debug))]
  }
}
