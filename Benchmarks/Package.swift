// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody else has to fetch and build the harness.
let package = Package(
  name: "riffle-benchmarks",
  dependencies: [
    .package(name: "riffle", path: ".."),
    .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "TextBenchmarks",
      dependencies: [
        .product(name: "Riffle", package: "riffle"),
        .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "Benchmarks/TextBenchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
  ]
)
