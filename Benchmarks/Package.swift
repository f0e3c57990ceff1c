// swift-tools-version: 6.2
import PackageDescription

private func benchmarks(_ name: String, _ products: String...) -> Target {
  .executableTarget(
    name: name,
    dependencies: products.map { .product(name: $0, package: "riffle") } + [
      "BenchmarkSupport", .product(name: "Benchmark", package: "benchmark"),
    ],
    path: "Benchmarks/\(name)",
    swiftSettings: [.treatAllWarnings(as: .error)],
    plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
}

// A package of its own, so that nobody else has to fetch and build the harness.
let package = Package(
  name: "riffle-benchmarks",
  dependencies: [
    .package(name: "riffle", path: ".."),
    .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
  ],
  targets: [
    .target(
      name: "BenchmarkSupport",
      dependencies: [.product(name: "Benchmark", package: "benchmark")],
      path: "Benchmarks/Support",
      swiftSettings: [.treatAllWarnings(as: .error)]),
    benchmarks("TextBenchmarks", "Riffle"),
    benchmarks("SearchBenchmarks", "Riffle", "MadeUpLists"),
    benchmarks("WriteBenchmarks", "Riffle", "MadeUpLists"),
    benchmarks("DiffBenchmarks", "RiffleList", "MadeUpLists"),
  ]
)
