// swift-tools-version: 6.2
import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "riffle",
  products: [
    .library(name: "Riffle", targets: ["Riffle"]),
    .library(name: "RiffleList", targets: ["RiffleList"]),
    .library(name: "RiffleStore", targets: ["RiffleStore"]),
    .library(name: "MadeUpLists", targets: ["MadeUpLists"]),
    .executable(name: "riffle", targets: ["RiffleCommand"]),
    .executable(name: "riffle-store", targets: ["RiffleStoreCommand"]),
    .executable(name: "riffle-bench", targets: ["RiffleBench"]),
  ],
  traits: [
    // What lives in a database: the store, and what serves it.
    .trait(name: "Store"),
    .default(enabledTraits: []),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
  ],
  targets: [
    .target(
      name: "CICU",
      linkerSettings: [
        .linkedLibrary("icui18n"), .linkedLibrary("icuuc"), .linkedLibrary("icudata"),
      ]),
    .target(name: "CKernels"),
    .target(name: "CSQLite"),
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
        "CSQLite", "CXXHash", "Riffle", "RiffleList",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Store"])),
        .product(name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: ["Store"])),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: swiftSettings),
    // What is measured and tested: no part of an app.
    .target(name: "MadeUpLists", dependencies: ["Riffle", "RiffleList"], swiftSettings: swiftSettings),
    // How the commands read lists.
    .target(name: "RiffleInput", dependencies: ["Riffle"], swiftSettings: swiftSettings),
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
        "Riffle", "RiffleCommandLine", "RiffleInput",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "RiffleStoreCommand",
      dependencies: [
        "Riffle", "RiffleCommandLine", "RiffleInput",
        .target(name: "RiffleStore", condition: .when(traits: ["Store"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Store"])),
      ],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "RiffleBench",
      dependencies: [
        "CICU", "CToolchain", "MadeUpLists", "Riffle", "RiffleList", "RiffleStore",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Store"])),
        .product(name: "Histogram", package: "hdrhistogram-swift"),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
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
      name: "RiffleBenchTests",
      dependencies: ["MadeUpLists", "Riffle", "RiffleBench"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "RiffleInputTests",
      dependencies: ["RiffleInput", "RiffleTestSupport"],
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
