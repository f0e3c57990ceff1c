internal import CICU
internal import CToolchain

/// The conditions, apart from the source, that the instructions of a scenario depend on: only counts with one basis compare.
struct InstructionBasis: Codable, Sendable, Hashable {
  /// The tool that counted.
  var tool: String
  var architecture: String
  /// The LLVM of the compiler: a program has no access to its Swift version, but the LLVM inside is known with its commit.
  var llvm: String
  var icu: String
  /// Empty for another C library.
  var glibc: String
}

extension InstructionBasis {
  /// Creates the basis of this program, when counted with a tool.
  init(tool: InstructionTool) {
    let icu = cicu_version()
    self.init(
      tool: tool.rawValue, architecture: InstructionBasis.ownArchitecture,
      llvm: String(cString: toolchain_llvm_version()), icu: "\(icu / 100).\(icu % 100)",
      glibc: String(cString: toolchain_glibc_version()))
  }

  private static var ownArchitecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "another"
    #endif
  }

  private var parts: [(name: String, value: String)] {
    [("tool", tool), ("architecture", architecture), ("LLVM", llvm), ("ICU", icu), ("glibc", glibc)]
  }

  /// Returns the differences between two; none if their counts compare.
  func differences(from other: InstructionBasis) -> [(part: String, value: String, other: String)] {
    zip(parts, other.parts).filter { $0.value != $1.value }.map { ($0.name, $0.value, $1.value) }
  }
}
